/** The headers of DGII's sheets, and the fields that they name. */
import { columnsOf } from '../../../../src/documents/workbook/columns.js';
import { ecfColumns, rfceColumns } from '../../../../tools/demo/test-set/dgii-workbooks.js';

const ofEcf = columnsOf(31);
const pathOf = (header: string, find = ofEcf) =>
  find(header)
    ?.map(({ name, index }) => (index === 1 ? name : `${name}[${index}]`))
    .join('.');

test('the fictitious sheets have as many columns as the genuine ones, with CasoPrueba', () => {
  expect([ecfColumns.length + 1, rfceColumns.length + 1]).toEqual([5215, 56]);
});

test.each([
  { name: 'ECF', columns: ecfColumns, find: ofEcf },
  { name: 'RFCE', columns: rfceColumns, find: columnsOf('RFCE') },
])('each header of the sheet $name names a field of its own', ({ columns, find }) => {
  const paths = columns.map(({ header }) => JSON.stringify(find(header)));
  expect(columns.filter((_, index) => paths[index] === undefined)).toEqual([]);
  expect(new Set(paths).size).toBe(columns.length);
});

test.each([
  ['MontoTotal', 'Encabezado.Totales.MontoTotal'],
  ['ENCF', 'Encabezado.IdDoc.eNCF'],
  ['NumeroContenedor ', 'Encabezado.InformacionesAdicionales.NumeroContenedor'],
  ['FormaPago[2]', 'Encabezado.IdDoc.TablaFormasPago.FormaDePago[2].FormaPago'],
  ['TelefonoEmisor[3]', 'Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor[3]'],
  ['NumeroLinea[4]', 'DetallesItems.Item[4].NumeroLinea'],
  ['NumeroLineaDoR[2]', 'DescuentosORecargos.DescuentoORecargo[2].NumeroLinea'],
  ['MontosubRecargo[1][2]', 'DetallesItems.Item.TablaSubRecargo.SubRecargo[2].MontoSubRecargo'],
  ['TipoImpuesto[2]', 'Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[2].TipoImpuesto'],
  ['TipoImpuesto[1][2]', 'DetallesItems.Item.TablaImpuestoAdicional.ImpuestoAdicional[2].TipoImpuesto'],
  ['MontoSubTotal', 'Subtotales.Subtotal.MontoSubTotal'],
  ['MontoSubTotal[2]', 'Subtotales.Subtotal[2].MontoSubTotal'],
])('%s is %s', (header, path) => {
  expect(pathOf(header)).toBe(path);
});

test.each([
  '',
  'Monto',
  'Encabezado',
  'MontoTotal[1]',
  'NumeroLinea',
  'NumeroLinea[0]',
  'NumeroLinea[1',
  'FormaPago[1][1]',
  'FormaPago[1] x',
])('%p is no field', (header) => {
  expect(pathOf(header)).toBeUndefined();
});

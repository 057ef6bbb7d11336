/** What e-CF say for the fields of form 606. */
import { form606Of } from '../../../src/ecf/form-606.js';
import type { EcfNode } from '../../../src/ecf/model/ecf.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { voucher31, type Json } from './samples.js';

/** Every leaf as the model has it: a text. */
function asTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, asTexts(one)]));
}

const lineOf = ({ ECF }: Json, type: EcfType = 31) => form606Of({ type, root: asTexts(ECF) as EcfNode });

const line = (kind: 1 | 2, amount: number, indicator = 1) => ({
  IndicadorBienoServicio: kind,
  MontoItem: amount,
  IndicadorFacturacion: indicator,
});

test('a service on credit', () => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.IdDoc.TipoPago = 2;
  expect(lineOf(voucher)).toEqual({
    supplier: '999999992',
    idKind: '1',
    ncf: 'E310000000001',
    ncfModificado: '',
    fecha: '15-06-2026',
    services: '1000.00',
    goods: '',
    total: '1000.00',
    itbis: '180.00',
    itbisWithheld: '',
    isrWithheld: '',
    selectiveTax: '',
    otherTaxes: '',
    tip: '',
    payment: '04',
  });
});

test('a credit note is positive, names the voucher that it modifies, and is its own form of payment', () => {
  const voucher = voucher31();
  Object.assign(voucher.ECF.Encabezado.IdDoc, { eNCF: 'E340000000007', TipoPago: 2 });
  voucher.ECF.InformacionReferencia = { NCFModificado: 'E310000000123' };
  expect(lineOf(voucher, 34)).toMatchObject({
    ncf: 'E340000000007',
    ncfModificado: 'E310000000123',
    total: '1000.00',
    payment: '06',
  });
});

test.each([
  { name: 'goods', lines: [line(1, 1000)], services: '', goods: '1000.00' },
  {
    name: 'both, with a discount on the whole',
    lines: [line(1, 900), line(2, 300)],
    services: '250.00',
    goods: '750.00',
  },
  {
    name: 'a third, rounded once',
    lines: [line(1, 200), line(2, 100)],
    services: '333.33',
    goods: '666.67',
  },
  {
    name: 'a line that is not billed',
    lines: [line(1, 500), line(2, 500, 0)],
    services: '',
    goods: '1000.00',
  },
  { name: 'no lines with an amount', lines: [line(1, 0)], services: '', goods: '1000.00' },
])('services and goods add up to the amount: $name', ({ lines, services, goods }) => {
  const voucher = voucher31();
  voucher.ECF.DetallesItems.Item = lines;
  expect(lineOf(voucher)).toMatchObject({ services, goods, total: '1000.00' });
});

test('taxes go to their fields: tip, contributions, and selective taxes', () => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Totales.ImpuestosAdicionales = {
    ImpuestoAdicional: [
      { TipoImpuesto: '001', OtrosImpuestosAdicionales: 100 },
      { TipoImpuesto: '002', OtrosImpuestosAdicionales: 20 },
      { TipoImpuesto: '005', OtrosImpuestosAdicionales: 2.5 },
      { TipoImpuesto: '004', OtrosImpuestosAdicionales: 7 },
      { TipoImpuesto: '006', MontoImpuestoSelectivoConsumoEspecifico: 30 },
      { TipoImpuesto: '023', MontoImpuestoSelectivoConsumoAdvalorem: 3 },
    ],
  };
  expect(lineOf(voucher)).toMatchObject({ tip: '100.00', otherTaxes: '22.50', selectiveTax: '40.00' });
});

test('of a purchase (41) the one who sold is its Comprador, with a cédula and what was withheld', () => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Comprador.RNCComprador = '00100000008';
  Object.assign(voucher.ECF.Encabezado.Totales, { TotalITBISRetenido: 180, TotalISRRetencion: 20 });
  expect(lineOf(voucher, 41)).toMatchObject({
    supplier: '00100000008',
    idKind: '2',
    itbisWithheld: '180.00',
    isrWithheld: '20.00',
  });
});

test.each([
  [[1], '01'],
  [[2], '02'],
  [[3], '03'],
  [[4], '04'],
  [[6], '05'],
  [[7], '06'],
  [[1, 1], '01'],
  [[1, 3], '07'],
  // Gift vouchers, and other forms.
  [[5], ''],
  [[8], ''],
  [[], ''],
])('the forms of payment %j are field 23 "%s"', (forms, payment) => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.IdDoc.TablaFormasPago = {
    FormaDePago: forms.map((FormaPago) => ({ FormaPago, MontoPago: 1 })),
  };
  expect(lineOf(voucher).payment).toBe(payment);
});

/** A client finds a fault under the spelling of the field that it sent. */
import { sentPath } from '../../../../src/ecf/json/sent-path.js';
import { validate } from '../../../../src/ecf/validate.js';
import { facts, voucher31, type Json } from '../samples.js';

const bonds = [
  { FormaPago: 1, MontoPago: 1 },
  { FormaPago: 5, MontoPago: 1 },
];
const campo = 'ECF.Encabezado.IdDoc.TablaFormasPago';

test.each(['FormasDePago', 'FormaDePago'])('a rule reports a field sent as %s under that name', (name) => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.IdDoc.TablaFormasPago = { [name]: bonds };
  const { errores } = validate(voucher, facts);
  expect(errores.map((fault) => fault.campo)).toEqual([`${campo}.${name}[1].FormaPago`]);
});

const sent: readonly { asked: string; ecf: Json; expected: string }[] = [
  { asked: 'ECF.Encabezado.IdDoc.TipoIngresos', ecf: {}, expected: 'ECF.Encabezado.IdDoc.TipoIngreso' },
  {
    asked: 'ECF.Encabezado.IdDoc.TipoIngreso',
    ecf: { Encabezado: { IdDoc: { TipoIngresos: '01' } } },
    expected: 'ECF.Encabezado.IdDoc.TipoIngresos',
  },
  {
    asked: 'ECF.DetallesItems.Item[3].Retencion.MontoISRRetenido',
    ecf: { DetallesItems: { Item: [] } },
    expected: 'ECF.DetallesItems.Item[3].Retencion.MontoISRRetenido',
  },
  { asked: 'ECF.Nada.DeEsto[0]', ecf: null, expected: 'ECF.Nada.DeEsto[0]' },
];

test.each(sent)('$asked is reported as $expected', ({ asked, ecf, expected }) => {
  expect(sentPath(asked, ecf, 31)).toBe(expected);
});

/** What the form of certification vouchers starts with, and what becomes of it with another type or with computed amounts. */
import { withAmounts } from '../../../src/web/screens/vouchers/issue/put-fields.js';
import { copyOf, emptyVoucher, ofOtherType } from '../../../src/web/screens/vouchers/issue/start-voucher.js';

const old =
  '{"ECF":{"Encabezado":{"IdDoc":{"TipoeCF":31,"eNCF":"E310000000007"},' +
  '"Emisor":{"NumeroFacturaInterna":"FV-1","FechaEmision":"01-07-2026"}}}}';
const copied = (kept: 'number' | 'sale' | 'lines'): unknown =>
  JSON.parse(copyOf(old, '26-11-2026', kept) ?? '');

test.each([
  { kept: 'sale', internal: { NumeroFacturaInterna: 'FV-1' } },
  { kept: 'lines', internal: {} },
] as const)('a copy of the $kept gets another number and is issued today', ({ kept, internal }) => {
  expect(copied(kept)).toEqual({
    ECF: { Encabezado: { IdDoc: { TipoeCF: 31 }, Emisor: { ...internal, FechaEmision: '26-11-2026' } } },
  });
});

test('a new attempt keeps its number and its date', () => {
  expect(copied('number')).toEqual(JSON.parse(old));
});

const issuer = { rnc: '999999992', razonSocial: 'EMPRESA SRL', today: '26-11-2026' };

test('another type keeps what it has too, in its own order, and gets another number', () => {
  const sale =
    '{"ECF":{"Encabezado":{"IdDoc":{"TipoeCF":32,"eNCF":"E320000000007","TipoPago":1,"IndicadorMontoGravado":0},' +
    '"Emisor":{"RNCEmisor":"999999992"}},"DetallesItems":{"Item":[{"NumeroLinea":1,"PrecioUnitarioItem":10.50}]}}}';
  const credit = ofOtherType(sale, 31, issuer);
  expect(JSON.parse(credit)).toEqual({
    ECF: {
      Encabezado: {
        IdDoc: { TipoeCF: 31, IndicadorMontoGravado: 0, TipoPago: 1 },
        Emisor: { RNCEmisor: '999999992' },
      },
      DetallesItems: { Item: [{ NumeroLinea: 1, PrecioUnitarioItem: 10.5 }] },
    },
  });
  expect(credit).toContain('10.50');
  // Type 43 has no such field.
  expect(ofOtherType(sale, 43, issuer)).not.toContain('IndicadorMontoGravado');
});

test.each(['', '{', '[]', '{"ECF":1}'])(
  'with another type, a text that is no voucher becomes an empty one: %s',
  (text) => {
    expect(ofOtherType(text, 31, issuer)).toBe(emptyVoucher(31, issuer));
  },
);

test('computed amounts go to their places in the format, and the others keep their digits', () => {
  const text =
    '{"ECF":{"DetallesItems":{"Item":[{"NumeroLinea":1},{"NumeroLinea":2,"PrecioUnitarioItem":1.50,"MontoItem":9}]}}}';
  const campo = (name: string) => `ECF.${name}`;
  const after = withAmounts(text, 31, [
    { campo: campo('DetallesItems.Item[1].MontoItem'), text: '1.5' },
    { campo: campo('Encabezado.Totales.MontoTotal'), text: '1.77' },
    { campo: campo('Encabezado.Totales.MontoGravadoTotal'), text: '1.5' },
  ]);
  expect(after.replace(/\s/g, '')).toBe(
    '{"ECF":{"Encabezado":{"Totales":{"MontoGravadoTotal":1.5,"MontoTotal":1.77}},' +
      '"DetallesItems":{"Item":[{"NumeroLinea":1},{"NumeroLinea":2,"PrecioUnitarioItem":1.50,"MontoItem":1.5}]}}}',
  );
});

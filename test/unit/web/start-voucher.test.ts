/** What the form of certification vouchers starts with when a person copies a voucher. */
import { copyOf } from '../../../src/web/screens/certification/start-voucher.js';

const old =
  '{"ECF":{"Encabezado":{"IdDoc":{"TipoeCF":31,"eNCF":"E310000000007"},"Emisor":{"FechaEmision":"01-07-2026"}}}}';
const copied = (keepNumber: boolean): unknown => JSON.parse(copyOf(old, '26-11-2026', keepNumber) ?? '');

test('a copy gets another number and is issued today', () => {
  expect(copied(false)).toEqual({
    ECF: { Encabezado: { IdDoc: { TipoeCF: 31 }, Emisor: { FechaEmision: '26-11-2026' } } },
  });
});

test('a new attempt keeps its number and its date', () => {
  expect(copied(true)).toEqual(JSON.parse(old));
});

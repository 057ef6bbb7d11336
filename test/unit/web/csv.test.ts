/** The CSV of a page of vouchers: a spreadsheet never runs a cell as a formula. */
import { cell, csvOf } from '../../../src/web/screens/vouchers/csv.js';

test.each([
  { name: 'a formula', text: '=1+1', safe: `'=1+1` },
  { name: 'a plus', text: '+18095550100', safe: `'+18095550100` },
  { name: 'a minus', text: '-5.00', safe: `'-5.00` },
  { name: 'an at sign', text: '@SUM(A1)', safe: `'@SUM(A1)` },
  { name: 'a tab', text: '\t=1', safe: `'\t=1` },
  { name: 'a comma', text: 'a,b', safe: '"a,b"' },
  { name: 'quotes', text: 'a "b"', safe: '"a ""b"""' },
  { name: 'a formula with a comma', text: '=HYPERLINK("x",1)', safe: `"'=HYPERLINK(""x"",1)"` },
  { name: 'an amount', text: '1234.50', safe: '1234.50' },
])('a cell with $name', ({ text, safe }) => {
  expect(cell(text)).toBe(safe);
});

test('one line for each voucher, below the heads, with amounts as they are', () => {
  const csv = csvOf([
    {
      encf: 'E310000000001',
      ecfType: 31,
      attempt: 1,
      buyerRnc: '131880681',
      total: '12345678901234567.89',
      state: 'submitted',
      status: 'En Espera',
      waiting: 'DGII_SILENT',
      receivedAt: '2026-11-20T14:05:09.000Z',
      issuedOn: '20-11-2026',
      atBuyer: null,
    },
  ]);
  const [heads, line] = csv.split('\r\n');
  expect(heads).toBe('\uFEFFe-NCF,Tipo,RNC comprador,Monto total,Emisión,Estado,Espera,Recibido');
  expect(line).toBe(
    'E310000000001,Factura de crédito fiscal electrónica,131880681,12345678901234567.89,20-11-2026,En Espera,DGII sin resultado,20/11/2026 10:05:09',
  );
});

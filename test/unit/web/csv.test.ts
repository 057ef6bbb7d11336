/** The CSV of a page of vouchers: a spreadsheet never runs a cell as a formula. */
import type { CertificationRow, ReceivedRow } from '../../../src/web/api/answers.js';
import { runCsv } from '../../../src/web/screens/certification-runs/csv.js';
import { receivedCsv } from '../../../src/web/screens/received/csv.js';
import { csvOf } from '../../../src/web/screens/vouchers/csv.js';
import { cell } from '../../../src/web/shared/csv.js';

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

test('has a line for each voucher below the heads, with the amounts as the service sent them', () => {
  const csv = csvOf([
    {
      encf: 'E310000000001',
      ecfType: 31,
      attempt: 1,
      buyerRnc: '131880681',
      buyerName: 'DOS, SRL',
      total: '12345678901234567.89',
      totalItbis: '180.00',
      state: 'submitted',
      status: 'En Espera',
      waiting: 'DGII_SILENT',
      receivedAt: '2026-11-20T14:05:09.000Z',
      issuedOn: '20-11-2026',
      atBuyer: null,
      modifies: 'E310000000009',
    },
  ]);
  const [heads, line] = csv.split('\r\n');
  expect(heads).toBe(
    '\uFEFFe-NCF,Tipo,RNC comprador o proveedor,Comprador o proveedor,Monto total,ITBIS,Emisión,Estado,Espera,Recibido,e-NCF modificado',
  );
  expect(line).toBe(
    'E310000000001,Factura de crédito fiscal electrónica,131880681,"DOS, SRL",12345678901234567.89,180.00,20-11-2026,En Espera,DGII sin resultado,20/11/2026 10:05:09,E310000000009',
  );
});

test('received vouchers have their issuer, their ITBIS and both states', () => {
  const row: Omit<ReceivedRow, 'totalItbis' | 'dgii' | 'decided'> = {
    rncEmisor: '101000001',
    issuer: 'UNO, SRL',
    encf: 'E310000000501',
    ecfType: 31,
    overdue: false,
    total: '1180.00',
    issuedOn: '20-11-2026',
    receivedAt: '2026-11-20T14:05:09.000Z',
  };
  const [heads, first, second] = receivedCsv([
    { ...row, totalItbis: '180.00', dgii: 'accepted', decided: 'aprobado' },
    { ...row, totalItbis: null, dgii: null, decided: null },
  ]).split('\r\n');
  expect(heads).toBe(
    '\uFEFFe-NCF,Tipo,RNC emisor,Emisor,Monto total,ITBIS,Emisión,En la DGII,Aprobación comercial,Recibido',
  );
  const start = 'E310000000501,Factura de crédito fiscal electrónica,101000001,"UNO, SRL",1180.00';
  expect(first).toBe(`${start},180.00,20-11-2026,Aceptado,Aprobado,20/11/2026 10:05:09`);
  expect(second).toBe(`${start},,20-11-2026,Sin consultar,Sin decidir,20/11/2026 10:05:09`);
});

test('the report of a run has a line for each row, with all that was said about it', () => {
  const row: CertificationRow = {
    row: 7,
    encf: 'E310000000051',
    ecfType: 31,
    attempt: 2,
    outcome: 'rejected',
    isNext: true,
    status: 'Rechazado',
    waiting: null,
    trackId: 'f2a1',
    use: null,
    isSummary: false,
    messages: ['=1+1, no', 'Monto'],
    refusal: { code: 'NOT_SENT', mensaje: 'No se envió.' },
    faults: [{ code: 'TASA-05', campo: 'ECF', mensaje: 'Sin líneas.', severidad: 'condicional' }],
  };
  const bare = { messages: [], refusal: null, faults: [], outcome: null, status: null, attempt: null };
  const [heads, first, second] = runCsv({
    rows: [row, { ...row, ...bare, trackId: null, use: 'spent' }],
  }).split('\r\n');
  expect(heads).toBe('\uFEFFFila,e-NCF,Tipo,Intento,Estado,TrackId,Mensajes');
  const start = '7,E310000000051,Factura de crédito fiscal electrónica';
  expect(first).toBe(
    `${start},2,Rechazado,f2a1,"'=1+1, no | Monto | NOT_SENT No se envió. | TASA-05 Sin líneas."`,
  );
  expect(second).toBe(`${start},,Número ya usado,,`);
});

/** Whether DGII's answer is about a voucher: what counts as another voucher, and what is only another way to write a value. */
import { isAboutVoucher } from '../../../../src/ecf/messages/about-voucher.js';

const answer = {
  codigoSeguridad: 'aB3+/x',
  montoTotal: '1180',
  totalITBIS: '180',
  fechaEmision: '05-07-2026',
  fechaFirma: '05-07-2026 14:05:09',
};
const voucher = {
  securityCode: 'aB3+/x',
  montoTotal: '1180.00',
  totalITBIS: '180.00',
  fechaEmision: '05-07-2026',
  fechaFirma: '05-07-2026 14:05:09',
};

test.each<[string, object, object]>([
  ['all values', {}, {}],
  ['amounts with more decimals', { montoTotal: '1180.0', totalITBIS: '180.000' }, {}],
  ['nothing but the state', Object.fromEntries(Object.keys(answer).map((name) => [name, null])), {}],
  ['a zero that DGII writes for no ITBIS', { totalITBIS: '0' }, { totalITBIS: undefined }],
  ['a zero although the voucher has ITBIS', { totalITBIS: '0.00' }, {}],
  ['days without leading zeros', { fechaEmision: '5-7-2026', fechaFirma: '5-7-2026 14:05:09' }, {}],
  ['a voucher without leading zeros', {}, { fechaFirma: '5-7-2026 14:05:09' }],
  ['the day of issue with a time', { fechaEmision: '05-07-2026 00:00:00' }, {}],
  ['a time of signing without its time', { fechaFirma: '05-07-2026' }, {}],
  ['a clock of twelve hours', { fechaFirma: '05-07-2026 02:05:09' }, {}],
  [
    'the time of signing in UTC',
    { fechaFirma: '06-07-2026 01:30:00' },
    { fechaFirma: '05-07-2026 21:30:00' },
  ],
  ['dates that begin with the year', { fechaEmision: '2026-07-04', fechaFirma: '2026-07-01T14:05:09Z' }, {}],
  ['dates with the month first', { fechaEmision: '7/5/2026', fechaFirma: '7/5/2026 2:05:09 PM' }, {}],
  ['no day at all', { fechaEmision: '31-02-2026', fechaFirma: 'N/D' }, {}],
  ['a voucher with nothing but its code', {}, { montoTotal: undefined, fechaEmision: undefined }],
])('the same voucher: %s', (_name, changedAnswer, changedVoucher) => {
  expect(isAboutVoucher({ ...answer, ...changedAnswer }, { ...voucher, ...changedVoucher })).toBe(true);
});

test.each<[string, object]>([
  ['code', { codigoSeguridad: 'aB3+/y' }],
  ['total', { montoTotal: '1180.01' }],
  ['ITBIS', { totalITBIS: '179.99' }],
  ['day of issue', { fechaEmision: '04-07-2026' }],
  ['time of signing, by two days', { fechaFirma: '07-07-2026 14:05:09' }],
])('another voucher: another %s', (_name, changed) => {
  expect(isAboutVoucher({ ...answer, ...changed }, voucher)).toBe(false);
});

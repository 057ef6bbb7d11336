/** What the log shows of an error. */
import { shownError } from '../../../src/shared/log.js';

test.each([
  ['El RNC 00112345678 del certificado', 'El RNC *** del certificado'],
  ['cédula 001-1234567-8.', 'cédula ***.'],
  ['E310000000001 of company 131880681', 'E310000000001 of company 131880681'],
  ['mongodb://ecf:hidden@127.0.0.1:1/', 'mongodb://***@127.0.0.1:1/'],
])('"%s" is logged as "%s"', (message, written) => {
  expect(shownError(new Error('outer', { cause: new Error(message) })).cause?.message).toBe(written);
});

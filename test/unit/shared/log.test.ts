/** What the log shows of an error. */
import { Writable } from 'node:stream';
import { createLog, shownError } from '../../../src/shared/log.js';

test.each([
  ['El RNC 00112345678 del certificado', 'El RNC *** del certificado'],
  ['cédula 001-1234567-8.', 'cédula ***.'],
  ['E310000000001 of company 131880681', 'E310000000001 of company 131880681'],
  ['mongodb://ecf:hidden@127.0.0.1:1/', 'mongodb://***@127.0.0.1:1/'],
])('"%s" is logged as "%s"', (message, written) => {
  expect(shownError(new Error('outer', { cause: new Error(message) })).cause?.message).toBe(written);
});

test('an outage is logged with its causes and without a stack, a defect with its stack', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (text: Buffer, _encoding, done) => {
      lines.push(String(text));
      done();
    },
  });
  const log = createLog({ role: 'api', level: 'info', destination });
  const error = new Error('the ledger is away', { cause: new Error('connect ECONNREFUSED') });
  log.warn({ outage: error }, 'request refused');
  log.error({ err: error }, 'request failed');
  const [outage, defect] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(outage).toMatchObject({
    outage: { message: 'the ledger is away', cause: { message: 'connect ECONNREFUSED' } },
  });
  expect(lines[0]).not.toContain('stack');
  expect(defect).toMatchObject({ err: { stack: expect.stringContaining('log.test') as string } });
});

/** What the command line says when MongoDB refuses it. */
import { failureOf } from '../../../src/cli/terminal/failures.js';
import { connectStore } from '../../../src/ledger/ledger.js';

test.each([
  { refusal: 'a missing right', code: 13, says: /falta un permiso.*mongo-setup/ },
  { refusal: 'a wrong password', code: 18, says: /no aceptó las credenciales/ },
])('$refusal of the account', ({ code, says }) => {
  const refused = Object.assign(new Error('refused'), { name: 'MongoServerError', code });
  const { code: error, message } = failureOf(refused, 'mongo:27017', false);
  expect(error).toBe('LEDGER_ACCESS_DENIED');
  expect(message).toMatch(says);
});

test('an address that switches off the journal', async () => {
  const refused = await connectStore('mongodb://u:hidden@x/?journal=false', 'ecf').catch((error: unknown) =>
    failureOf(error, 'x', false),
  );
  expect(refused).toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(/^MONGODB_URI .*journal=false/),
  });
});

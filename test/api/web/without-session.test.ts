/** What needs no session: the refusals before it. */
import { startWeb, type Web } from './harness.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

test('without a session every page asks to log in, and no cookie is set', async () => {
  const { status, body, headers } = await web.browser().call('GET', '/session');
  expect({ status, body }).toEqual({
    status: 401,
    body: { code: 'SESSION_REQUIRED', mensaje: 'La sesión no existe o terminó. Inicie sesión.' },
  });
  expect(headers['set-cookie']).toBeUndefined();
});

/** The browser's calls of /app/api: the contract types them, and each failure becomes what a screen can show. */
import { ApiError, isLasting } from '../../src/web/api/api-error.js';
import { addressOf, answerOf } from '../../src/web/api/client.js';
import { isSessionLost, reportSessionLost } from '../../src/web/api/session-lost.js';

const failed = (response: Response, error?: unknown) =>
  answerOf(Promise.resolve({ error, response })).catch((caught: unknown) => caught);
const thrown = (failure: unknown) =>
  answerOf(Promise.reject(failure as Error)).catch((caught: unknown) => caught);

afterEach(() => reportSessionLost(false));

test('the address of a file has the parts that the contract names', () => {
  const path = { companyId: 7, environment: 'certification', encf: 'E310000000001' } as const;
  const xml = '/companies/{companyId}/{environment}/vouchers/{encf}/xml';
  expect(addressOf(xml, { path, query: { attempt: 2 } })).toBe(
    '/app/api/companies/7/certification/vouchers/E310000000001/xml?attempt=2',
  );
});

test('a refusal keeps code, message, field and details', async () => {
  const said = { code: 'RANGE_INVALID', mensaje: 'No.', campo: 'to', detalle: { next: 'code' } };
  const error = await failed(new Response(null, { status: 409 }), said);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, message: 'No.', code: 'RANGE_INVALID', campo: 'to' });
  expect(error).toMatchObject({ detalle: { next: 'code' } });
  expect(isLasting(error)).toBe(true);
});

test('no page and no list gets a stranger’s hidden characters, neither in an answer nor in a refusal', async () => {
  const data = { items: [{ razonSocial: 'ACME\u202ELRS', total: 5, motivo: null }] };
  const answer = await answerOf(Promise.resolve({ data, response: new Response() }));
  expect(answer).toEqual({ items: [{ razonSocial: 'ACME[U+202E]LRS', total: 5, motivo: null }] });
  const bytes = new Blob(['\u202E']);
  const file = await answerOf(Promise.resolve({ data: { bytes, name: 'a.xml' }, response: new Response() }));
  expect(file.bytes).toBe(bytes);
  const said = { code: 'X', mensaje: 'La DGII dice: a\u2066b' };
  expect(await failed(new Response(null, { status: 409 }), said)).toMatchObject({
    message: 'La DGII dice: a[U+2066]b',
  });
});

test('a busy service says when to try again', async () => {
  const response = new Response(null, { status: 429, headers: { 'retry-after': '30' } });
  const error = await failed(response, { code: 'TOO_MANY_REQUESTS', mensaje: 'Demasiadas solicitudes.' });
  expect(error).toMatchObject({ message: 'Demasiadas solicitudes. Espere 30 s.' });
  expect(isLasting(error)).toBe(false);
});

test.each([
  { name: 'no connection', failure: new TypeError('Failed to fetch'), code: 'NETWORK' },
  { name: 'the time limit', failure: new DOMException('late', 'TimeoutError'), code: 'NETWORK' },
  { name: 'an answer that is no JSON', failure: new SyntaxError('<'), code: 'UNREADABLE' },
])('$name becomes $code', async ({ failure, code }) => {
  expect(await thrown(failure)).toMatchObject({ code });
});

test('a proxy’s page instead of a refusal is unreadable', async () => {
  expect(await failed(new Response(null, { status: 502 }), '<html>')).toMatchObject({
    status: 502,
    code: 'UNREADABLE',
  });
});

test('a request that its screen cancelled is not an error of the service', async () => {
  const cancelled = new DOMException('gone', 'AbortError');
  expect(await thrown(cancelled)).toBe(cancelled);
});

test.each([
  { name: 'of a company', url: 'https://ecf.example/app/api/companies/7/users', lost: true },
  { name: 'of the session itself', url: 'https://ecf.example/app/api/session', lost: false },
])('a call $name without a session: session lost is $lost', async ({ url, lost }) => {
  const response = Object.defineProperty(new Response(null, { status: 401 }), 'url', { value: url });
  await failed(response, { code: 'SESSION_REQUIRED', mensaje: 'Entre para continuar.' });
  expect(isSessionLost()).toBe(lost);
});

/** Which tokens the operations accept and refuse, in both versions. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { jwtConfig, startApi, startOfTest, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const claims = {
  usuario: 'integracion',
  rnc: '999999992',
  companyId: 1,
  environment: 'pre-certification',
  userGeneration: 0,
  companyGeneration: 0,
  iat: startOfTest / 1000,
  exp: startOfTest / 1000 + 7200,
};
const [current, old] = jwtConfig.secrets;
const options = {
  algorithm: 'HS256',
  keyid: current!.kid,
  issuer: jwtConfig.issuer,
  audience: jwtConfig.audience,
} as const;

const sign = (change: object = {}, signing: jwt.SignOptions = {}, secret = current!.secret) =>
  `Bearer ${jwt.sign({ ...claims, ...change }, secret, { ...options, ...signing })}`;

/** Claims of a two-hour token that expires this many seconds after the test started. */
const expiring = (seconds: number) => ({
  iat: startOfTest / 1000 + seconds - 7200,
  exp: startOfTest / 1000 + seconds,
});

const { exp: _exp, ...endless } = claims;

const headers: { name: string; authorization: string | undefined; code: string | undefined }[] = [
  { name: 'no header', authorization: undefined, code: 'TOKEN_MISSING' },
  { name: 'another scheme', authorization: 'Basic YTpi', code: 'TOKEN_MISSING' },
  { name: 'no token', authorization: 'Bearer ', code: 'TOKEN_MISSING' },
  { name: 'no JWT', authorization: 'Bearer abc', code: 'TOKEN_INVALID' },
  { name: 'another secret', authorization: sign({}, {}, 'x'.repeat(32)), code: 'TOKEN_INVALID' },
  { name: 'an unknown kid', authorization: sign({}, { keyid: 'other' }), code: 'TOKEN_INVALID' },
  { name: 'algorithm HS512', authorization: sign({}, { algorithm: 'HS512' }), code: 'TOKEN_INVALID' },
  { name: 'algorithm none', authorization: `Bearer ${unsigned()}`, code: 'TOKEN_INVALID' },
  { name: 'another issuer', authorization: sign({}, { issuer: 'other' }), code: 'TOKEN_INVALID' },
  { name: 'another audience', authorization: sign({}, { audience: 'other' }), code: 'TOKEN_INVALID' },
  { name: 'expired', authorization: sign(expiring(-60)), code: 'TOKEN_EXPIRED' },
  {
    name: 'issued in the future',
    authorization: sign({ iat: startOfTest / 1000 + 3_600 }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'a longer lifetime than ours',
    authorization: sign({ exp: startOfTest / 1000 + 90_000 }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'a payload that is not JSON',
    authorization: `Bearer ${forged({ alg: 'HS256', typ: 'JWT', kid: current!.kid }, 'x')}`,
    code: 'TOKEN_INVALID',
  },
  {
    name: 'a payload that is null',
    authorization: `Bearer ${forged({ alg: 'HS256', typ: 'JWT', kid: current!.kid }, 'null')}`,
    code: 'TOKEN_INVALID',
  },
  { name: 'a header that is not JSON', authorization: 'Bearer eA.eA.eA', code: 'TOKEN_INVALID' },
  { name: 'claims changed after signing', authorization: tampered(), code: 'TOKEN_INVALID' },
  { name: 'signature cut off', authorization: sign().replace(/\.[^.]*$/, '.'), code: 'TOKEN_INVALID' },
  { name: 'RS256 with a key of the caller', authorization: signedWithRsa(), code: 'TOKEN_INVALID' },
  { name: 'HS256 with a public key as the secret', authorization: confused(), code: 'TOKEN_INVALID' },
  {
    name: 'a key inside the token header',
    authorization: sign(
      {},
      { header: { alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } } as jwt.JwtHeader },
      'x'.repeat(32),
    ),
    code: 'TOKEN_INVALID',
  },
  ...['__proto__', 'constructor', '../../dev/null', "' OR 1=1", ''].map((kid) => ({
    name: `kid ${kid}`,
    authorization: `Bearer ${forged({ alg: 'HS256', typ: 'JWT', kid }, '{}')}`,
    code: 'TOKEN_INVALID',
  })),
  {
    name: 'kid is a list',
    authorization: `Bearer ${forged({ alg: 'HS256', typ: 'JWT', kid: [current!.kid] }, '{}')}`,
    code: 'TOKEN_INVALID',
  },
  {
    name: 'kid is a MongoDB operator',
    authorization: `Bearer ${forged({ alg: 'HS256', typ: 'JWT', kid: { $ne: '' } }, '{}')}`,
    code: 'TOKEN_INVALID',
  },
  { name: 'operators as claims', authorization: sign({ usuario: { $ne: '' } }), code: 'TOKEN_INVALID' },
  {
    name: 'no expiry',
    authorization: `Bearer ${jwt.sign(endless, current!.secret, options)}`,
    code: 'TOKEN_INVALID',
  },
  { name: 'another environment', authorization: sign({ environment: 'production' }), code: 'TOKEN_INVALID' },
  { name: 'no environment', authorization: sign({ environment: 'constructor' }), code: 'TOKEN_INVALID' },
  { name: 'another company', authorization: sign({ companyId: 2 }), code: 'TOKEN_INVALID' },
  { name: 'another RNC', authorization: sign({ rnc: '999999982' }), code: 'TOKEN_INVALID' },
  { name: 'a company that does not exist', authorization: sign({ companyId: 9 }), code: 'TOKEN_INVALID' },
  { name: 'a user that does not exist', authorization: sign({ usuario: 'otro' }), code: 'TOKEN_INVALID' },
  {
    name: 'another generation of the user',
    authorization: sign({ userGeneration: 1 }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'another generation of the company',
    authorization: sign({ companyGeneration: 1 }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'no generation of the user',
    authorization: sign({ userGeneration: undefined }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'no generation of the company',
    authorization: sign({ companyGeneration: undefined }),
    code: 'TOKEN_INVALID',
  },
  {
    name: 'a generation that is not a number',
    authorization: sign({ userGeneration: '0' }),
    code: 'TOKEN_INVALID',
  },
  { name: 'the current secret', authorization: sign(), code: undefined },
  {
    name: 'an old secret that still verifies',
    authorization: sign({}, { keyid: 'old' }, old!.secret),
    code: undefined,
  },
  { name: 'the scheme in lower case', authorization: sign().replace('Bearer', 'bearer'), code: undefined },
];

/** HMAC with the service's real secret. */
function forged(header: object, payload: string): string {
  const text = [JSON.stringify(header), payload]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', current!.secret).update(text).digest('base64url')}`;
}

function tampered(): string {
  const [header, payload = '', signature] = sign().split('.');
  const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), companyId: 2 };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

/** As texts: while a new key object is read, Node 20 may collect the job that made it, and then the process stops. */
function rsaKeys() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function signedWithRsa(): string {
  const { privateKey } = rsaKeys();
  return `Bearer ${jwt.sign(claims, privateKey, { ...options, algorithm: 'RS256' })}`;
}

/** Algorithm confusion: an HS256 token signed with a public RSA key, which everyone knows. */
function confused(): string {
  const { publicKey: pem } = rsaKeys();
  const [header, payload] = sign().replace('Bearer ', '').split('.');
  const signature = createHmac('sha256', pem).update(`${header}.${payload}`).digest('base64url');
  return `Bearer ${header}.${payload}.${signature}`;
}

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { ...claims, iss: jwtConfig.issuer, aud: jwtConfig.audience };
  return `${part({ alg: 'none', kid: current!.kid })}.${part(payload)}.`;
}

describe.each(versions)('token $version', ({ validate, send, status }) => {
  test.each(headers)('$name', async ({ authorization, code }) => {
    const header: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const { method, path, body } of [
      { method: 'POST', path: validate, body: voucher() },
      { method: 'POST', path: send, body: voucher() },
      { method: 'GET', path: status('E310000000001'), body: undefined },
    ]) {
      const answer = await api.call(method, path, { headers: header, body });
      if (code === undefined) expect(answer.status).toBe(200);
      else {
        expect([answer.status, answer.body.data.code]).toEqual([401, code]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
  });
});

test.each([
  { name: 'two seconds after it expired, within the allowed clock difference', seconds: 2, status: 200 },
  { name: 'six seconds after it expired', seconds: 6, status: 401 },
])('a token $name → $status', async ({ seconds, status }) => {
  const token = api.tokenOf(1);
  api.nowMs += 7_200_000 + seconds * 1000;
  expect((await api.call('POST', '/api/v2/dgii-ecf/validate', { token, body: voucher() })).status).toBe(
    status,
  );
});

test('a token that was accepted before expires all the same, and with the clock set back it is in the future', async () => {
  const authorization = sign();
  const answerAt = async (seconds: number) => {
    api.nowMs = startOfTest + seconds * 1_000;
    const headers = { authorization };
    const { status, body } = await api.call('POST', versions[1].validate, { headers, body: voucher() });
    return status === 200 ? 'accepted' : body.data.code;
  };
  expect([await answerAt(0), await answerAt(7_190), await answerAt(7_206), await answerAt(-6)]).toEqual([
    'accepted',
    'accepted',
    'TOKEN_EXPIRED',
    'TOKEN_INVALID',
  ]);
});

const endings: { name: string; change: () => unknown }[] = [
  {
    name: 'a user whose password changed after the login',
    change: () => (api.store.users[0] = { ...api.store.users[0]!, tokenGeneration: 1 }),
  },
  {
    name: 'a user disabled after the login',
    change: () => (api.store.users[0] = { ...api.store.users[0]!, disabled: true }),
  },
  {
    name: 'a company moved to another environment after the login, and back',
    change: () => api.store.companies.set(1, { ...api.store.companies.get(1)!, tokenGeneration: 2 }),
  },
  {
    name: 'a company moved to another environment after the login',
    change: () =>
      api.store.companies.set(1, { ...api.store.companies.get(1)!, environment: 'certification' }),
  },
];

/** The status and code of an operation's answer, with this token. */
type Ask = (token: string) => Promise<readonly [number, string | undefined]>;
const asking = (method: string, path: string, body?: () => unknown): Ask => {
  return async (token) => {
    const answer = await api.call(method, `/api/v2${path}`, { token, body: body?.() });
    return [answer.status, answer.body.data.code];
  };
};
const reads: readonly { name: string; ask: Ask }[] = [
  { name: 'document-status', ask: asking('GET', '/dgii-ecf/document-status/E310000000001') },
  { name: 'consult-rnc', ask: asking('GET', '/dgii-ecf/consult-rnc?rnc=131880681') },
  { name: 'ecf-sequences', ask: asking('GET', '/ecf-sequences') },
  { name: 'unused', ask: asking('GET', '/ecf-sequences/unused') },
  {
    name: 'external-status',
    ask: asking('GET', '/dgii-ecf/external-status?rncEmisor=131880681&encf=E310000000001'),
  },
];
const others: readonly { name: string; ask: Ask }[] = [
  { name: 'validate', ask: asking('POST', '/dgii-ecf/validate', voucher) },
  { name: 'send', ask: asking('POST', '/dgii-ecf/send', voucher) },
  { name: 'next', ask: asking('POST', '/ecf-sequences/next', () => ({ ecfType: 31 })) },
  {
    name: 'the decision about a received voucher',
    ask: asking('POST', '/ecf-received/131880681/E310000000001/approval', () => ({ estado: 'aprobado' })),
  },
];
const ended = [401, 'TOKEN_INVALID'] as const;

describe.each(endings)('$name', ({ change }) => {
  test.each(others)('is refused by $name at once', async ({ ask }) => {
    const token = api.tokenOf(1);
    // Makes the reads remember the user. Only reads may use what they remember.
    for (const read of reads) expect(await read.ask(token)).not.toEqual(ended);
    change();
    expect(await ask(token)).toEqual(ended);
  });

  test.each(reads)('is refused by $name within a second', async ({ ask }) => {
    const token = api.tokenOf(1);
    expect(await ask(token)).not.toEqual(ended);
    change();
    api.nowMs += 999;
    expect(await ask(token)).not.toEqual(ended);
    api.nowMs += 1;
    expect(await ask(token)).toEqual(ended);
  });
});

test.each(reads)('$name accepts a new token at once, and the old one no longer', async ({ ask }) => {
  const before = api.tokenOf(1);
  expect(await ask(before)).not.toEqual(ended);
  api.store.users[0] = { ...api.store.users[0]!, tokenGeneration: 1 };
  expect(await ask(api.tokenOf(1))).not.toEqual(ended);
  expect(await ask(before)).toEqual(ended);
});

test('a user who is disabled while a large voucher is checked sends nothing', async () => {
  const { parse } = api.checker;
  const parseAndDisable: typeof parse = async (companyId, bytes) => {
    const parsed = await parse(companyId, bytes);
    if (!parsed.ok) return parsed;
    const check: typeof parsed.check = async (asked) => {
      const checked = await parsed.check(asked);
      api.store.users[0] = { ...api.store.users[0]!, disabled: true };
      return checked;
    };
    return { ...parsed, check };
  };
  Object.assign(api.checker, { parse: parseAndDisable });
  try {
    const body = JSON.stringify(voucher()) + ' '.repeat(40_000);
    const headers = { 'content-type': 'application/json' };
    const token = api.tokenOf(1);
    const answer = await api.call('POST', '/api/v2/dgii-ecf/send', { token, headers, body });
    expect([answer.status, answer.body.data.code]).toEqual(ended);
  } finally {
    Object.assign(api.checker, { parse });
  }
});

test('a remembered user is not used when the clock is set back', async () => {
  const [{ ask }] = reads as [(typeof reads)[0]];
  const token = api.tokenOf(1);
  expect(await ask(token)).not.toEqual(ended);
  api.store.users[0] = { ...api.store.users[0]!, disabled: true };
  api.nowMs -= 60_000;
  expect(await ask(token)).toEqual(ended);
});

test('an outage of the ledger is not reported as a bad token, and its result is not cached', async () => {
  const token = api.tokenOf(1);
  api.store.down = true;
  const during = await api.call('POST', '/api/v2/dgii-ecf/validate', { token, body: voucher() });
  expect([during.status, during.body.data.code]).toEqual([503, 'LEDGER_UNAVAILABLE']);
  api.store.down = false;
  expect((await api.call('POST', '/api/v2/dgii-ecf/validate', { token, body: voucher() })).status).toBe(200);
});

describe('v1 paths must name the company of the token', () => {
  test.each([
    { path: '/api/v1/dgii-ecf/validate/0', status: 200 },
    { path: '/api/v1/dgii-ecf/validate/1', status: 200 },
    { path: '/api/v1/dgii-ecf/validate/2', status: 403 },
    { path: '/api/v1/dgii-ecf/validate/abc', status: 403 },
    { path: '/api/v1/dgii-ecf/validate/-1', status: 403 },
    { path: '/api/v1/dgii-ecf/send/1', status: 200 },
    { path: '/api/v1/dgii-ecf/send/2', status: 403 },
    { path: '/api/v1/dgii-ecf/send/1.5', status: 403 },
  ])('$path → $status', async ({ path, status }) => {
    const { status: got, body } = await api.call('POST', path, { token: api.tokenOf(1), body: voucher() });
    expect(got).toBe(status);
    if (status === 403) expect(body.data.code).toBe('COMPANY_NOT_ALLOWED');
  });

  test.each([
    { rnc: '999999992', status: 200 },
    { rnc: '999999982', status: 403 },
    { rnc: 'x', status: 403 },
  ])('document-status/$rnc → $status', async ({ rnc, status }) => {
    const token = api.tokenOf(1);
    await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher() });
    const { status: got } = await api.call('GET', `/api/v1/dgii-ecf/document-status/${rnc}/E310000000001`, {
      token,
    });
    expect(got).toBe(status);
  });
});

test('after a change of environment a new token works at once and the old one does not', async () => {
  const before = api.tokenOf(1);
  const call = (token: string) => api.call('POST', '/api/v2/dgii-ecf/validate', { token, body: voucher() });
  expect((await call(before)).status).toBe(200);
  api.store.companies.set(1, { ...api.store.companies.get(1)!, environment: 'production' });
  expect((await call(api.tokenOf(1))).status).toBe(200);
  expect((await call(before)).status).toBe(401);
});

/** API keys at the operations of the public API: which keys are accepted, and for what. */
import { randomUUID } from 'node:crypto';
import type { ApiKey, KeyScope } from '../../../src/ledger/people/api-key.js';
import { keyScopes } from '../../../src/ledger/people/api-key.js';
import { environmentList, type Environment } from '../../../src/ecf/model/environments.js';
import { newSecret } from '../../../src/services/people/key-text.js';
import { readOpenApiDocument } from '../../../src/api/http/openapi-document.js';
import { startApi, voucher, type Api, type Called } from '../harness.js';

const by = { operator: 'ana@servidor' };
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

interface Made {
  readonly text: string;
  readonly key: ApiKey;
}

/** A key of company 1, which is in pre-certification, with every scope. */
function addKey(change: Partial<ApiKey> = {}): Made {
  const environment = change.environment ?? 'pre-certification';
  const { text, secret } = newSecret(environment, new Date(api.nowMs), by);
  const key: ApiKey = {
    keyId: randomUUID(),
    name: 'ERP principal',
    companyId: 1,
    environment,
    scopes: keyScopes,
    secrets: [secret],
    createdAt: new Date(api.nowMs),
    madeBy: by,
    ...change,
  };
  api.store.apiKeys.push(key);
  return { text, key };
}

function changeKey({ keyId }: ApiKey, change: Partial<ApiKey>): void {
  const at = api.store.apiKeys.findIndex((one) => one.keyId === keyId);
  api.store.apiKeys[at] = { ...api.store.apiKeys[at]!, ...change };
}

const documents = '/api/v2/dgii-ecf/documents';
/** A list has no code. */
const codeIn = ({ data }: Pick<Called['body'], 'data'>): unknown =>
  (data as Partial<Called['body']['data']> | undefined)?.code;
async function codeOf(token: string, path = documents): Promise<unknown> {
  const { status, body } = await api.call('GET', path, { token });
  return [status, codeIn(body)];
}

/** Decided by hand: a new operation without a row fails. The two versions of an operation ask for the same scope. */
const scopeOf: Readonly<Record<string, KeyScope>> = {
  validate: 'vouchers:issue',
  send: 'vouchers:issue',
  documentStatus: 'vouchers:read',
  documentHistory: 'vouchers:read',
  documentPrint: 'vouchers:read',
  documents: 'vouchers:read',
  documentXml: 'vouchers:read',
  archive: 'vouchers:read',
  externalStatus: 'vouchers:read',
  consultRnc: 'vouchers:read',
  nextSequence: 'numbers',
  sequences: 'numbers',
  unusedNumbers: 'numbers',
  requestAnnulments: 'numbers',
  annulments: 'numbers',
  annulment: 'numbers',
  cancelAnnulment: 'numbers',
  received: 'received:read',
  refusedReceptions: 'received:read',
  receivedOne: 'received:read',
  receivedXml: 'received:read',
  receivedJson: 'received:read',
  decideReceived: 'received:decide',
  issue: 'vouchers:issue',
  documentMail: 'vouchers:issue',
  noteDraft: 'vouchers:issue',
  totals: 'vouchers:issue',
  events: 'events:read',
  webhooks: 'webhooks',
  addWebhook: 'webhooks',
  webhook: 'webhooks',
  changeWebhook: 'webhooks',
  removeWebhook: 'webhooks',
  webhookDeliveries: 'webhooks',
  redeliver: 'webhooks',
  recoverWebhook: 'webhooks',
  testWebhook: 'webhooks',
  rotateWebhookSecret: 'webhooks',
};

/** What an operation needs too: the archive has received vouchers as well. */
const alsoScopeOf: Readonly<Record<string, KeyScope>> = { archive: 'received:read' };

const operations = Object.entries(readOpenApiDocument().paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, { operationId }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path: template
      .replace('{companyId}', '0')
      .replace('{rncEmisor}', '131880681')
      .replace('{rnc}', '999999992')
      .replace('{encf}', 'E310000000001')
      .replace('{annulmentId}', randomUUID())
      .replace('{webhookId}', randomUUID()),
  })),
);
const withKeys = operations.filter(({ name }) => !name.startsWith('login'));

test('every operation names the scope that a key needs', () => {
  const names = new Set(withKeys.map(({ name }) => name.replace(/V1$/, '')));
  expect([...names].sort()).toEqual(Object.keys(scopeOf).sort());
});

describe.each(keyScopes)('a key with the scope %s alone', (scope) => {
  test.each(withKeys)('$method $path', async ({ name, method, path }) => {
    const { text } = addKey({ scopes: [scope] });
    const { status, body } = await api.call(method, path, {
      token: text,
      ...(method === 'POST' && { body: {} }),
    });
    const needed = scopeOf[name.replace(/V1$/, '')];
    const data: Readonly<Record<string, unknown>> = { ...body.data };
    const refused = status === 403 ? [data['code'], data['scope']] : [];
    const lacking = needed === scope ? alsoScopeOf[name] : needed;
    expect(refused).toEqual(lacking === undefined ? [] : ['API_KEY_SCOPE_MISSING', lacking]);
    expect(status).not.toBe(401);
  });
});

test('a key sends a voucher, and the record names nobody else', async () => {
  const { text } = addKey({ scopes: ['vouchers:issue'] });
  const { status, body } = await api.call('POST', '/api/v2/dgii-ecf/send', { token: text, body: voucher() });
  expect([status, body.data.ecf]).toEqual([200, 'E310000000001']);
  expect(api.store.admitted.map(({ companyId, environment }) => [companyId, environment])).toEqual([
    [1, 'pre-certification'],
  ]);
});

test('what was never a key reads nothing from the ledger', async () => {
  const { text } = addKey();
  const wrong = [
    text.slice(0, -1) + (text.endsWith('0') ? '1' : '0'),
    'ecf_',
    `${text}x`,
    'ecf_test_%00',
    'ecf_prod_x',
  ];
  for (const one of wrong) {
    expect(await codeOf(one)).toEqual([401, 'API_KEY_INVALID']);
    expect(await codeOf(one, '/api/v1/dgii-ecf/document-status/999999992/E310000000001')).toEqual([
      401,
      'API_KEY_INVALID',
    ]);
  }
  expect([api.store.keyReads, api.store.counters.size]).toEqual([0, 0]);
  expect(await codeOf(text)).toEqual([200, undefined]);
});

test('a key that nobody made is refused', async () => {
  const { text } = newSecret('pre-certification', new Date(), by);
  expect(await codeOf(text)).toEqual([401, 'API_KEY_INVALID']);
});

test('a key that is revoked between two requests serves only the first one', async () => {
  const { text, key } = addKey();
  expect(await codeOf(text)).toEqual([200, undefined]);
  changeKey(key, { revokedAt: new Date(api.nowMs) });
  expect(await codeOf(text)).toEqual([401, 'API_KEY_INVALID']);
});

test('a key that is revoked while its voucher arrives issues nothing', async () => {
  const { text, key } = addKey();
  const findApiKey = api.store.findApiKey.bind(api.store);
  let reads = 0;
  api.store.findApiKey = async (hash) => {
    const found = await findApiKey(hash);
    // The request has been accepted; its body is still on the way.
    if ((reads += 1) === 1) changeKey(key, { revokedAt: new Date(api.nowMs) });
    return found;
  };
  try {
    const { status, body } = await api.call('POST', '/api/v2/dgii-ecf/send', {
      token: text,
      body: voucher(),
    });
    expect([status, codeIn(body)]).toEqual([401, 'API_KEY_INVALID']);
    expect(api.store.admitted).toEqual([]);
  } finally {
    api.store.findApiKey = findApiKey;
  }
});

test('a key that is revoked while it waits for a number gets none', async () => {
  const { text, key } = addKey({ companyId: 2 });
  const count = api.store.count.bind(api.store);
  api.store.count = async (...args) => {
    changeKey(key, { revokedAt: new Date(api.nowMs) });
    return count(...args);
  };
  try {
    const answer = await api.call('POST', '/api/v2/ecf-sequences/next', {
      token: text,
      body: { ecfType: 31 },
    });
    expect([answer.status, codeIn(answer.body)]).toEqual([401, 'API_KEY_INVALID']);
    expect(api.store.nextRequests).toEqual([]);
  } finally {
    api.store.count = count;
  }
});

test('a key works until its end, and not at it', async () => {
  const { text } = addKey({ expiresAt: new Date(api.nowMs + 1_000) });
  api.nowMs += 999;
  expect(await codeOf(text)).toEqual([200, undefined]);
  api.nowMs += 1;
  expect(await codeOf(text)).toEqual([401, 'API_KEY_EXPIRED']);
});

test('an old secret works until its grace ends, and the new one goes on', async () => {
  const old = newSecret('pre-certification', new Date(api.nowMs), by);
  const fresh = newSecret('pre-certification', new Date(api.nowMs), by);
  const secrets = [{ ...old.secret, graceMs: 1_000, endsAt: new Date(api.nowMs + 1_000) }, fresh.secret];
  addKey({ secrets });
  expect([await codeOf(old.text), await codeOf(fresh.text)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  api.nowMs += 1_000;
  expect([await codeOf(old.text), await codeOf(fresh.text)]).toEqual([
    [401, 'API_KEY_EXPIRED'],
    [200, undefined],
  ]);
});

describe('the environment of a key', () => {
  const cases = environmentList.flatMap((ofKey) =>
    environmentList.map((ofCompany) => ({ ofKey, ofCompany })),
  );
  const put = (environment: Environment, productionAllowed: boolean) =>
    api.store.companies.set(1, { ...api.store.companies.get(1)!, environment, productionAllowed });

  test.each(cases)('a key of $ofKey in a company in $ofCompany', async ({ ofKey, ofCompany }) => {
    put(ofCompany, true);
    const { text } = addKey({ environment: ofKey });
    // Without ECF_ALLOW_PRODUCTION nothing works in production.
    const works = ofKey === ofCompany && ofKey !== 'production';
    expect(await codeOf(text)).toEqual(works ? [200, undefined] : [403, 'API_KEY_ENVIRONMENT']);
  });

  test.each([
    { service: true, company: true, expected: [200, undefined] },
    { service: true, company: false, expected: [403, 'API_KEY_ENVIRONMENT'] },
    { service: false, company: true, expected: [403, 'API_KEY_ENVIRONMENT'] },
  ])(
    'a key of production needs both consents: $service, $company',
    async ({ service, company, expected }) => {
      const other = await startApi({}, { allowProduction: service, store: api.store });
      put('production', company);
      const { text } = addKey({ environment: 'production' });
      const { status, body } = await other.call('GET', documents, { token: text });
      expect([status, codeIn(body)]).toEqual(expected);
      await other.close();
    },
  );
});

test('a key works for its own company only', async () => {
  const { text } = addKey();
  for (const path of [
    '/api/v1/dgii-ecf/document-status/999999982/E310000000001',
    '/api/v1/dgii-ecf/external-status/2?rncEmisor=131880681&encf=E310000000001&rncComprador=999999992',
  ])
    expect(await codeOf(text, path)).toEqual([403, 'COMPANY_NOT_ALLOWED']);
});

test('a key reads nothing of another environment of its company', async () => {
  const { text } = addKey();
  const path = '/api/v2/dgii-ecf/document-status/E310000000001?environment=';
  expect(await codeOf(text, `${path}pre-certification`)).toEqual([404, 'ECF_NOT_FOUND']);
  for (const other of ['certification', 'production'])
    expect(await codeOf(text, path + other)).toEqual([403, 'API_KEY_ENVIRONMENT']);
});

test('a key of the platform has no company, so it may ask no operation', async () => {
  const { text } = addKey({ companyId: null, scopes: [] });
  expect(await codeOf(text)).toEqual([403, 'API_KEY_SCOPE_MISSING']);
  const mcp = await api.call('POST', '/mcp', { token: text, body: {}, undescribed: true });
  expect(mcp.status).toBe(403);
});

test('the use of a key is noted at once when it is new, and then every ten minutes', async () => {
  const { text, key } = addKey();
  const [secret] = key.secrets;
  await codeOf(text);
  expect(api.store.keyUses).toMatchObject([{ keyId: key.keyId, hash: secret!.hash, from: '127.0.0.1' }]);
  const used = { firstUsedAt: new Date(api.nowMs), lastUsedAt: new Date(api.nowMs) };
  changeKey(key, { secrets: [{ ...secret!, ...used }] });
  api.nowMs += 599_999;
  await codeOf(text);
  expect(api.store.keyUses).toHaveLength(1);
  api.nowMs += 1;
  await codeOf(text);
  expect(api.store.keyUses).toHaveLength(2);
});

test('no log line has a key, also of a request that is refused', async () => {
  const { text } = addKey();
  await codeOf(text);
  await codeOf(`${text}x`);
  await codeOf(newSecret('production', new Date(), by).text);
  expect(api.log.length).toBeGreaterThan(0);
  expect(JSON.stringify(api.log)).not.toMatch(/ecf_(test|prod)_\w{6}/);
});

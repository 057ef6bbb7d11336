/** API keys made by people, and what programs may do with them in the management API, in two api processes on one ledger. */
import { randomUUID } from 'node:crypto';
import { createLimits } from '../../../src/api/limits/limits.js';
import { permissions, type Permission } from '../../../src/api/session/permissions.js';
import type { Sessions } from '../../../src/api/session/sessions.js';
import { readWebDocument, webApi } from '../../../src/api/web/web-document.js';
import { createWebRoutes } from '../../../src/api/web/routes.js';
import type { RouteDeps } from '../../../src/api/web/web-route.js';
import { readConfig } from '../../../src/boot/config.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { companyRoles, type CompanyRole } from '../../../src/ledger/people/person.js';
import { addKey, type NewKey } from '../../../src/services/people/add-key.js';
import { newSecret } from '../../../src/services/people/key-text.js';
import { startWeb, type Browser, type Web, type WebAnswer } from './harness.js';

let web: Web;
/** Another api process. */
let second: Web;
let company: Company;
let administrator: Browser;
let keys: string;
beforeAll(async () => {
  web = await startWeb();
  second = await startWeb({ database: web.database });
  company = await web.addCompany();
  const memberships = [{ companyId: company.companyId, role: 'administrador' as const }];
  administrator = await web.loggedIn(await web.addPerson({ demo: true, memberships }));
  keys = `/companies/${company.companyId}/keys`;
});

type Body = Readonly<Record<string, unknown>>;

interface Made {
  readonly text: string;
  readonly keyId: string;
}

async function make(change: Body = {}): Promise<Made> {
  const body = { name: 'ERP', environment: 'pre-certification', scopes: ['numbers'], ...change };
  const answer = await administrator.call('POST', keys, { body });
  if (answer.status !== 200) throw new Error(answer.text);
  const { text, key } = answer.body as { text: string; key: { keyId: string } };
  return { text, keyId: key.keyId };
}

/** A key that a test needs beside those of the page. */
async function direct(change: Partial<NewKey>): Promise<Made> {
  const { companyId } = company;
  const asked = {
    name: 'Programa',
    companyId,
    environment: 'pre-certification' as const,
    scopes: [],
    by: { operator: 'ana@servidor' },
    ...change,
  };
  const made = await addKey({ store: web.store, clock: () => new Date() }, asked);
  if (made.outcome !== 'made') throw new Error(made.refusal);
  return { text: made.text, keyId: made.key.keyId };
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
/** As a program: without the headers of a browser. */
const program = (text: string, on = web) => ({
  call: (method: string, path: string, body?: object): Promise<WebAnswer> =>
    on.browser().call(method, path, {
      headers: { 'sec-fetch-site': undefined, origin: undefined, ...bearer(text) },
      ...(body && { body }),
    }),
});
const codeOf = ({ status, body }: WebAnswer) => [status, body['code']];
const apiCode = async (text: string, on = web) => {
  const { status, body } = await on.browser().call('GET', '/api/v2/ecf-sequences', { headers: bearer(text) });
  return [status, (body['data'] as Body | undefined)?.['code']];
};
const listed = async (keyId: string) => {
  const { body } = await administrator.call('GET', keys);
  return (body['items'] as (Body & { keyId: string; rotation: Body | null })[]).find(
    (one) => one.keyId === keyId,
  );
};

test('a key is shown once, and neither the ledger nor any later answer has it', async () => {
  const { text, keyId } = await make({ name: 'ERP principal' });
  expect(await apiCode(text)).toEqual([200, undefined]);
  const [stored] = await web.store.findApiKeys([keyId]);
  const secretPart = text.slice(13, -4);
  expect(JSON.stringify(stored)).not.toContain(secretPart);
  const found = await listed(keyId);
  expect(found).toMatchObject({
    name: 'ERP principal',
    shown: `${text.slice(0, 13)}…${text.slice(-4)}`,
    lastUsedFrom: '127.0.0.1',
    rotation: null,
  });
  expect(JSON.stringify(found)).not.toContain(secretPart);
  expect(JSON.stringify(web.log)).not.toContain(secretPart);
  const acts = await web.store.listActs({ companyId: company.companyId, limit: 50 });
  expect(JSON.stringify(acts)).not.toContain(secretPart);
});

test.each<[string, Body, string, string | undefined]>([
  ['an empty name', { name: ' ' }, 'KEY_NAME_INVALID', 'name'],
  ['nothing that it may do', { scopes: [] }, 'KEY_EMPTY', 'scopes'],
  ['a moment that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 'KEY_EXPIRY_INVALID', 'expiresAt'],
  ['a moment too far away', { expiresAt: '2099-01-01T00:00:00Z' }, 'KEY_EXPIRY_INVALID', 'expiresAt'],
  ['an unknown scope', { scopes: ['everything'] }, 'REQUEST_INVALID', 'scopes[0]'],
  ['the role of people of the platform', { role: 'soporte' }, 'REQUEST_INVALID', 'role'],
])('a key with %s is not made', async (_, change, code, campo) => {
  const body = { name: 'ERP', environment: 'pre-certification', scopes: ['numbers'], ...change };
  const answer = await administrator.call('POST', keys, { body });
  expect([answer.body['code'], answer.body['campo']]).toEqual([code, campo]);
});

test('a key that is revoked at one process is refused at once by another, in both parts of the API', async () => {
  const { text, keyId } = await make({ role: 'consulta' });
  const path = `/companies/${company.companyId}`;
  for (const process of [web, second]) {
    expect(await apiCode(text, process)).toEqual([200, undefined]);
    expect(codeOf(await program(text, process).call('GET', path))).toEqual([200, undefined]);
  }
  expect((await administrator.call('DELETE', `${keys}/${keyId}`)).status).toBe(200);
  for (const process of [web, second]) {
    expect(await apiCode(text, process)).toEqual([401, 'API_KEY_INVALID']);
    expect(codeOf(await program(text, process).call('GET', path))).toEqual([401, 'API_KEY_INVALID']);
  }
  expect(await listed(keyId)).toBeUndefined();
  expect(codeOf(await administrator.call('DELETE', `${keys}/${keyId}`))).toEqual([404, 'KEY_NOT_FOUND']);
});

describe('a rotation', () => {
  const rotate = async (keyId: string, graceHours: number) => {
    const answer = await administrator.call('POST', `${keys}/${keyId}/rotate`, { body: { graceHours } });
    return { ...answer, text: String(answer.body['text']) };
  };
  const keep = (keyId: string, secret: string) =>
    administrator.call('POST', `${keys}/${keyId}/keep`, { body: { secret } });

  test('leaves both secrets valid until the grace after the first use of the new one', async () => {
    const { text: old, keyId } = await make();
    await apiCode(old);
    const { text: fresh } = await rotate(keyId, 24);
    expect(await listed(keyId)).toMatchObject({
      lastUsedAt: null,
      rotation: { graceHours: 24, endsAt: null, lastUsedAt: expect.any(String) as string },
    });
    web.aheadMs = second.aheadMs = 10 * 86_400_000;
    try {
      // Nobody put the new one in place, so nothing stopped.
      expect(await apiCode(old)).toEqual([200, undefined]);
      expect(await apiCode(fresh)).toEqual([200, undefined]);
      const endsAt = String((await web.store.findApiKeys([keyId]))[0]!.secrets[0]!.endsAt?.toISOString());
      expect(Date.parse(endsAt)).toBeGreaterThan(Date.now() + web.aheadMs + 23 * 3_600_000);
      web.aheadMs = second.aheadMs = Date.parse(endsAt) - Date.now() - 60_000;
      expect(await apiCode(old, second)).toEqual([200, undefined]);
      web.aheadMs = second.aheadMs = Date.parse(endsAt) - Date.now() + 60_000;
      expect(await apiCode(old)).toEqual([401, 'API_KEY_EXPIRED']);
      expect(await apiCode(old, second)).toEqual([401, 'API_KEY_EXPIRED']);
      expect(await apiCode(fresh, second)).toEqual([200, undefined]);
    } finally {
      web.aheadMs = second.aheadMs = 0;
    }
  });

  test('without a grace ends the old secret at once', async () => {
    const { text: old, keyId } = await make();
    expect(await apiCode(old, second)).toEqual([200, undefined]);
    const { text: fresh } = await rotate(keyId, 0);
    expect(await apiCode(old, second)).toEqual([401, 'API_KEY_INVALID']);
    expect(await apiCode(fresh, second)).toEqual([200, undefined]);
    expect((await listed(keyId))?.rotation).toBeNull();
  });

  test('does not begin while another one is under way, and ends when a person says which one stays', async () => {
    const { text: old, keyId } = await make();
    const { text: fresh } = await rotate(keyId, 168);
    expect(codeOf(await rotate(keyId, 1))).toEqual([409, 'KEY_ROTATING']);
    expect((await keep(keyId, 'old')).status).toBe(200);
    expect([await apiCode(old), await apiCode(fresh)]).toEqual([
      [200, undefined],
      [401, 'API_KEY_INVALID'],
    ]);
    expect(codeOf(await keep(keyId, 'new'))).toEqual([409, 'KEY_NOT_ROTATING']);
    const { text: third } = await rotate(keyId, 168);
    expect((await keep(keyId, 'new')).status).toBe(200);
    expect([await apiCode(old), await apiCode(third)]).toEqual([
      [401, 'API_KEY_INVALID'],
      [200, undefined],
    ]);
  });

  test('two of them at one moment make one new secret', async () => {
    const { keyId } = await make();
    const both = await Promise.all([rotate(keyId, 1), rotate(keyId, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await web.store.findApiKeys([keyId]))[0]!.secrets).toHaveLength(2);
  });
});

test('two first uses at one moment begin one grace', async () => {
  const { keyId } = await make();
  const answer = await administrator.call('POST', `${keys}/${keyId}/rotate`, { body: { graceHours: 1 } });
  const text = String(answer.body['text']);
  await Promise.all([web, second, web, second].map((process) => apiCode(text, process)));
  const [key] = await web.store.findApiKeys([keyId]);
  const [old, fresh] = key!.secrets;
  expect(old!.endsAt!.getTime() - fresh!.firstUsedAt!.getTime()).toBe(3_600_000);
});

test('another company cannot see, rotate or revoke a key', async () => {
  const { text, keyId } = await make();
  const other = await web.addCompany();
  const memberships = [{ companyId: other.companyId, role: 'administrador' as const }];
  const stranger = await web.loggedIn(await web.addPerson({ demo: true, memberships }));
  const foreign = `/companies/${other.companyId}/keys`;
  expect((await stranger.call('GET', foreign)).body).toEqual({ items: [] });
  const body = { graceHours: 1 };
  expect(codeOf(await stranger.call('POST', `${foreign}/${keyId}/rotate`, { body }))).toEqual([
    404,
    'KEY_NOT_FOUND',
  ]);
  expect(codeOf(await stranger.call('DELETE', `${foreign}/${keyId}`))).toEqual([404, 'KEY_NOT_FOUND']);
  expect(codeOf(await program(text).call('GET', `/companies/${other.companyId}`))).toEqual([
    404,
    'COMPANY_NOT_FOUND',
  ]);
  expect(await apiCode(text)).toEqual([200, undefined]);
});

test('a person without a second factor gives the password again to make a key', async () => {
  const memberships = [{ companyId: company.companyId, role: 'administrador' as const }];
  const browser = await web.loggedIn(await web.addPerson({ memberships }));
  web.aheadMs = 6 * 60_000;
  try {
    const body = { name: 'ERP', environment: 'pre-certification', scopes: ['numbers'] };
    expect(codeOf(await browser.call('POST', keys, { body }))).toEqual([403, 'FRESH_PASSWORD_REQUIRED']);
  } finally {
    web.aheadMs = 0;
  }
});

test('a removed administrator leaves behind the keys whose secret the person saw', async () => {
  const memberships = [{ companyId: company.companyId, role: 'administrador' as const }];
  const person = await web.addPerson({ demo: true, memberships });
  const body = { name: 'De quien se va', environment: 'pre-certification', scopes: ['numbers'] };
  await (await web.loggedIn(person)).call('POST', keys, { body });
  const path = `/companies/${company.companyId}/people/${person.personId}`;
  const answer = await administrator.call('PATCH', path, { body: { role: null } });
  expect((answer.body['left'] as { keys: Body[] }).keys).toMatchObject([{ name: 'De quien se va' }]);
});

const limits = createLimits();
const config = { limits: readConfig({}).limits, web: { secrets: [{ kid: 'k', secret: 's' }] } };
// Only the rows are read here; nothing is called.
const routes = createWebRoutes({ limits, config } as unknown as RouteDeps, {} as Sessions).map((route) => ({
  ...route,
  name: `${route.method.toUpperCase()} ${route.path}`,
}));

const onlyPeople: readonly Permission[] = ['anyone', 'visitor', 'unfinished', 'account'];
const has = (permission: Permission, role: string) =>
  (permissions[permission].roles as readonly string[]).includes(role);
const call = (text: string, { method, path }: { method: string; path: string }) =>
  program(text).call(
    method.toUpperCase(),
    path
      .replace(':companyId', String(company.companyId))
      .replace(':environment', 'pre-certification')
      .replace(/:\w+/g, 'x'),
    ['get', 'delete'].includes(method) ? undefined : {},
  );
const refusals = [
  'PERSON_REQUIRED',
  'PERMISSION_DENIED',
  'COMPANY_NOT_FOUND',
  'API_KEY_INVALID',
  'API_KEY_ENVIRONMENT',
  'SESSION_REQUIRED',
  'CROSS_SITE_REFUSED',
];
/** Undefined: the route let the key in; it may still refuse the empty body. */
const refusalOf = ({ body }: { body: Body | undefined }) => refusals.find((code) => code === body?.['code']);

describe.each(companyRoles)('a key of the role %s', (role: CompanyRole) => {
  let text: string;
  beforeAll(async () => {
    ({ text } = await direct({ role }));
  });
  test.each(routes)('$name', async (route) => {
    const { permission, freshCode } = route;
    const needsPerson = onlyPeople.includes(permission) || freshCode !== undefined;
    const may = permission === 'person' || has(permission, role);
    const expected = needsPerson ? 'PERSON_REQUIRED' : may ? undefined : 'PERMISSION_DENIED';
    expect(refusalOf(await call(text, route))).toBe(expected);
  });
});

describe('a key without a role', () => {
  let text: string;
  beforeAll(async () => {
    ({ text } = await direct({ scopes: ['vouchers:issue'] }));
  });
  test.each(routes.filter(({ permission }) => permission !== 'person'))('$name', async (route) => {
    expect(refusalOf(await call(text, route))).toMatch(/^(PERSON_REQUIRED|PERMISSION_DENIED)$/);
  });
});

describe('a key of the platform', () => {
  let text: string;
  let own: number;
  beforeAll(async () => {
    ({ text } = await direct({ companyId: null, environment: 'certification', name: 'ERP del Caribe' }));
    const rnc = String(100_000_000 + Math.floor(Math.random() * 800_000_000));
    const added = await program(text).call('POST', '/companies', {
      rnc,
      razonSocial: 'CLIENTE DEL ERP SRL',
      environment: 'pre-certification',
      origin: 'service',
    });
    own = Number(added.body['companyId']);
  });

  test.each(routes)('$name in a company that it added', async (route) => {
    const { permission, freshCode } = route;
    const needsPerson = onlyPeople.includes(permission) || freshCode === true;
    const may = permission === 'person' || has(permission, 'integrador');
    const expected = needsPerson ? 'PERSON_REQUIRED' : may ? undefined : 'PERMISSION_DENIED';
    const path = route.path.replace(':companyId', String(own));
    expect(refusalOf(await call(text, { ...route, path }))).toBe(expected);
  });

  test.each(routes.filter(({ path }) => path.includes(':companyId')))(
    '$name in a company of others',
    async (route) => {
      expect(refusalOf(await call(text, route))).toMatch(/^(COMPANY_NOT_FOUND|PERSON_REQUIRED)$/);
    },
  );

  test('lists the companies that it added and no others, also after its secret was replaced', async () => {
    const { body } = await program(text).call('GET', '/companies');
    const items = body['items'] as { companyId: number; role: string }[];
    expect(items.map(({ companyId, role }) => [companyId, role])).toEqual([[own, 'integrador']]);
    const support = await web.loggedIn(await web.addPerson({ demo: true, support: true }));
    const all = await support.call('GET', '/keys');
    const { keyId } = (all.body['items'] as { keyId: string; name: string }[]).find(
      ({ name }) => name === 'ERP del Caribe',
    )!;
    const rotated = await support.call('POST', `/keys/${keyId}/rotate`, { body: { graceHours: 1 } });
    const after = await program(String(rotated.body['text'])).call('GET', '/companies');
    expect(after.body).toEqual(body);
  });

  test('does not reach a company that has gone to a later environment than its own', async () => {
    const { companyId } = await web.addCompany({ environment: 'production', productionAllowed: true });
    const [key] = (await web.store.listApiKeys(null, 100)).filter(({ name }) => name === 'ERP del Caribe');
    const moved = (await web.store.findCompany(companyId))!;
    await web.store.putCompany({ ...moved, addedByKey: key!.keyId });
    expect(codeOf(await program(text).call('GET', `/companies/${companyId}`))).toEqual([
      403,
      'API_KEY_ENVIRONMENT',
    ]);
  });

  test('is in the audit log under its name, in that of the platform and in that of the company', async () => {
    const support = await web.loggedIn(await web.addPerson({ demo: true, support: true }));
    for (const path of ['/audit', `/companies/${own}/audit`]) {
      const { body } = await support.call('GET', path);
      const acts = body['items'] as { action: string; key: string | null; personId: string | null }[];
      expect(acts.filter(({ action }) => action === 'company.add').at(0)).toMatchObject({
        key: 'ERP del Caribe',
        personId: null,
      });
    }
  });
});

test('openapi-web.yaml says of each route who may use it', () => {
  interface Secured {
    readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  }
  const document = readWebDocument() as unknown as Secured & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Secured>>>>;
  };
  const said = routes.map(({ name, method, path }) => {
    const operation = document.paths[webApi + path.replaceAll(/:(\w+)/g, '{$1}')]?.[method];
    return [name, (operation?.security ?? document.security ?? []).flatMap((one) => Object.keys(one))];
  });
  const expected = routes.map(({ name, permission, freshCode }) => {
    const isOpen = permission === 'anyone' || permission === 'visitor';
    const forKeys = !onlyPeople.includes(permission);
    const key = forKeys && freshCode === undefined && companyRoles.some((role) => has(permission, role));
    const platformKey = forKeys && freshCode !== true && has(permission, 'integrador');
    const session = permission !== 'anyone';
    return [
      name,
      isOpen
        ? session
          ? ['session']
          : []
        : ['session', ...(key ? ['key'] : []), ...(platformKey ? ['platformKey'] : [])],
    ];
  });
  expect(said).toEqual(expected);
});

test('a key and a session do not come together', async () => {
  const { text } = await make({ role: 'consulta' });
  const path = `/companies/${company.companyId}`;
  const both = await administrator.call('GET', path, { headers: bearer(text) });
  expect(codeOf(both)).toEqual([400, 'CREDENTIALS_MIXED']);
  const answer = await program(text).call('GET', path);
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
});

test('what was never a key gets the same answer as one that nobody made', async () => {
  const path = `/companies/${company.companyId}`;
  const invented = newSecret('pre-certification', new Date(), { operator: 'x' }).text;
  for (const one of [`${invented}x`, 'ecf_', invented])
    expect(codeOf(await program(one).call('GET', path))).toEqual([401, 'API_KEY_INVALID']);
});

test('a key may not act in another environment than its own', async () => {
  const { text } = await direct({ role: 'operador' });
  const path = `/companies/${company.companyId}/production/sequences`;
  expect(codeOf(await program(text).call('GET', path))).toEqual([403, 'API_KEY_ENVIRONMENT']);
  const manager = await direct({ role: 'administrador' });
  const check = `/companies/${company.companyId}/certificates/check`;
  expect(codeOf(await program(manager.text).call('POST', check, { environment: 'production' }))).toEqual([
    403,
    'API_KEY_ENVIRONMENT',
  ]);
});

test('a change with a key is in the audit log under the key’s name, and records name it', async () => {
  const { text } = await direct({ role: 'administrador', name: 'Automatización' });
  const path = `/companies/${company.companyId}`;
  const change = { razonSocial: `EMPRESA RENOMBRADA ${randomUUID().slice(0, 8)} SRL` };
  expect((await program(text).call('PATCH', `${path}/name`, change)).status).toBe(200);
  const { body } = await administrator.call('GET', `${path}/audit?action=company.name`);
  const [act] = body['items'] as Body[];
  expect(act).toMatchObject({
    key: 'Automatización',
    personId: null,
    session: null,
    operator: null,
    outcome: 'done',
  });
});

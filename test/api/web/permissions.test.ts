/**
 * Every route of the web application against every role, and without a session. The table below is written by hand and compared with
 * the real one, so a new route without a row fails.
 */
import { createLimits } from '../../../src/api/limits/limits.js';
import { createWebRoutes } from '../../../src/api/web/routes.js';
import type { RouteDeps } from '../../../src/api/web/web-route.js';
import { permissions, roles } from '../../../src/api/session/permissions.js';
import type { Sessions } from '../../../src/api/session/sessions.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import type { Person } from '../../../src/ledger/people/person.js';
import { readConfig } from '../../../src/boot/config.js';
import { readWebDocument } from '../../../src/api/web/web-document.js';
import { audit } from '../../../src/web/texts/audit.js';
import { commandActions } from '../../cli/people/command-actions.js';
import { startWeb, type Browser, type Web } from './harness.js';

type Role = (typeof roles)[number];
/** A visitor may come without a session, but not with one that is over or unfinished. */
type Who = 'anyone' | 'visitor' | 'everyone' | readonly Role[];

const platform = ['soporte', 'administrador'] as const;
const rangeRoles = ['administrador', 'operador'] as const;
/** It answers what is wrong with a voucher, and stores nothing. */
const validate = 'POST /companies/:companyId/:environment/validate';

const allowed: Readonly<Record<string, Who>> = {
  'GET /session': 'visitor',
  'DELETE /session': 'everyone',
  'POST /session': 'anyone',
  'POST /session/code': 'everyone',
  'POST /session/fresh-code': 'everyone',
  'POST /session/fresh-password': 'everyone',
  'POST /session/totp': 'everyone',
  'POST /session/totp/confirm': 'everyone',
  'POST /session/password': 'everyone',
  'POST /session/totp/replace': 'everyone',
  'POST /session/totp/replace/confirm': 'everyone',
  'GET /session/recovery-codes': 'everyone',
  'POST /session/recovery-codes': 'everyone',
  'GET /session/forgotten-password': 'anyone',
  'POST /session/forgotten-password': 'anyone',
  'GET /session/forgotten-password/:token': 'anyone',
  'POST /session/forgotten-password/:token': 'anyone',
  'GET /invitations/:token': 'anyone',
  'POST /invitations/:token': 'anyone',
  'GET /companies/:companyId/people': platform,
  'POST /companies/:companyId/people': platform,
  'PATCH /companies/:companyId/people/:personId': platform,
  'DELETE /companies/:companyId/people/:personId/sessions': platform,
  'POST /companies/:companyId/invitations/:invitationId/mail': platform,
  'DELETE /companies/:companyId/invitations/:invitationId': platform,
  'GET /companies/:companyId/audit': platform,
  'GET /audit': ['soporte'],
  'GET /companies': 'everyone',
  'GET /companies-in-trouble': ['soporte'],
  'POST /companies': ['soporte'],
  'GET /companies/:companyId': roles,
  'PATCH /companies/:companyId/environment': ['soporte'],
  'PATCH /companies/:companyId/origin': ['soporte'],
  'PATCH /companies/:companyId/settings': platform,
  'PATCH /companies/:companyId/conditional': platform,
  'PATCH /companies/:companyId/name': platform,
  'PATCH /companies/:companyId/deferred-sending': platform,
  'PATCH /companies/:companyId/annul-rejected': platform,
  'PATCH /companies/:companyId/approvals': platform,
  'PATCH /companies/:companyId/buyer-delivery': platform,
  'GET /companies/:companyId/printed-form': roles,
  'PATCH /companies/:companyId/printed-form': platform,
  'GET /companies/:companyId/printed-form/sample': platform,
  'POST /companies/:companyId/printed-form/revoke-links': platform,
  'GET /companies/:companyId/users': ['administrador'],
  'POST /companies/:companyId/users': ['administrador'],
  'PUT /companies/:companyId/users/:usuario/password': ['administrador'],
  'PATCH /companies/:companyId/users/:usuario': ['administrador'],
  'GET /companies/:companyId/:environment/events': roles,
  'GET /companies/:companyId/:environment/events/next': roles,
  'GET /companies/:companyId/:environment/webhooks': roles,
  'POST /companies/:companyId/:environment/webhooks': platform,
  'GET /companies/:companyId/:environment/webhooks/:webhookId': roles,
  'PATCH /companies/:companyId/:environment/webhooks/:webhookId': platform,
  'DELETE /companies/:companyId/:environment/webhooks/:webhookId': platform,
  'GET /companies/:companyId/:environment/webhooks/:webhookId/deliveries': roles,
  'POST /companies/:companyId/:environment/webhooks/:webhookId/redeliver': platform,
  'POST /companies/:companyId/:environment/webhooks/:webhookId/recover': platform,
  'POST /companies/:companyId/:environment/webhooks/:webhookId/test': platform,
  'POST /companies/:companyId/:environment/webhooks/:webhookId/rotate-secret': platform,
  'GET /companies/:companyId/keys': ['administrador'],
  'POST /companies/:companyId/keys': ['administrador'],
  'POST /companies/:companyId/keys/:keyId/rotate': ['administrador'],
  'POST /companies/:companyId/keys/:keyId/keep': ['administrador'],
  'DELETE /companies/:companyId/keys/:keyId': ['administrador'],
  'GET /keys': ['soporte'],
  'POST /keys': ['soporte'],
  'POST /keys/:keyId/rotate': ['soporte'],
  'POST /keys/:keyId/keep': ['soporte'],
  'DELETE /keys/:keyId': ['soporte'],
  'GET /seal-key': 'everyone',
  'GET /companies/:companyId/certificates': roles,
  'POST /companies/:companyId/certificates': ['administrador'],
  'POST /companies/:companyId/certificates/:fingerprint/use': ['administrador'],
  'POST /companies/:companyId/certificates/check': ['administrador'],
  'POST /companies/:companyId/portal-xml': rangeRoles,
  'GET /companies/:companyId/certification-runs': roles,
  'POST /companies/:companyId/certification-runs': rangeRoles,
  'GET /companies/:companyId/certification-runs/:runId': roles,
  'POST /companies/:companyId/certification-runs/:runId/start': rangeRoles,
  'POST /companies/:companyId/certification-runs/:runId/pause': rangeRoles,
  'POST /companies/:companyId/certification-runs/:runId/resume': rangeRoles,
  'POST /companies/:companyId/certification-runs/:runId/confirm': rangeRoles,
  'POST /companies/:companyId/certification-runs/:runId/repeat': rangeRoles,
  'GET /companies/:companyId/certification-runs/:runId/files': roles,
  'GET /companies/:companyId/simulation': roles,
  'GET /companies/:companyId/simulation/files': roles,
  'GET /companies/:companyId/:environment/vouchers-files': roles,
  'GET /companies/:companyId/:environment/archive': roles,
  'GET /companies/:companyId/:environment/archive-export': roles,
  'GET /companies/:companyId/:environment/summary': roles,
  'GET /companies/:companyId/:environment/figures': roles,
  'GET /companies/:companyId/:environment/months/:month': roles,
  'GET /companies/:companyId/:environment/months/:month/customers': roles,
  'GET /companies/:companyId/:environment/months/:month/purchases': roles,
  'GET /companies/:companyId/:environment/months/:month/suppliers': roles,
  'PUT /companies/:companyId/:environment/months/:month/closing': ['administrador', 'operador'],
  'PUT /companies/:companyId/suppliers/:rnc/expense': ['administrador', 'operador'],
  'GET /companies/:companyId/:environment/sequences': roles,
  'POST /companies/:companyId/:environment/sequences/:ecfType/authorizations': rangeRoles,
  'PATCH /companies/:companyId/:environment/sequences/:ecfType/authorizations/:id': rangeRoles,
  'GET /companies/:companyId/:environment/unused': roles,
  'POST /companies/:companyId/:environment/unused/:encf/annul': ['soporte'],
  'GET /companies/:companyId/:environment/annulments': roles,
  'GET /companies/:companyId/:environment/annulments/candidates': roles,
  'GET /companies/:companyId/:environment/annulments/:annulmentId': roles,
  'POST /companies/:companyId/:environment/annulments': rangeRoles,
  'POST /companies/:companyId/:environment/annulments/:annulmentId/cancel': rangeRoles,
  'POST /companies/:companyId/:environment/annulments/:annulmentId/confirm': rangeRoles,
  'GET /companies/:companyId/:environment/received': roles,
  'GET /companies/:companyId/:environment/received/refused': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/content': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/print': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/xml': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/acknowledgement': roles,
  'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/approval': roles,
  'POST /companies/:companyId/:environment/received/:rncEmisor/:encf/approval': ['operador'],
  'GET /companies/:companyId/:environment/vouchers': roles,
  'GET /companies/:companyId/:environment/vouchers-sums': roles,
  'POST /companies/:companyId/:environment/vouchers': ['operador'],
  [validate]: ['operador'],
  'GET /companies/:companyId/taxpayers/:rnc': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/content': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/json': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/note-basis': roles,
  'GET /companies/:companyId/:environment/sold-items': roles,
  'GET /companies/:companyId/:environment/drafts': ['operador'],
  'GET /companies/:companyId/:environment/drafts/:reference': ['operador'],
  'PUT /companies/:companyId/:environment/drafts/:reference': ['operador'],
  'DELETE /companies/:companyId/:environment/drafts/:reference': ['operador'],
  'GET /companies/:companyId/:environment/vouchers/:encf/xml': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/acknowledgement': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/approval': roles,
  'GET /companies/:companyId/:environment/vouchers/:encf/print': roles,
  'POST /companies/:companyId/:environment/vouchers/:encf/mail': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/retry': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/resend': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/deliver': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/confirm': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/force': ['operador'],
  'POST /companies/:companyId/:environment/vouchers/:encf/annul': ['soporte'],
};

// Only the rows are read here; nothing is called.
const table = createWebRoutes(
  {
    limits: createLimits(),
    config: { limits: readConfig({}).limits, web: { secrets: [{ kid: 'k', secret: 's' }] } },
  } as unknown as RouteDeps,
  {} as Sessions,
);
const peopleIn = (permission: keyof typeof permissions) =>
  roles.filter((role) => (permissions[permission].roles as readonly string[]).includes(role)).sort();
const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;
const routes = table.map((route) => ({ ...route, name: nameOf(route) }));

let web: Web;
let company: Company;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
});

/** A person of the demo, because a marked route needs no fresh code of such a person. */
function personWith(role: Role | 'outsider'): Promise<Person> {
  const { companyId } = company;
  if (role === 'soporte') return web.addPerson({ support: true, demo: true });
  return web.addPerson({ demo: true, memberships: role === 'outsider' ? [] : [{ companyId, role }] });
}

const pathOf = (path: string) =>
  path
    .replace(':companyId', String(company.companyId))
    .replace(':environment', 'pre-certification')
    .replace(/:\w+/g, 'x');

const call = (browser: Browser, { method, path }: { method: string; path: string }) =>
  browser.call(method.toUpperCase(), pathOf(path), ['get', 'delete'].includes(method) ? {} : { body: {} });

const refusals = ['SESSION_REQUIRED', 'PERMISSION_DENIED', 'COMPANY_NOT_FOUND'];
/** Undefined: the route let the person in; it may still refuse the empty body. */
const refusalOf = ({ body }: { body: Readonly<Record<string, unknown>> | undefined }) =>
  refusals.find((code) => code === body?.['code']);

test('the table and this list have the same routes', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(allowed).sort());
});

test('each row has the roles of its permission', () => {
  for (const { name, permission } of routes) {
    const who = allowed[name];
    if (who === 'anyone' || who === 'visitor')
      expect({ name, permission }).toEqual({ name, permission: who });
    else if (who === 'everyone') expect(['account', 'person', 'unfinished', 'read']).toContain(permission);
    else
      expect({ name, roles: peopleIn(permission) }).toEqual({
        name,
        roles: [...who!].sort(),
      });
  }
});

test('in certification an administrator also decides, because a certification needs it', async () => {
  const browser = await web.loggedIn(await personWith('administrador'));
  const decisions = routes.filter(({ permission }) => permission === 'decisions');
  expect(decisions.length).toBeGreaterThan(4);
  for (const route of decisions) {
    const path = route.path.replace(':environment', 'certification');
    const inCertification = refusalOf(await call(browser, { ...route, path }));
    const elsewhere = refusalOf(await call(browser, route));
    expect([route.name, inCertification, elsewhere]).toEqual([route.name, undefined, 'PERMISSION_DENIED']);
  }
});

test('every route that changes something is in the audit log', () => {
  const silent = routes.filter(({ method, audit }) => method !== 'get' && audit === undefined);
  expect(silent.map(({ name }) => name)).toEqual([validate]);
});

test('the contract gives a body to every route whose request must have one: the service refuses a request without', () => {
  const { paths } = readWebDocument() as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>>;
  };
  const bare = Object.entries(paths).flatMap(([path, item]) =>
    ['post', 'put', 'patch']
      .filter((method) => item[method] !== undefined && item[method].requestBody === undefined)
      .map((method) => `${method} ${path}`),
  );
  expect(bare).toEqual([]);
});

test('what people read or change takes turns, except where other turns or a worker bound it', () => {
  const namesOf = (...turns: unknown[]) =>
    routes.filter(({ turn }) => turns.includes(turn)).map(({ name }) => name);
  expect(namesOf('person')).toEqual([
    'GET /companies/:companyId/people',
    'PATCH /companies/:companyId/people/:personId',
    'DELETE /companies/:companyId/people/:personId/sessions',
    'DELETE /companies/:companyId/invitations/:invitationId',
    'GET /companies/:companyId/users',
    'PATCH /companies/:companyId/users/:usuario',
    'GET /companies/:companyId/keys',
    'POST /companies/:companyId/keys/:keyId/keep',
    'DELETE /companies/:companyId/keys/:keyId',
    'GET /keys',
    'POST /keys/:keyId/keep',
    'DELETE /keys/:keyId',
  ]);
  expect(namesOf('none')).toEqual([
    'DELETE /session',
    'GET /companies/:companyId/:environment/vouchers-files',
    'GET /companies/:companyId/:environment/vouchers/:encf/print',
    'GET /companies/:companyId/:environment/archive-export',
    'GET /companies/:companyId/certification-runs/:runId/files',
    'GET /companies/:companyId/simulation/files',
    'GET /seal-key',
    'GET /companies/:companyId/printed-form/sample',
    'GET /companies/:companyId/:environment/received/:rncEmisor/:encf/print',
    'GET /companies/:companyId/:environment/events/next',
  ]);
  // turns/own-turns.test.ts shows that these check the permission in their turn.
  const functions = routes.map(({ turn }) => turn).filter((turn) => typeof turn === 'function');
  expect(namesOf(...functions)).toEqual([
    'POST /session/fresh-password',
    'POST /session/totp',
    'POST /session/password',
    'POST /companies/:companyId/:environment/validate',
    'POST /companies/:companyId/:environment/vouchers',
    'POST /companies/:companyId/:environment/annulments',
    'POST /companies/:companyId/certification-runs',
    'POST /companies/:companyId/certification-runs/:runId/repeat',
    'POST /companies/:companyId/portal-xml',
    'POST /companies/:companyId/users',
    'PUT /companies/:companyId/users/:usuario/password',
    'POST /companies/:companyId/certificates',
    'POST /companies/:companyId/certificates/:fingerprint/use',
    'POST /companies/:companyId/certificates/check',
    'POST /companies/:companyId/:environment/webhooks',
    'POST /companies/:companyId/:environment/webhooks/:webhookId/test',
    'POST /companies/:companyId/:environment/webhooks/:webhookId/rotate-secret',
  ]);
});

test('the contract names every action of the audit log, and the pages have words for each', () => {
  const ofCommands = Object.values(commandActions()).filter((action) => action !== 'reads');
  const actions = [...new Set([...routes.flatMap(({ audit }) => audit ?? []), ...ofCommands])].sort();
  const { components } = readWebDocument() as unknown as {
    components: { schemas: Record<'AuditAction', { readonly enum: readonly string[] }> };
  };
  expect(components.schemas.AuditAction.enum).toEqual(actions);
  expect(Object.keys(audit.actions).sort()).toEqual(actions);
  const words = Object.values(audit.actions);
  expect(new Set(words).size).toBe(words.length);
});

test.each(routes)('$name without a session', async (route) => {
  const refusal = refusalOf(await call(web.browser(), route));
  const isOpen = ['anyone', 'visitor'].includes(route.permission);
  expect(refusal).toBe(isOpen ? undefined : 'SESSION_REQUIRED');
});

describe.each([...roles, 'outsider'] as const)('as %s', (role) => {
  let loggedIn: Browser;
  beforeAll(async () => {
    loggedIn = await web.loggedIn(await personWith(role));
  });
  test.each(routes)('$name', async (route) => {
    // Routes of the session may end it.
    const ends = route.path.startsWith('/session');
    const browser = ends ? await web.loggedIn(await personWith(role)) : loggedIn;
    const who = allowed[route.name]!;
    const isForeign = role === 'outsider' && route.path.includes(':companyId');
    const may = typeof who === 'string' || (role !== 'outsider' && who.includes(role));
    const expected = isForeign ? 'COMPANY_NOT_FOUND' : may ? undefined : 'PERMISSION_DENIED';
    expect(refusalOf(await call(browser, route))).toBe(expected);
  });
});

describe('with the password but without the code', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = web.browser();
    await web.logIn(browser, await web.addPerson({ support: true }));
  });
  test.each(routes.filter(({ permission }) => !['anyone', 'visitor', 'unfinished'].includes(permission)))(
    '$name',
    async (route) => {
      const { status, body } = await call(browser, route);
      expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'SESSION_REQUIRED' });
    },
  );
  test('the session remains: only the code is asked for', async () => {
    const { body } = await browser.call('GET', '/session');
    expect(body['next']).toMatch(/^(code|enrol)$/);
  });
});

test.each([
  { method: 'GET', path: '/companies' },
  { method: 'POST', path: '/session/password' },
])(
  '$method $path of a page that shows another person is refused, and the login is not',
  async ({ method, path }) => {
    const person = await web.addPerson();
    const browser = await web.loggedIn(person);
    const ask = (shown: string, to = path, by = method) =>
      browser.call(by, to, {
        headers: { 'x-shown-person': shown },
        ...(by === 'POST' && { body: { password: 'x', newPassword: 'una-clave-nueva-larga' } }),
      });
    expect(await ask('another')).toMatchObject({ status: 409, body: { code: 'PERSON_CHANGED' } });
    expect((await ask(person.personId)).body['code']).not.toBe('PERSON_CHANGED');
    expect((await ask('another', '/session', 'GET')).body).toHaveProperty('person');
  },
);

/** Companies, their settings, their integration users and their summary, as a browser sees them. */
import { localDate } from '../../../../src/ecf/model/dates.js';
import { originHoldMs } from '../../../../src/ledger/companies/origin-change.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Processes } from '../../../../src/services/deps.js';
import { verifyPassword } from '../../../../src/shared/passwords.js';
import { admitInput, attemptOf, refusedAt } from '../../../harness/ledger.js';
import { ageOriginChange } from '../../../harness/numbers.js';
import { until } from '../../../harness/until.js';
import { farFromMidnight, refusalOf, startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

let web: Web;
let company: Company;
let soporte: SignedIn;
let administrador: SignedIn;
let consulta: SignedIn;

beforeAll(async () => {
  web = await startWeb();
  soporte = await signedIn(web, 'soporte');
});

beforeEach(async () => {
  company = await web.addCompany();
  administrador = await signedIn(web, 'administrador', company);
  consulta = await signedIn(web, 'consulta', company);
});

const path = (end = '') => `/companies/${company.companyId}${end}`;
const get = (end: string, who = consulta) => who.browser.call('GET', path(end));
const patch = (end: string, body: object, who = soporte) => who.browser.call('PATCH', path(end), { body });

describe('companies in trouble', () => {
  test('the platform sees them with what each needs, and nobody else does', async () => {
    expect(refusalOf(await administrador.browser.call('GET', '/companies-in-trouble'))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    const waiting = admitInput({ companyId: company.companyId });
    await web.store.admit(waiting);
    const now = new Date();
    const times = { now, nextTryAt: now, nextCheckAt: now };
    await web.store.recordWaiting(attemptOf(waiting), 'DGII_UNAVAILABLE', times);
    const { body } = await soporte.browser.call('GET', '/companies-in-trouble');
    const items = body['items'] as readonly { companyId: number; troubles: readonly object[] }[];
    const found = items.find(({ companyId }) => companyId === company.companyId);
    expect(found?.troubles).toMatchObject([{ kind: 'waiting', vouchers: 1 }, { kind: 'no-certificate' }]);
    // The one that also has vouchers waiting comes before those that only lack a certificate.
    expect(items.findIndex(({ companyId }) => companyId === company.companyId)).toBe(0);
  });
});

describe('companies', () => {
  test('a person sees only the companies of that person, and the platform sees all, page by page', async () => {
    const other = await web.addCompany();
    const { body } = await consulta.browser.call('GET', '/companies');
    expect(body).toEqual({
      items: [
        {
          companyId: company.companyId,
          rnc: company.rnc,
          razonSocial: company.razonSocial,
          environment: 'pre-certification',
          origin: 'service',
          role: 'consulta',
        },
      ],
      next: null,
    });
    const seen: number[] = [];
    let cursor: string | null = '0';
    for (let pages = 0; cursor !== null && pages < 100; pages++) {
      const page = await soporte.browser.call('GET', `/companies?limit=2&cursor=${cursor}`);
      seen.push(...(page.body['items'] as { companyId: number }[]).map(({ companyId }) => companyId));
      cursor = page.body['next'] as string | null;
    }
    expect(seen).toEqual(expect.arrayContaining([company.companyId, other.companyId]));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await consulta.browser.call('GET', `/companies/${other.companyId}`)).status).toBe(404);
    expect((await soporte.browser.call('GET', '/companies?cursor=x')).status).toBe(400);
  });

  test('a company shows its settings, consents, suspension and open vouchers', async () => {
    const { companyId } = company;
    await web.store.admit(admitInput({ companyId }));
    const since = new Date();
    await web.store.suspendIssuing(companyId, 'pre-certification', refusedAt(since), since);
    expect((await get('')).body).toMatchObject({
      companyId,
      conditional: 'block',
      openVouchers: 1,
      pending: { 'pre-certification': 1 },
      originChange: null,
      productionAllowed: false,
      consents: { service: false, company: false },
      suspension: { environment: 'pre-certification', reason: 'NOT_DELEGATED', since: since.toISOString() },
    });
  });

  test('the platform adds a company; refusals appear at the field', async () => {
    const added = {
      rnc: '131880681',
      razonSocial: 'NUEVA SRL',
      origin: 'client',
      environment: 'certification',
    };
    const post = (body: object, who = soporte) => who.browser.call('POST', '/companies', { body });
    expect((await post(added)).body).toMatchObject({ ...added, role: 'soporte' });
    expect(refusalOf(await post(added))).toEqual({ status: 409, code: 'COMPANY_EXISTS', campo: 'rnc' });
    expect(refusalOf(await post({ ...added, rnc: '1' }))).toEqual({
      status: 400,
      code: 'RNC_INVALID',
      campo: 'rnc',
    });
    expect(refusalOf(await post({ ...added, rnc: '131880682', razonSocial: ' ' }))).toMatchObject({
      code: 'NAME_INVALID',
      campo: 'razonSocial',
    });
    expect(refusalOf(await post({ ...added, environment: 'production' }))).toMatchObject({
      campo: 'environment',
    });
    expect(refusalOf(await post(added, administrador))).toMatchObject({ status: 403 });
  });
});

describe('settings', () => {
  test('the environment changes; production needs both consents', async () => {
    expect((await patch('/environment', { to: 'certification' })).body).toMatchObject({
      environment: 'certification',
    });
    const refused = await patch('/environment', { to: 'production', consent: 'allow' });
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'PRODUCTION_NOT_ALLOWED', campo: 'to' });
    expect(refused.body['detalle']).toEqual({ missing: ['service'] });
    expect(refusalOf(await patch('/environment', { to: 'certification' }, administrador))).toMatchObject({
      status: 403,
    });
  });

  test('the environment does not change while vouchers are open, unless the person says so', async () => {
    await web.store.admit(admitInput({ companyId: company.companyId }));
    const refused = await patch('/environment', { to: 'certification' });
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: 'DOCUMENTS_NOT_FINAL' });
    expect(refused.body['detalle']).toMatchObject({ count: 1 });
    expect((await patch('/environment', { to: 'certification', withOpenVouchers: true })).status).toBe(200);
  });

  test('the origin changes in two steps, and a change can be cancelled', async () => {
    const started = await patch('/origin', { action: 'start', to: 'client' });
    expect(started.body).toMatchObject({ outcome: 'started', readyAt: expect.any(String) as string });
    expect((await get('')).body['originChange']).toMatchObject({
      to: 'client',
      readyAt: started.body['readyAt'],
    });
    expect(refusalOf(await patch('/origin', { action: 'finish' }))).toMatchObject({
      status: 409,
      code: 'TOO_EARLY',
    });
    await ageOriginChange(web.database, company.companyId, originHoldMs);
    expect((await patch('/origin', { action: 'finish' })).body).toMatchObject({ outcome: 'changed' });
    expect((await get('')).body).toMatchObject({ origin: 'client', originChange: null });
    expect(refusalOf(await patch('/origin', { action: 'start', to: 'client' }))).toMatchObject({
      code: 'ORIGIN_UNCHANGED',
    });
    await patch('/origin', { action: 'start', to: 'service' });
    expect((await patch('/origin', { action: 'cancel' })).body).toMatchObject({ outcome: 'cancelled' });
    expect(refusalOf(await patch('/origin', { action: 'cancel' }))).toMatchObject({
      code: 'ORIGIN_NOT_CHANGING',
    });
    expect(refusalOf(await patch('/origin', { action: 'start', to: 'service', next: ['x'] }))).toMatchObject({
      code: 'ENCF_INVALID',
    });
  });

  test('the ledger’s clock measures how long issuing stops: ours may be wrong at the start and at the end', async () => {
    try {
      web.aheadMs = 120_000;
      const { body } = await patch('/origin', { action: 'start', to: 'client' });
      expect(Date.parse(body['readyAt'] as string)).toBeLessThanOrEqual(Date.now() + originHoldMs);
      web.aheadMs = 240_000;
      const finished = await patch('/origin', { action: 'finish' });
      expect(refusalOf(finished)).toMatchObject({ code: 'TOO_EARLY' });
      expect(finished.body['detalle']).toEqual({ readyAt: body['readyAt'] });
    } finally {
      web.aheadMs = 0;
    }
  });

  test('the administrator decides who approves what the company receives', async () => {
    expect((await get('')).body['approvals']).toEqual({ mode: 'manual', days: null });
    for (const approvals of [
      { mode: 'reminder', days: 10 },
      { mode: 'automatic', days: null },
    ]) {
      expect((await patch('/approvals', approvals, administrador)).body).toEqual(approvals);
      expect((await get('')).body['approvals']).toEqual(approvals);
    }
    for (const days of [null, 0, 366]) {
      const { status, body } = await patch('/approvals', { mode: 'reminder', days }, administrador);
      expect({ status, code: body['code'], campo: body['campo'] }).toEqual({
        status: 400,
        code: 'REQUEST_INVALID',
        campo: 'days',
      });
    }
  });

  test('the administrator decides whether vouchers go to their buyers', async () => {
    expect((await get('')).body).toMatchObject({ buyerDelivery: 'on', buyerDelivery45: 'off' });
    for (const wanted of [
      { buyerDelivery: 'on', buyerDelivery45: 'on' },
      { buyerDelivery: 'off', buyerDelivery45: 'off' },
    ]) {
      expect((await patch('/buyer-delivery', wanted, administrador)).body).toEqual(wanted);
      expect((await get('')).body).toMatchObject(wanted);
    }
  });

  test.each([
    { end: '/deferred-sending', name: 'deferredSending' },
    { end: '/annul-rejected', name: 'annulRejected' },
  ] as const)('the administrator decides on $name, and the audit log keeps it', async ({ end, name }) => {
    expect((await get('')).body[name]).toBe('refuse');
    for (const value of ['allow', 'refuse']) {
      expect((await patch(end, { [name]: value }, administrador)).body).toEqual({ [name]: value });
      expect((await get('')).body[name]).toBe(value);
      expect(await web.store.findCompany(company.companyId)).toMatchObject({ [name]: value });
    }
    expect(refusalOf(await patch(end, { [name]: 'si' }, administrador))).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      campo: name,
    });
    expect((await patch(end, { [name]: 'allow' }, consulta)).status).toBe(403);
    const action = `company.${name}`;
    const { rows } = await web.store.listActs({ companyId: company.companyId, action, limit: 10 });
    const done = rows.filter(({ result }) => result?.outcome === 'done');
    expect(done.map(({ result }) => result?.target)).toEqual(['refuse', 'allow']);
  });

  test('several settings change together or not at all, and the audit log keeps no name', async () => {
    const wanted = {
      razonSocial: 'EMPRESA CORREGIDA SRL',
      conditional: 'allow',
      approvals: { mode: 'reminder', days: 10 },
      buyerDelivery45: 'on',
    };
    const refusals = [
      { change: { razonSocial: ' ' }, code: 'NAME_INVALID', campo: 'razonSocial' },
      { change: { approvals: { mode: 'reminder', days: null } }, code: 'REQUEST_INVALID', campo: 'days' },
      { change: { conditional: 'si' }, code: 'REQUEST_INVALID', campo: 'conditional' },
    ];
    const before = (await get('')).body;
    for (const { change, code, campo } of refusals) {
      const refused = await patch('/settings', { ...wanted, ...change }, administrador);
      expect(refusalOf(refused)).toEqual({ status: 400, code, campo });
    }
    expect(refusalOf(await patch('/settings', {}, administrador))).toMatchObject({ status: 400 });
    expect((await patch('/settings', wanted, consulta)).status).toBe(403);
    expect((await get('')).body).toEqual(before);
    expect((await patch('/settings', wanted, administrador)).body).toEqual(wanted);
    expect((await get('')).body).toEqual({ ...before, ...wanted });
    const action = 'company.settings';
    const { rows } = await web.store.listActs({ companyId: company.companyId, action, limit: 10 });
    expect(rows.find(({ result }) => result?.outcome === 'done')?.result?.target).toBe(
      'approvals:reminder 10 buyerDelivery45:on conditional:allow razonSocial',
    );
  });

  test('the administrator corrects the razón social; the audit log keeps the act and no name', async () => {
    const razonSocial = 'EMPRESA CORREGIDA SRL';
    expect((await patch('/name', { razonSocial }, administrador)).body).toEqual({ razonSocial });
    expect((await get('')).body['razonSocial']).toBe(razonSocial);
    expect(refusalOf(await patch('/name', { razonSocial: ' ' }, administrador))).toEqual({
      status: 400,
      code: 'NAME_INVALID',
      campo: 'razonSocial',
    });
    expect((await patch('/name', { razonSocial }, consulta)).status).toBe(403);
    const { rows } = await web.store.listActs({
      companyId: company.companyId,
      action: 'company.name',
      limit: 10,
    });
    expect(rows.map(({ result }) => result?.outcome)).toEqual(['refused', 'done']);
    expect(JSON.stringify(rows)).not.toContain('CORREGIDA');
  });

  test('support withdraws the consent to production, but not while open vouchers still need it', async () => {
    const inProduction = { ...company, environment: 'production', productionAllowed: true } as const;
    await web.store.putCompany(inProduction);
    const one = admitInput({ companyId: company.companyId, environment: 'production' });
    await web.store.admit(one);
    const withdrawal = { to: 'certification', consent: 'deny' };
    const refused = await patch('/environment', withdrawal);
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'DOCUMENTS_NOT_FINAL', campo: 'to' });
    expect(refused.body['mensaje']).toContain('sin el consentimiento no terminarían');
    expect(refusalOf(await patch('/environment', withdrawal, administrador))).toMatchObject({ status: 403 });
    await web.store.recordVerdict(
      attemptOf(one),
      {
        state: 'accepted',
        verdict: {
          trackId: null,
          codigoDgii: '1',
          estado: '',
          mensajes: [],
          secuenciaUtilizada: true,
          replyFile: null,
        },
      },
      new Date(),
    );
    expect((await patch('/environment', withdrawal)).body).toEqual({
      environment: 'certification',
      productionAllowed: false,
    });
    // Outside production, the consent alone is withdrawn.
    await web.store.putCompany({ ...inProduction, environment: 'certification' });
    expect((await patch('/environment', withdrawal)).body).toMatchObject({ productionAllowed: false });
    expect((await get('')).body).toMatchObject({ environment: 'certification', productionAllowed: false });
    const action = 'company.environment';
    const { rows } = await web.store.listActs({ companyId: company.companyId, action, limit: 1 });
    expect(rows).toMatchObject([{ result: { outcome: 'done', target: 'certification deny' } }]);
  });

  test('the administrator decides what conditional faults do', async () => {
    expect((await patch('/conditional', { conditional: 'allow' }, administrador)).status).toBe(200);
    expect((await get('')).body['conditional']).toBe('allow');
  });
});

describe('integration users', () => {
  const clave = 'una-clave-larga-1';
  const post = (body: object) => administrador.browser.call('POST', path('/users'), { body });
  const user = () => web.store.findUser('erp', company.rnc);

  test('are added, get another password, and are disabled', async () => {
    const added = await post({ usuario: 'erp', clave });
    expect(added.body).toEqual({ usuario: 'erp', disabled: false });
    expect(await verifyPassword(clave, (await user())?.passwordHash ?? '')).toBe(true);
    const password = await administrador.browser.call('PUT', path('/users/erp/password'), {
      body: { clave: `${clave}2` },
    });
    expect(password.status).toBe(200);
    expect(await verifyPassword(`${clave}2`, (await user())?.passwordHash ?? '')).toBe(true);
    expect((await patch('/users/erp', { disabled: true }, administrador)).body).toEqual({
      usuario: 'erp',
      disabled: true,
    });
    const { body, text } = await get('/users', administrador);
    expect(body).toMatchObject([{ usuario: 'erp', disabled: true, review: false }]);
    await patch('/users/erp', { disabled: false }, administrador);
    const { companyId } = company;
    const { rows } = await web.store.listActs({ companyId, action: 'user.disabled', limit: 2 });
    expect(rows.map(({ result }) => result?.target)).toEqual(['erp activado', 'erp desactivado']);
    expect(text).not.toContain('scrypt');
  });

  test.each([
    { body: { usuario: 'a b', clave }, code: 'USUARIO_INVALID', campo: 'usuario' },
    { body: { usuario: 'erp', clave: 'corta' }, code: 'PASSWORD_INVALID', campo: 'clave' },
  ])('are refused at the field: $code', async ({ body, code, campo }) => {
    expect(refusalOf(await post(body))).toEqual({ status: 400, code, campo });
  });

  test('of the same name exist once; an unknown user is 404', async () => {
    await post({ usuario: 'erp', clave });
    expect(refusalOf(await post({ usuario: 'erp', clave }))).toMatchObject({
      status: 409,
      code: 'USER_EXISTS',
    });
    expect(refusalOf(await patch('/users/otro', { disabled: true }, administrador))).toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    });
  });

  test('may have the name of another resource', async () => {
    for (const usuario of ['vouchers', 'sequences']) {
      await post({ usuario, clave });
      const disabled = await patch(`/users/${usuario}`, { disabled: true }, administrador);
      expect(disabled.body).toEqual({ usuario, disabled: true });
    }
  });

  test('no password is in the log or the audit log', async () => {
    await post({ usuario: 'erp', clave });
    const { rows: acts } = await web.store.listActs({
      companyId: company.companyId,
      action: 'user.add',
      limit: 10,
    });
    expect(acts).toMatchObject([{ action: 'user.add' }]);
    expect(JSON.stringify([web.log, acts])).not.toContain(clave);
  });
});

test.each([
  { environment: 'pre-certification', place: 'Oficina Virtual' },
  { environment: 'certification', place: 'portal de certificación' },
])('a signer without a delegation is looked up where DGII shows it: $environment', async (row) => {
  const before = web.processes;
  const answer = { outcome: 'refused', reason: 'NOT_DELEGATED', fingerprint: 'f', mensajes: [] };
  web.processes = { ...before, ask: (() => Promise.resolve({ outcome: 'answered', answer })) as never };
  try {
    const checked = await administrador.browser.call('POST', path('/certificates/check'), {
      body: { environment: row.environment },
    });
    expect(refusalOf(checked)).toMatchObject({ status: 409, code: 'NOT_DELEGATED' });
    expect(checked.body['mensaje']).toContain(row.place);
  } finally {
    web.processes = before;
  }
});

describe('the summary', () => {
  const summary = async () => (await get('/pre-certification/summary')).body;

  test('of a new company shows that its numbers are missing, and nothing else to do', async () => {
    const now = farFromMidnight(web);
    const dayBefore = (days: number) => localDate(now.getTime() - days * 86_400_000);
    expect(await summary()).toEqual({
      open: 0,
      finalToday: 0,
      waiting: [],
      undecided: 0,
      overdue: null,
      ranges: [],
      numbers: 'missing',
      certificate: null,
      dgii: null,
      processing: true,
      suspended: null,
      lately: { from: dayBefore(6), rejected: 0, refused: 0, conditional: 0 },
      involved: {
        rejected: null,
        refused: null,
        conditional: null,
        buyerRejected: null,
        undelivered: null,
        undecided: null,
        decisionsUndelivered: null,
      },
      decisions: { from: dayBefore(29), undelivered: 0 },
      buyers: { from: dayBefore(29), rejected: 0, undelivered: 0 },
    });
    web.aheadMs = 0;
  });

  test.each([
    { origin: 'service', environment: 'certification' },
    { origin: 'client', environment: 'pre-certification' },
  ] as const)('misses no numbers in $environment of a company with origin $origin', async (one) => {
    await web.store.putCompany({ ...company, ...one });
    expect((await get(`/${one.environment}/summary`)).body['numbers']).toBe('none');
  });

  test('counts what is open, what waits and what ended today, and names ranges and certificate', async () => {
    const { companyId } = company;
    const now = farFromMidnight(web);
    await web.store.addAuthorization({
      companyId,
      environment: 'pre-certification',
      ecfType: 31,
      from: 1,
      to: 5,
      now,
      expiresOn: localDate(now.getTime()),
      authorizationNumber: '1',
    });
    const [waits, ended] = [admitInput({ companyId, now }), admitInput({ companyId, now })];
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const rejected = admitInput({
      companyId,
      now: daysAgo(2),
      montoTotal: '12400.50',
      razonSocialComprador: 'FERRETERÍA DE PRUEBA SRL',
    });
    const conditional = admitInput({ companyId, now: daysAgo(6) });
    const rejectedBefore = admitInput({ companyId, now: daysAgo(7) });
    for (const one of [waits, ended, admitInput({ companyId, now })]) await web.store.admit(one);
    for (const one of [rejected, conditional, rejectedBefore]) await web.store.admit(one);
    await web.store.recordWaiting(attemptOf(waits), 'DGII_SILENT', { now, nextTryAt: now, nextCheckAt: now });
    const verdict = { trackId: null, codigoDgii: '1', estado: '', mensajes: [], secuenciaUtilizada: true };
    await web.store.recordVerdict(
      attemptOf(ended),
      { state: 'accepted', verdict: { ...verdict, replyFile: null } },
      now,
    );
    for (const [one, state] of [
      [rejected, 'rejected'],
      [conditional, 'conditionally-accepted'],
      [rejectedBefore, 'rejected'],
    ] as const)
      await web.store.recordVerdict(attemptOf(one), { state, verdict: { ...verdict, replyFile: null } }, now);
    await web.store.putCertificate({
      companyId,
      fingerprint: 'f',
      certificatePem: '',
      sealedKey: '',
      importedAt: now,
      notBefore: new Date(0),
      notAfter: new Date(now.getTime() + 10.5 * 86_400_000),
    });
    expect(await summary()).toMatchObject({
      open: 2,
      finalToday: 1,
      waiting: [{ reason: 'DGII_SILENT', count: 1, involved: { since: now.toISOString() } }],
      lately: { rejected: 1, refused: 0, conditional: 1 },
      involved: {
        // The one of eight days ago is not among them.
        rejected: {
          amount: '12400.50',
          names: ['FERRETERÍA DE PRUEBA SRL'],
          others: false,
          since: daysAgo(2).toISOString(),
          only: { encf: rejected.encf },
        },
        refused: null,
        conditional: { since: daysAgo(6).toISOString() },
      },
      ranges: [
        {
          ecfType: 31,
          available: 5,
          advertencias: [{ code: 'SEQUENCE_LOW_STOCK' }, { code: 'SEQUENCE_EXPIRING' }],
        },
      ],
      numbers: 'left',
      certificate: { daysLeft: 10 },
    });
    web.aheadMs = 0;
  });

  test("shows DGII's last answer about its state, and never waits for DGII", async () => {
    const before = web.processes;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      const status = {
        environment: 'pre-certification',
        available: false,
        detail: 'En mantenimiento',
        by: 'status',
      };
      return { outcome: 'answered', answer: { outcome: 'reported', environments: [status], windows: null } };
    };
    web.processes = { ...before, ask: ask as unknown as Processes['ask'] };
    // Later than any question of another test.
    web.aheadMs = 120_000;
    try {
      const shown = await until('DGII’s answer is known', async () => (await summary())['dgii'] ?? undefined);
      expect(shown).toEqual({ available: false, text: 'En mantenimiento', at: expect.any(String) });
      expect(asked).toBe(1);
    } finally {
      web.processes = before;
      web.aheadMs = 0;
    }
  });

  test('says that no worker processes vouchers, and asks about it every few seconds', async () => {
    web.aheadMs = 300_000;
    const keptMs = 5_000;
    try {
      const seen = await until('two looks come soon one after the other', async () => {
        web.polled = true;
        web.aheadMs += keptMs;
        const beganMs = Date.now();
        const before = (await summary())['processing'];
        web.polled = false;
        const after = (await summary())['processing'];
        // A pause of the machine may be longer than the answer is kept.
        return Date.now() - beganMs < keptMs && [before, after];
      });
      expect(seen).toEqual([true, true]);
      web.aheadMs += keptMs;
      expect((await summary())['processing']).toBe(false);
    } finally {
      web.polled = true;
      web.aheadMs = 0;
    }
  });
});

/** A change that waits in a queue of its own is not done when its person was removed meanwhile. */
import { createConcurrencyLimit } from '../../../../src/api/limits/concurrency-limit.js';
import { createLimits } from '../../../../src/api/limits/limits.js';
import type { CompanyRole } from '../../../../src/ledger/people/person.js';
import type { Act } from '../../../../src/ledger/people/act.js';
import { refused } from '../../../../src/shared/refused.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Web } from '../harness.js';
import { signedIn } from '../desk/signed-in.js';

const one = { runningMax: 1, waitingMax: 10, waitingOfOneMax: 10 };
const limits = { ...createLimits(), vouchers: createConcurrencyLimit<number>('vouchers', one, 5) };

let web: Web;
/** The action whose act waits for the ledger, and what ends the wait. */
let heldAction: string | undefined;
let writeAct: (() => void) | undefined;

beforeAll(async () => {
  web = await startWeb({ limits });
  const recordAct = web.store.recordAct.bind(web.store);
  web.store.recordAct = async (act: Act) => {
    if (act.action === heldAction) await new Promise<void>((resolve) => (writeAct = resolve));
    return recordAct(act);
  };
});

afterEach(() => {
  heldAction = undefined;
  writeAct = undefined;
});

/** Each waits in its own queue. */
type Queue = 'newPasswords' | 'annulments' | 'uploads' | 'vouchers';

interface Change {
  readonly role: CompanyRole;
  readonly path: string;
  readonly method?: 'PUT';
  readonly body: unknown;
}

const clave = 'otra-clave-de-prueba';
const anId = '00000000-0000-4000-8000-000000000000';
const draft = { ecf: '{}', number: 'given' };
const annulment = { ranges: [{ desde: 'E310000000005', hasta: 'E310000000005' }], note: 'x', count: 1 };
const sealed = {
  keyId: 'k',
  sealedAt: '2026-11-29T12:00:00.000Z',
  wrappedKey: 'QQ==',
  iv: 'QQ==',
  sealed: 'QQ==',
};

/** Another administrator removes the person while the change waits. */
async function removedWhileItWaits({ role, path, method, body }: Change, wait: (companyId: number) => Wait) {
  const company = await web.addCompany({ environment: 'certification' });
  const { companyId } = company;
  const { browser: administrator } = await signedIn(web, 'administrador', company);
  const { browser, person } = await signedIn(web, role, company);
  const { waits, end } = wait(companyId);
  const changed = browser.call(method ?? 'POST', `/companies/${companyId}/${path}`, { body });
  await until('the change waits', waits);
  const their = `/companies/${companyId}/people/${person.personId}`;
  const removed = await administrator.call('PATCH', their, { body: { role: null } });
  expect(removed.status).toBe(200);
  end();
  expect(await changed).toMatchObject({ status: 401, body: { code: 'SESSION_REQUIRED' } });
  return { companyId, administrator };
}

const oneWebhook = `production/webhooks/wh_${'0'.repeat(24)}`;

interface Wait {
  readonly waits: () => Promise<boolean>;
  readonly end: () => void;
}

function waitIn(queue: Queue): (companyId: number) => Wait {
  return (companyId) => {
    let end = () => {};
    void limits[queue].run(companyId, () => new Promise<void>((resolve) => (end = resolve)));
    return { waits: async () => limits[queue].waiting === 1, end: () => end() };
  };
}

test.each<Change & { queue: Queue; what: string }>([
  {
    what: 'an integration user',
    queue: 'newPasswords',
    role: 'administrador',
    path: 'users',
    body: { usuario: 'a', clave },
  },
  {
    what: 'the password of one',
    queue: 'newPasswords',
    role: 'administrador',
    path: 'users/a/password',
    method: 'PUT',
    body: { clave },
  },
  {
    what: 'an annulment',
    queue: 'annulments',
    role: 'operador',
    path: 'pre-certification/annulments',
    body: annulment,
  },
  { what: 'a validation', queue: 'vouchers', role: 'operador', path: 'certification/validate', body: draft },
  {
    what: 'a voucher',
    queue: 'vouchers',
    role: 'operador',
    path: 'certification/vouchers',
    body: { ...draft, reference: anId },
  },
  {
    what: 'a workbook',
    queue: 'uploads',
    role: 'operador',
    path: 'certification-runs?kind=vouchers&fileName=set.xlsx',
    body: Buffer.from('x'),
  },
  {
    what: 'a run again',
    queue: 'uploads',
    role: 'operador',
    path: `certification-runs/${anId}/repeat`,
    body: {},
  },
])('$what', async ({ queue, ...change }) => {
  await removedWhileItWaits(change, waitIn(queue));
});

test.each<Change & { action: string }>([
  { action: 'certificate.import', role: 'administrador', path: 'certificates', body: sealed },
  {
    action: 'certificate.use',
    role: 'administrador',
    path: `certificates/${'a'.repeat(64)}/use`,
    body: {},
  },
  {
    action: 'certificate.check',
    role: 'administrador',
    path: 'certificates/check',
    body: { environment: 'pre-certification' },
  },
  { action: 'portalXml.sign', role: 'operador', path: 'portal-xml', body: { xml: 'QQ==' } },
  {
    action: 'webhook.add',
    role: 'administrador',
    path: 'production/webhooks',
    body: { url: 'https://erp.ejemplo.example/' },
  },
  { action: 'webhook.test', role: 'administrador', path: `${oneWebhook}/test`, body: {} },
  { action: 'webhook.rotate-secret', role: 'administrador', path: `${oneWebhook}/rotate-secret`, body: {} },
])('$action, while its act is written: no worker is asked', async ({ action, ...change }) => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return Promise.resolve(refused('WORKER_SILENT'));
  };
  web.processes = { ...web.processes, ask };
  await removedWhileItWaits(change, () => {
    heldAction = action;
    return { waits: async () => writeAct !== undefined, end: () => writeAct?.() };
  });
  expect(asked).toBe(0);
});

test('the audit log shows the refusal', async () => {
  const change: Change = { role: 'administrador', path: 'users', body: { usuario: 'a', clave } };
  const { companyId, administrator } = await removedWhileItWaits(change, waitIn('newPasswords'));
  const { rows } = await web.store.listActs({ companyId, limit: 5 });
  expect(rows.find(({ action }) => action === 'user.add')?.result).toMatchObject({
    outcome: 'refused',
    code: 'SESSION_REQUIRED',
  });
  expect((await administrator.call('GET', `/companies/${companyId}/users`)).body).toEqual([]);
});

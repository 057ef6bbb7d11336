/**
 * What people change takes turns: one change of a company at a time, from its act to its result in the audit log. A flood of one company's
 * changes leaves the connections to MongoDB to others.
 */
import { createConcurrencyLimit } from '../../../../src/api/limits/concurrency-limit.js';
import { createLimits } from '../../../../src/api/limits/limits.js';
import type { Act } from '../../../../src/ledger/people/act.js';
import type { Person } from '../../../../src/ledger/people/person.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { admitInput } from '../../../harness/ledger.js';
import { until } from '../../../harness/until.js';
import { startWeb, type Browser, type Web } from '../harness.js';
import { signedIn } from '../desk/signed-in.js';

/** More than a browser sends at once. */
const clicks = 10;
/** Fewer than the api has, because this test has only twenty connections. */
const waitingOfOneMax = 12;

const limits = { runningMax: 8, runningOfOneMax: 1, waitingMax: 1_000, waitingOfOneMax };
const changes = createConcurrencyLimit<number | string>('changes', limits, 5);

let web: Web;
let one: Administrator;
let other: Administrator;
/** The keys under which requests started. */
const started: (number | string)[] = [];
/** The companies whose acts were opened. */
const opened: number[] = [];
/** Ends the acts of changes of the look of `one` that are being opened. */
let held: (() => void)[] = [];
let holds = false;

interface Administrator {
  readonly company: Company;
  readonly person: Person;
  readonly browser: Browser;
}

beforeAll(async () => {
  const { starts } = createLimits();
  const fairStart: typeof starts.fairStart = (key) => {
    started.push(key);
    return starts.fairStart(key);
  };
  web = await startWeb({ limits: { starts: { name: 'starts', fairStart, waiting: 0 }, changes } });
  one = await administrator();
  other = await administrator();
  const recordAct = web.store.recordAct.bind(web.store);
  web.store.recordAct = async (act: Act) => {
    opened.push(...act.companyIds);
    if (holds && act.action === 'company.look' && act.companyIds.includes(one.company.companyId))
      await new Promise<void>((end) => held.push(end));
    return recordAct(act);
  };
});

beforeEach(() => {
  opened.length = 0;
  held = [];
  holds = true;
});

async function administrator(): Promise<Administrator> {
  const company = await web.addCompany();
  const { person, browser } = await signedIn(web, 'administrador', company);
  return { company, person, browser };
}

const change = ({ browser, company }: Administrator, color = '#112233') =>
  browser.call('PATCH', `/companies/${company.companyId}/printed-form`, { body: { color } });

function release(): void {
  holds = false;
  held.splice(0).forEach((end) => end());
}

test('one change of a company at a time; another company goes on; a person who clicks fast only waits', async () => {
  const sent = Promise.all(Array.from({ length: clicks }, () => change(one)));
  await until('the first change has its turn', async () => held.length > 0);
  expect((await change(other)).status).toBe(200);
  expect(opened).toEqual([one.company.companyId, other.company.companyId]);
  release();
  expect((await sent).map(({ status }) => status)).toEqual(Array(clicks).fill(200));
  expect(opened).toHaveLength(clicks + 1);
});

test('more changes than may wait are refused before their act', async () => {
  const sent = Array.from({ length: waitingOfOneMax + 2 }, () => change(one));
  // The last one to arrive finds one running and all places taken.
  const refused = await Promise.race(sent);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // It may be refused before the one with the turn has opened its company.
  await until('the first change has its turn', async () => held.length > 0);
  expect(opened).toHaveLength(1);
  release();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('a request with a session waits for its person’s fair start', async () => {
  holds = false;
  started.length = 0;
  await change(other);
  expect(started).toEqual([other.person.personId]);
});

test('a change that waits is not done when its person may not do it any more; nobody can hold up who removes a person', async () => {
  const { company } = one;
  const leaving = await signedIn(web, 'administrador', company);
  const { personId } = leaving.person;
  const people = `/companies/${company.companyId}/people`;
  const first = change({ ...leaving, company });
  await until('the first change has its turn', async () => held.length > 0);
  const guest = { email: 'invitado@prueba.example', role: 'administrador' };
  const invitation = leaving.browser.call('POST', people, { body: guest });
  await until('the invitation waits', async () => changes.waiting > 0);

  const roleEnds = await one.browser.call('PATCH', `${people}/${personId}`, { body: { role: 'consulta' } });
  expect(roleEnds.status).toBe(200);
  release();
  expect((await first).status).toBe(200);
  // The lower role ended the session.
  expect(await invitation).toMatchObject({ status: 401, body: { code: 'SESSION_REQUIRED' } });
  expect((await one.browser.call('GET', people)).body).toMatchObject({ invitations: [] });
});

test('who waits for a workflow has left the turn', async () => {
  holds = false;
  const { companyId } = one.company;
  const voucher = admitInput({ companyId, now: new Date() });
  await web.store.admit(voucher);
  let wakes = 0;
  let wake = () => {};
  web.processes = {
    ...web.processes,
    wake: async () => {
      wakes += 1;
      await new Promise<void>((resolve) => (wake = resolve));
      return { outcome: 'woken' };
    },
  };
  const path = `/companies/${companyId}/${voucher.environment}/vouchers/${voucher.encf}/retry`;
  const operador = await signedIn(web, 'operador', one.company);
  const retried = operador.browser.call('POST', path, { body: {} });
  await until('the workflow is woken', async () => wakes > 0);
  expect((await change(one)).status).toBe(200);
  wake();
  expect((await retried).status).toBe(200);
});

/**
 * New passwords are hashed in the threads of low priority: those of a company's integration users one at a time, and a limited number per
 * hour. Otherwise a company that sets passwords would slow everybody.
 */
import { createLimits } from '../../../../src/api/limits/limits.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { cheapHash } from '../../../harness/samples/cheap-hash.js';
import { noPasswordThreads } from '../../../harness/password-checks.js';
import { until } from '../../../harness/until.js';
import { clave, startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from '../desk/signed-in.js';

const perHour = 60;
const hourMs = 3_600_000;
const newClave = 'otra-clave-de-prueba';

interface Administrator extends SignedIn {
  readonly company: Company;
}

const limits = createLimits();
let web: Web;
/** The passwords that the threads hash now. */
const hashing: string[] = [];
let held: (() => void)[] = [];
let holds = false;

beforeAll(async () => {
  Object.assign(noPasswordThreads, {
    hash: async (password: string) => {
      hashing.push(password);
      if (holds) await new Promise<void>((end) => held.push(end));
      return cheapHash(password);
    },
  });
  web = await startWeb({ limits });
});

beforeEach(() => {
  hashing.length = 0;
  held = [];
  holds = false;
});

async function administrator(): Promise<Administrator> {
  const company = await web.addCompany();
  return { company, ...(await signedIn(web, 'administrador', company)) };
}

const add = ({ browser, company }: Administrator, usuario: string) =>
  browser.call('POST', `/companies/${company.companyId}/users`, { body: { usuario, clave: newClave } });

test('one of a company at a time, and another company goes on', async () => {
  const [one, other] = [await administrator(), await administrator()];
  holds = true;
  const added = ['a', 'b', 'c'].map((usuario) => add(one, usuario));
  await until('the others wait', async () => limits.newPasswords.waiting === 2);
  const ofOther = add(other, 'a');
  await until('that of the other company is hashed too', async () => hashing.length === 2);
  holds = false;
  held.forEach((end) => end());
  const statuses = (await Promise.all([...added, ofOther])).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
});

test('after sixty in an hour the company waits for the next hour', async () => {
  const one = await administrator();
  // Far from the end of an hour.
  web.aheadMs += hourMs - ((Date.now() + web.aheadMs) % hourMs);
  await add(one, 'a');
  const change = () =>
    one.browser.call('PUT', `/companies/${one.company.companyId}/users/a/password`, {
      body: { clave: newClave },
    });
  for (let count = 1; count < perHour; count += 1) expect((await change()).status).toBe(200);
  const refused = await change();
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(hashing).toHaveLength(perHour);
});

test('a person’s own new password, and that of an invitation', async () => {
  const { browser, company } = await administrator();
  const changed = await browser.call('POST', '/session/password', {
    body: { password: clave, newPassword: newClave },
  });
  const email = `invitada-${company.companyId}@prueba.example`;
  const { body } = await browser.call('POST', `/companies/${company.companyId}/people`, {
    body: { email, role: 'consulta' },
  });
  const token = String(body['invitationUrl']).split('/').at(-1);
  const accepted = await web
    .browser()
    .call('POST', `/invitations/${token}`, { body: { name: 'Invitada', password: 'clave-de-la-invitada' } });
  expect([changed.status, accepted.status]).toEqual([200, 200]);
  expect(hashing).toEqual([newClave, 'clave-de-la-invitada']);
});

/**
 * kill -9 of the api right before and right after each of its writes to the ledger: a number is never handed out twice and
 * none is lost; a voucher is admitted once, with its number marked. The torture kills at random moments, again and again
 * (`api kill` in tools/torture/plan/outage-kinds.ts). Its check covers this with NUMBER-TWICE, REFERENCE-TWICE, NUMBER-LOST,
 * NUMBER-SKIPPED, RESERVATION and MISSING.
 */
import { request } from 'undici';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import type { AnswerBody, AnswerData } from '../../harness/http/answer.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { addNumberedCompany, expectSound, readNumbering } from '../../harness/numbering.js';
import { startRoleProcess, type RoleProcess } from '../../harness/processes/role-process.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification' as const;
const clave = 'prueba-2026';
/** Vouchers of companies that cannot sign here are checked rarely. */
const seldom = { ECF_RETRY_FIRST_MS: '10000', ECF_RETRY_MAX_MS: '10000' };
let service: Service;
let companies = 0;
let companyId: number;
let rnc = '';
let api: RoleProcess | undefined;

beforeAll(async () => {
  service = await startService({ workerless: true, env: seldom });
}, 60_000);
beforeEach(async () => {
  companies += 1;
  // Used by this file only: Temporal also identifies a voucher by its company.
  companyId = service.companyId + companies;
  rnc = String(100_000_000 + companies);
  const { store } = service;
  await addNumberedCompany(store, { companyId, rnc, now: new Date() });
  const passwordHash = cheapHash(clave);
  await store.putUser({ usuario: 'prueba', rnc, companyId, passwordHash, disabled: false });
  await store.addAuthorization({
    ...{ companyId, environment, ecfType: 31, from: 1, to: 10_000, expiresOn: '31-12-2028' },
    ...{ authorizationNumber: 'A-1', now: new Date() },
  });
});
afterEach(async () => {
  await api?.kill();
  api = undefined;
});

interface Answer {
  readonly status: number;
  readonly data: Pick<AnswerBody, 'token'> & AnswerData;
}

/** Undefined when the api died before it answered. */
async function post(url: string, path: string, body: unknown, token?: string): Promise<Answer | undefined> {
  try {
    const response = await request(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const answer = (await response.body.json()) as { readonly data?: Answer['data'] };
    return { status: response.statusCode, data: answer.data ?? (answer as Answer['data']) };
  } catch {
    return undefined;
  }
}

/** Without the limit on a company's calls, which has its own tests: fifty clients that never pause would soon reach it. */
const start = () => startRoleProcess('api', { ...service.env, LOG_LEVEL: 'warn', ECF_CALLS_PER_MINUTE: '0' });
const login = async (url: string): Promise<string> =>
  (await post(url, '/api/v2/Auth/login', { usuario: 'prueba', clave, rnc }))?.data.token as string;
const next = (url: string, token: string, externalReference?: string) =>
  post(url, '/api/v2/ecf-sequences/next', { ecfType: 31, externalReference }, token);
const view = () => readNumbering(service.config.mongo.uri, service.config.mongo.database, companyId);

/** Before the first call and after each one. Between two calls nothing else happens. */
function boundaries(calls: readonly string[]) {
  const after = calls.map((call, index) => ({
    at: index + 1,
    when: 'after' as const,
    place: `${index} after ${call}`,
  }));
  return [{ at: 1, when: 'before' as const, place: 'before the first' }, ...after];
}

test('next, killed before and after each of its writes to the ledger', async () => {
  api = await start();
  const token = await login(api.url);
  await api.arm(0, 'before', true);
  await next(api.url, token, 'tried');
  const writes = await api.ledgerCalls();
  await api.kill();
  const insertedAt = writes.indexOf('reservations.insertMany') + 1;
  expect(insertedAt).toBeGreaterThan(0);
  const delivered = ['E310000000001'];

  // After the insert comes only a check of the remaining stock, which runs after the answer.
  const places = boundaries(writes.slice(0, insertedAt));
  for (const { at, when, place } of places) {
    api = await start();
    await api.arm(at, when, true);
    expect({ place, answer: await next(api.url, token, place) }).toEqual({ place, answer: undefined });
    expect(await api.exited).toBe('SIGKILL');
    const stands = (await view()).reservations.some(({ ref }) => ref === place);
    expect({ place, stands }).toEqual({ place, stands: when === 'after' && at >= insertedAt });
  }
  // Clients without an answer ask again, in another order. A stored number comes back; the others get the next numbers.
  api = await start();
  for (const { at, when, place } of [...places].reverse()) {
    const reused = when === 'after' && at >= insertedAt;
    const answer = await next(api.url, token, place);
    expect({ place, ...answer }).toMatchObject({ place, status: 200, data: { reused } });
    delivered.push((answer?.data as { encf: string }).encf);
  }
  const sound = await view();
  expectSound(sound, delivered);
  expect(sound.reservations).toHaveLength(delivered.length);
}, 300_000);

test('send with a number from the service, killed before and after each of its writes: admitted once, its number used', async () => {
  const take = async (url: string, token: string) => (await next(url, token))?.data.encf as string;
  const sendTo = (url: string, token: string, encf: string) =>
    post(url, '/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf, rncEmisor: rnc }), token);
  const helper = await start();
  const vouchers: string[] = [];
  try {
    const first = await take(helper.url, await login(helper.url));
    vouchers.push(first);
    const token = await login(helper.url);
    await helper.arm(0, 'before', true);
    await sendTo(helper.url, token, first);
    const calls = await helper.ledgerCalls();
    expect(calls).toEqual(expect.arrayContaining(['documents.insertOne', 'reservations.updateOne']));

    for (const { at, when, place } of boundaries(calls)) {
      const encf = await take(helper.url, token);
      vouchers.push(encf);
      api = await start();
      await api.arm(at, when, true);
      expect({ place, answer: await sendTo(api.url, token, encf) }).toEqual({ place, answer: undefined });
      expect(await api.exited).toBe('SIGKILL');
      // The client must get an answer whatever state the killed api left.
      const again = await sendTo(helper.url, token, encf);
      expect({ place, ...again }).toMatchObject({ place, status: 200, data: { ecf: encf } });
    }
    const unused = await service.store.unused({
      ...{ companyId, environment, reservedBefore: new Date(Date.now() + 60_000), limit: 100 },
    });
    expect(unused.numbers).toEqual([]);
    // If the killed api did not mark the number, the worker's first step does.
    await service.startWorker();
    for (const encf of vouchers) {
      await until(`${encf} is used`, async () => {
        const { reservation } = await service.store.findNumber(companyId, environment, encf);
        return reservation === 'used';
      });
      const document = await service.store.findDocument(companyId, environment, encf);
      expect(document).toMatchObject({ encf, attempt: 1 } satisfies Partial<DocumentRecord>);
    }
    expectSound(await view(), vouchers);
  } finally {
    await service.stopWorker();
    await helper.kill();
  }
}, 300_000);

test('killed twice while many clients ask at once: each gets one number, and none is skipped', async () => {
  const early = Array.from({ length: 25 }, (_, client) => `early ${client}`);
  const late = Array.from({ length: 25 }, (_, client) => `late ${client}`);
  const all = [...early, ...late];
  const ask = (url: string, references: readonly string[]) =>
    Promise.all(references.map((reference) => next(url, token, reference)));
  api = await start();
  const token = await login(api.url);

  // The first insert of the burst is stored, with the numbers of several clients, and no client gets an answer.
  await api.arm(1, 'after', true);
  expect(await ask(api.url, early)).toEqual(early.map(() => undefined));
  expect(await api.exited).toBe('SIGKILL');
  const stored = new Set((await view()).reservations.map(({ ref }) => ref));
  expect(stored.size).toBeGreaterThan(0);

  // They ask again, together with others. The api is killed before its next insert.
  api = await start();
  await api.arm(1, 'before', true);
  const second = await ask(api.url, all);
  expect(await api.exited).toBe('SIGKILL');
  expect((await view()).reservations).toHaveLength(stored.size);

  api = await start();
  const answers = await ask(api.url, all);
  expect(answers.map((answer) => answer?.status)).toEqual(all.map(() => 200));
  expect(answers.map((answer) => answer?.data.reused)).toEqual(all.map((one) => stored.has(one)));
  const delivered = answers.map((answer) => answer?.data.encf ?? '');
  // A client that got an answer between the two kills has the same number now.
  for (const [index, answer] of second.entries())
    if (answer !== undefined) expect(answer.data.encf).toBe(delivered[index]);
  const sound = await view();
  expect(sound.reservations).toHaveLength(all.length);
  expectSound(sound, delivered);
}, 300_000);

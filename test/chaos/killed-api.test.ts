/**
 * kill -9 of the api right before and right after each of its writes to the ledger: a number is never handed out twice and
 * none is lost; a voucher is admitted once, with its number marked. The torture kills at random moments, again and again
 * (`api kill` in tools/torture/plan/outage-kinds.ts). Its check covers this with NUMBER-TWICE, REFERENCE-TWICE, NUMBER-LOST,
 * NUMBER-SKIPPED, RESERVATION and MISSING.
 */
import { idOfEncf } from '../../src/ledger/numbers/numbers.js';
import type { DocumentRecord } from '../../src/ledger/vouchers/document-record.js';
import { postOrDie } from '../harness/http/post-or-die.js';
import { cheapHash } from '../harness/samples/cheap-hash.js';
import { addNumberedCompany, expectSound, readNumbering } from '../harness/numbers.js';
import { startRoleProcess, type RoleProcess } from '../harness/processes/role-process.js';
import { sampleEcf } from '../harness/samples/sample-ecf.js';
import { startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const environment = 'pre-certification' as const;
const clave = 'prueba-2026';
const types = [31, 33, 41, 43, 44, 45] as const;
const env = {
  // Vouchers of companies that cannot sign here are checked rarely.
  ECF_RETRY_FIRST_MS: '10000',
  ECF_RETRY_MAX_MS: '10000',
  // The limit on a company's calls has its own tests: fifty clients that never pause would soon reach it.
  ECF_CALLS_PER_MINUTE: '0',
};
let service: Service;
let companies = 0;
let companyId: number;
let rnc = '';
let api: RoleProcess | undefined;

beforeAll(async () => {
  service = await startService({ workerless: true, env });
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
  for (const ecfType of types)
    await store.addAuthorization({
      companyId,
      environment,
      ecfType,
      from: 1,
      to: 10_000,
      expiresOn: '31-12-2028',
      authorizationNumber: `A-${ecfType}`,
      now: new Date(),
    });
});
afterEach(async () => {
  await api?.kill();
  api = undefined;
});

const post = (url: string, path: string, body: unknown, token?: string) =>
  postOrDie(url + path, body, token === undefined ? {} : { authorization: `Bearer ${token}` });

const start = () => startRoleProcess('api', { ...service.env, LOG_LEVEL: 'warn' });
const login = async (url: string): Promise<string> =>
  (await post(url, '/api/v2/Auth/login', { usuario: 'prueba', clave, rnc }))?.data.token as string;
const next = (url: string, token: string, externalReference?: string, ecfType = 31) =>
  post(url, '/api/v2/ecf-sequences/next', { ecfType, externalReference }, token);
const view = () => readNumbering(service.config.mongo.uri, service.config.mongo.database, companyId);

interface Place {
  readonly at: number;
  readonly when: 'before' | 'after';
  readonly place: string;
}

/** Before the first write and after each one. Between two writes nothing else happens in the ledger. */
function boundaries(writes: readonly string[]): readonly Place[] {
  const after = writes.map((write, index) => ({
    at: index + 1,
    when: 'after' as const,
    place: `${index} after ${write}`,
  }));
  return [{ at: 1, when: 'before' as const, place: 'before the first' }, ...after];
}

/** Makes each call in the api and stops it at its place. Then one kill hits them all; no call gets an answer. */
async function killAt<T extends Place>(
  role: RoleProcess,
  calls: readonly T[],
  { namesOf, call }: { namesOf: (one: T) => readonly string[]; call: (one: T) => Promise<unknown> },
): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (const one of calls) {
    await role.hold(namesOf(one), one.at, one.when);
    answers.push(call(one));
    await until(`${one.place}: it stands still`, async () => {
      const held = await role.held();
      return namesOf(one).some((name) => held.includes(name));
    });
  }
  await role.kill();
  expect(await Promise.all(answers)).toEqual(calls.map(() => undefined));
}

test('next, killed before and after each of its writes to the ledger', async () => {
  const role = (api = await start());
  const token = await login(role.url);
  await role.arm(0, 'before', true);
  expect(await next(role.url, token, 'tried')).toMatchObject({ data: { encf: 'E310000000001' } });
  const writes = await role.ledgerCalls();
  const insertedAt = writes.indexOf('reservations.insertMany') + 1;
  expect(insertedAt).toBeGreaterThan(0);

  // After the insert comes only a check of the remaining stock, which runs after the answer.
  const places = boundaries(writes.slice(0, insertedAt)).map((place, index) => ({
    // Calls for one type wait for each other, so each place has a type.
    ...place,
    ecfType: types[index]!,
    stored: place.when === 'after' && place.at >= insertedAt,
  }));
  await killAt(role, places, {
    namesOf: ({ place }) => [place],
    call: ({ place, ecfType }) => next(role.url, token, place, ecfType),
  });
  const refs = (await view()).reservations.map(({ ref }) => ref);
  for (const { place, stored } of places)
    expect({ place, stored: refs.includes(place) }).toEqual({ place, stored });

  // Others come first in another api. Then clients without an answer ask again: a stored number comes back; the others get new ones.
  const delivered = ['E310000000001'];
  const take = async (reference: string, ecfType: number) => {
    const answer = await next(service.apiUrl, token, reference, ecfType);
    delivered.push((answer?.data as { encf: string }).encf);
    return answer;
  };
  for (const { place, ecfType, stored } of places) {
    const later = await take(`later than ${place}`, ecfType);
    expect({ place, ...later }).toMatchObject({ place, status: 200, data: { reused: false } });
    const again = await take(place, ecfType);
    expect({ place, ...again }).toMatchObject({ place, status: 200, data: { reused: stored } });
  }
  const sound = await view();
  expectSound(sound, delivered);
  expect(sound.reservations).toHaveLength(delivered.length);
}, 300_000);

test('send with a number from the service, killed before and after each of its writes: admitted once, its number used', async () => {
  const role = (api = await start());
  const token = await login(role.url);
  const take = async () => (await next(service.apiUrl, token))?.data.encf as string;
  const sendTo = (url: string, encf: string) =>
    post(url, '/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf, rncEmisor: rnc }), token);
  const first = await take();
  await role.arm(0, 'before', true);
  await sendTo(role.url, first);
  const writes = await role.ledgerCalls();
  expect(writes).toEqual(expect.arrayContaining(['documents.insertOne', 'reservations.updateOne']));

  const stopped: (Place & { readonly encf: string })[] = [];
  for (const place of boundaries(writes)) stopped.push({ ...place, encf: await take() });
  await killAt(role, stopped, {
    namesOf: ({ encf }) => [encf, idOfEncf(companyId, environment, encf)!],
    call: ({ encf }) => sendTo(role.url, encf),
  });
  const vouchers = [first, ...stopped.map(({ encf }) => encf)];
  const admittedAt = writes.indexOf('documents.insertOne') + 1;
  for (const { at, when, place, encf } of stopped) {
    const admitted = (await service.store.findDocument(companyId, environment, encf)) !== undefined;
    expect({ place, admitted }).toEqual({ place, admitted: when === 'after' && at >= admittedAt });
    // The client must get an answer whatever state the killed api left.
    const again = await sendTo(service.apiUrl, encf);
    expect({ place, ...again }).toMatchObject({ place, status: 200, data: { ecf: encf } });
  }
  const unused = await service.store.unused({
    companyId,
    environment,
    reservedBefore: new Date(Date.now() + 60_000),
    limit: 100,
  });
  expect(unused.numbers).toEqual([]);
  // If the killed api did not mark the number, the worker's first step does.
  await service.startWorker();
  try {
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

  const answers = await ask(service.apiUrl, all);
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

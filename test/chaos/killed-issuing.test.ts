/**
 * kill -9 of the api around each step of `issue`, with two clients for each key: a key gets one number and one voucher, a voucher with faults
 * takes none, and no number is left without a voucher.
 */
import { referenceOfIssue } from '../../src/ledger/numbers/numbers.js';
import { randomOf } from '../conformance/mutations.js';
import { postOrDie } from '../harness/http/post-or-die.js';
import { expectSound, readNumbering } from '../harness/numbers.js';
import { startRoleProcess, type RoleProcess } from '../harness/processes/role-process.js';
import { cheapHash } from '../harness/samples/cheap-hash.js';
import { unnumberedEcf } from '../harness/samples/unnumbered.js';
import { startService, type OtherCompany, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const environment = 'pre-certification' as const;
const clave = 'prueba-2026';
const env = { ECF_CALLS_PER_MINUTE: '0' };
let service: Service;
let company: OtherCompany;
let api: RoleProcess | undefined;

beforeAll(async () => {
  service = await startService({ workerless: true, apiless: true, env });
  await service.startApi();
}, 60_000);
beforeEach(async () => {
  company = await service.addCompany({ origin: 'service' });
  const { companyId, rnc } = company;
  const passwordHash = cheapHash(clave);
  await service.store.putUser({ usuario: 'prueba', rnc, companyId, passwordHash, disabled: false });
  await service.store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from: 1,
    to: 10_000,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now: new Date(),
  });
});
afterEach(async () => {
  await api?.kill();
  api = undefined;
});

const start = () => startRoleProcess('api', { ...service.env, LOG_LEVEL: 'warn' });
const login = async (url: string): Promise<string> => {
  const body = { usuario: 'prueba', clave, rnc: company.rnc };
  return (await postOrDie(`${url}/api/v2/Auth/login`, body))?.data.token as string;
};
const issue = (url: string, token: string, key: string, body: unknown) =>
  postOrDie(`${url}/api/v2/dgii-ecf/issue?waitForFinal=0s`, body, {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
  });
const view = () => readNumbering(service.config.mongo.uri, service.config.mongo.database, company.companyId);

/** Each key has one number and one voucher, which DGII got once, and there is no other number. */
async function expectOneEach(issued: ReadonlyMap<string, string>): Promise<void> {
  const encfs = [...issued.values()];
  const sound = await view();
  expectSound(sound, encfs);
  expect(sound.reservations).toHaveLength(issued.size);
  const byRef = sound.reservations.map(({ ref, n }) => [ref, `E31${String(n).padStart(10, '0')}`]);
  expect(new Map(byRef as [string, string][])).toEqual(
    new Map([...issued].map(([key, encf]) => [referenceOfIssue(key), encf])),
  );
  await service.startWorker();
  try {
    for (const encf of encfs) {
      await until(`${encf} is accepted`, async () => {
        const document = await service.store.findDocument(company.companyId, environment, encf);
        return document?.state === 'accepted';
      });
      expect(await service.seenByDgii(encf, company.rnc)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    }
    expect(new Set((await view()).reservations.map(({ state }) => state))).toEqual(new Set(['used']));
  } finally {
    await service.stopWorker();
  }
}

test('issue, killed before its first call to the ledger and after each one: the repetition issues the voucher once', async () => {
  const token = await login(service.apiUrl);
  const body = unnumberedEcf({ rncEmisor: company.rnc });
  let role = (api = await start());
  // The first request of a process reads more than the later ones, and so does each request after a kill.
  await role.arm(0, 'before');
  const issued = new Map([['tried', String((await issue(role.url, token, 'tried', body))?.data['ecf'])]]);
  const calls = await role.ledgerCalls();
  expect(calls).toEqual(
    expect.arrayContaining([
      'issueClaims.insertOne',
      'reservations.insertMany',
      'documents.insertOne',
      'reservations.updateOne',
    ]),
  );
  await role.kill();

  const kills = [
    { at: 1, when: 'before' as const },
    ...calls.map((_, index) => ({ at: index + 1, when: 'after' as const })),
  ];
  for (const { at, when } of kills) {
    const place = `${when} ${at} ${calls[at - 1]}`;
    role = api = await start();
    await role.arm(at, when);
    expect({ place, answer: await issue(role.url, token, place, body) }).toEqual({
      place,
      answer: undefined,
    });
    expect(await role.exited).toBe('SIGKILL');
    const again = await issue(service.apiUrl, token, place, body);
    expect({ place, ...again }).toMatchObject({ place, status: 200 });
    issued.set(place, String(again?.data['ecf']));
    const claimed = (await view()).reservations.map(({ ref }) => ref);
    expect(claimed.filter((ref) => ref === referenceOfIssue(place))).toHaveLength(1);
  }
  await expectOneEach(issued);
}, 600_000);

const keysCount = 80;
const killsCount = 34;
/** The api dies at one of its next calls. So most kills come while the keys are new. */
const callsMax = 60;
const seed = 20261129;

test(`issue with ${keysCount} keys and two clients each, killed ${killsCount} times: as many numbers as valid vouchers`, async () => {
  const random = randomOf(seed);
  const orders = Array.from({ length: keysCount }, (_, index) => {
    const body = unnumberedEcf({ rncEmisor: company.rnc, price: 1_000 + index });
    const isValid = index % 4 !== 0;
    if (!isValid) body.ECF.Encabezado.Totales.MontoTotal += 100;
    return { key: `k-${index}`, body, isValid };
  });
  const token = await login(service.apiUrl);
  let url = '';
  let kills = 0;
  let isOver = false;

  /** Repeats the request until it is answered, as a client does, and then goes on with the next key. */
  async function client(): Promise<Map<string, string>> {
    const got = new Map<string, string>();
    for (const { key, body, isValid } of orders) {
      const answer = await until(`${key} is answered (seed ${seed})`, () => issue(url, token, key, body), {
        withinMs: 120_000,
      });
      expect({ key, status: answer.status }).toEqual({ key, status: isValid ? 200 : 400 });
      if (isValid) got.set(key, answer.data['ecf']);
    }
    return got;
  }

  async function killer(): Promise<void> {
    while (!isOver && kills < killsCount) {
      api = await start();
      // Before it: a call that fails, as one of two inserts of a claim does, has no moment after it.
      await api.arm(1 + random(callsMax), 'before');
      url = api.url;
      const isDead = api.exited.then((how) => how === 'SIGKILL');
      const ended = until('it is over', async () => isOver, { withinMs: 900_000 }).then(() => false);
      if (await Promise.race([isDead, ended])) kills += 1;
    }
    url = service.apiUrl;
  }

  // Until the last kill there is always work, so the clients begin anew with the same keys: all of that is repetition.
  async function repeat(): Promise<readonly Map<string, string>[]> {
    const rounds: Map<string, string>[] = [];
    do rounds.push(await client());
    while (kills < killsCount);
    return rounds;
  }
  const killing = killer();
  const rounds = await Promise.all([repeat(), repeat()]).finally(() => (isOver = true));
  await killing;
  expect(kills).toBe(killsCount);
  const [issued, ...others] = rounds.flat();
  for (const round of others) expect(round).toEqual(issued);
  if (issued === undefined) throw new Error('No client finished');
  expect(issued.size).toBe(orders.filter(({ isValid }) => isValid).length);
  await expectOneEach(issued);
}, 900_000);

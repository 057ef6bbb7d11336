/**
 * kill -9 of mongod while 50 clients take numbers over HTTP and ask again by their reference. No number is handed out twice,
 * none is skipped, and no number that a client received is lost or given to another client.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collection } from 'mongodb';
import { signal } from '../../tools/stack/processes/processes.js';
import { startMongod } from '../../tools/stack/start-mongod.js';
import { expectSound, readNumbering } from '../harness/numbers.js';
import { own } from '../harness/own.js';
import { startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const environment = 'pre-certification' as const;
const clients = 50;
const turns = 12;
/** The last ten clients use the references of the first ten, at about the same time. */
const references = 40;
const numbersWanted = references * turns;
/** Runs out between the kills. One of its numbers was annulled at DGII before, and is skipped. */
const firstRange = { from: 1, to: 200, expiresOn: '30-11-2028' };
const secondRange = { from: 1_001, to: 9_999, expiresOn: '31-12-2028' };
const annulled = 60;
const firstDelivered = firstRange.to - 1;
/**
 * How many answers clients have received when mongod is killed: at once, or during the next insert of numbers. The 120 between
 * two kills exceed the 100 that clients may still receive around the earlier kill: 50 before that insert, and 50 from it.
 */
const kills = [
  { answers: 40, inMidInsert: false },
  { answers: 160, inMidInsert: true },
  { answers: 280, inMidInsert: false },
  { answers: 400, inMidInsert: true },
];
/** A start after a kill takes a second or two. A request waits 3 s for a primary, and it may wait several times. */
const withinMs = 120_000;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;

interface Told {
  readonly reference: string;
  readonly encf: string;
  readonly reused: boolean;
}

/** Undefined: the ledger is not available now. Any other answer without a number is a defect. */
async function ask(api: Service, reference: string): Promise<Told | undefined> {
  const { status, headers, body } = await api.post('/api/v2/ecf-sequences/next', {
    ecfType: 31,
    externalReference: reference,
  });
  if (status === 200) return { reference, ...(body.data as { encf: string; reused: boolean }) };
  expect([status, body.data['code'], headers['retry-after']]).toEqual([
    503,
    'LEDGER_UNAVAILABLE',
    expect.any(String),
  ]);
  return undefined;
}

/** Calls `act` when the next numbers are on their way to mongod. Returns a function that cancels this. */
function onNextInsert(act: () => void): () => void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const insertMany = Collection.prototype.insertMany;
  const restore = () => {
    Collection.prototype.insertMany = insertMany;
  };
  Collection.prototype.insertMany = function (this: Collection, ...args: Parameters<typeof insertMany>) {
    const inserted = insertMany.apply(this, args);
    if (this.collectionName !== 'reservations') return inserted;
    restore();
    setImmediate(act);
    return inserted;
  };
  return restore;
}

test('mongod killed again and again under 50 clients: each reference has one number, and none is skipped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecf-killed-mongod-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const running = await startMongod({ dataDir, port: 0, log: quiet });
  own('mongod', () => running.stop());
  const api = await startService({
    workerless: true,
    env: { MONGODB_URI: running.uri, ECF_CALLS_PER_MINUTE: '0' },
  });
  const { companyId, store } = api;
  const company = (await store.findCompany(companyId))!;
  await store.putCompany({ ...company, origin: 'service' });
  for (const range of [firstRange, secondRange]) {
    const outcome = await store.addAuthorization({
      companyId,
      environment,
      ecfType: 31,
      ...range,
      authorizationNumber: `A-${range.from}`,
      now: new Date(),
    });
    expect(outcome.outcome).toBe('done');
  }
  await store.annulReservation({
    companyId,
    environment,
    encf: encf(annulled),
    note: 'ANULADO EN LA DGII',
    by: 'ana',
    now: new Date(),
  });
  await api.token();

  const reported: Told[] = [];
  const killed: { readonly pid: number; readonly asking: number }[] = [];
  let asking = 0;
  let takeBack: () => void = () => undefined;
  const kill = () => {
    const { pid } = running;
    if (pid === undefined) throw new Error('mongod has answered, and does not run');
    signal(pid, 'SIGKILL');
    killed.push({ pid, asking });
  };
  const note = (one: Told) => {
    reported.push(one);
    const due = kills.find(({ answers }) => answers === reported.length);
    if (due?.inMidInsert === true) takeBack = onNextInsert(kill);
    else if (due !== undefined) kill();
  };
  try {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const reference = `${client % references}/${turn}`;
          asking += 1;
          note(await until(`a number for ${reference}`, () => ask(api, reference), { withinMs }));
          asking -= 1;
        }
      }),
    );
  } finally {
    takeBack();
  }

  // Each kill hit another mongod process, in the middle of the work.
  expect(new Set([...killed.map(({ pid }) => pid), running.pid]).size).toBe(kills.length + 1);
  expect(Math.min(...killed.map((one) => one.asking))).toBeGreaterThan(clients / 5);

  // Asking again returns the same number, whichever client asks: no acknowledged number is lost.
  const firstTold = new Map([...reported].reverse().map((one) => [one.reference, one.encf]));
  expect(reported).toHaveLength(clients * turns);
  expect(reported.filter((one) => one.encf !== firstTold.get(one.reference))).toEqual([]);
  await Promise.all(
    [...firstTold].map(async ([reference, number]) => {
      const again = await until(reference, () => ask(api, reference), { withinMs });
      expect(again).toMatchObject({ reference, encf: number, reused: true });
    }),
  );
  // A number is new at most once. If a kill lost the first answer, the next one says `reused`.
  const fresh = reported.filter(({ reused }) => !reused).map((one) => one.encf);
  expect(new Set(fresh).size).toBe(fresh.length);

  const sound = await readNumbering(running.uri, api.config.mongo.database, companyId);
  expectSound(sound, [...firstTold.values()]);
  // Every request had a reference, so no number is left over, and each reference has the number that its client received.
  const standing = sound.reservations.filter(({ state }) => state === 'reserved');
  expect(new Map(standing.map(({ ref, n }) => [ref, encf(n)]))).toEqual(firstTold);
  expect(standing).toHaveLength(numbersWanted);
  expect(sound.reservations).toHaveLength(numbersWanted + 1);
  expect(sound.reservations.find(({ n }) => n === annulled)).toMatchObject({ state: 'annulled' });

  const overview = await api.get('/api/v2/ecf-sequences');
  const head = secondRange.from + numbersWanted - firstDelivered;
  expect(overview.body.data).toContainEqual(
    expect.objectContaining({
      ecfType: 31,
      next: encf(head),
      available: secondRange.to - head + 1,
      authorizations: [
        expect.objectContaining({ next: null, available: 0, state: 'Agotada' }),
        expect.objectContaining({ next: encf(head), state: 'Vigente' }),
      ],
    }),
  );
}, 240_000);

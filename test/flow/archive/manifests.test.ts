/** The daily manifests of the archive on a real MongoDB: their chain, what is late, workers that die or do the same at once. */
import { createHash } from 'node:crypto';
import { createClosingRound, type ClosingDeps } from '../../../src/activities/archive/close-days.js';
import { dayMs, hourMs } from '../../../src/ecf/durations.js';
import { dayAt, endOfDay } from '../../../src/ledger/archive/days.js';
import type { ManifestRecord } from '../../../src/ledger/archive/manifest-record.js';
import type { EventRecord } from '../../../src/ledger/events/event-record.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { manifestFile, manifestsOf } from '../../../src/services/archive/archive-files.js';
import { checkArchive } from '../../../src/services/archive/check-archive.js';
import { createLog } from '../../../src/shared/log.js';
import { addNumberedCompany } from '../../harness/numbers.js';
import { admitInput, attemptOf, openLedger, signedXml, type TestLedger } from '../../harness/ledger.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

const environment = 'pre-certification';
const log = createLog({ role: 'test', level: 'silent' });
/** The ledger removes events after 90 days, so the days are the last ones. */
const [first, second, third] = [4, 3, 2].map((ago) => dayAt(new Date(Date.now() - ago * dayMs))) as [
  string,
  string,
  string,
];
const noonOf = (day: string) => new Date(endOfDay(day).getTime() - 12 * hourMs);
const nextMorning = (day: string) => new Date(endOfDay(day).getTime() + hourMs);

let ledger: TestLedger;
let store: Store;
let companyId = 300;

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ store } = ledger);
});
beforeEach(async () => {
  companyId += 1;
  await addNumberedCompany(store, { companyId, environment, now: new Date() });
});

const feed = () => ({ companyId, environment }) as const;
const turn = <T>(work: () => Promise<T>) => work();
const deps = () => ({ store, turn });

/** DGII accepts a new voucher, and a worker publishes the event on this day. */
async function accepted(day: string): Promise<string> {
  const input = admitInput({ companyId, environment });
  await store.admit(input);
  const ref = attemptOf(input);
  const content = `<ECF>${input.encf}</ECF>`;
  const kept = await store.keepContent({
    companyId,
    kind: 'signed-xml',
    content,
    now: new Date(),
    roomBytes: 10_000,
  });
  await store.recordSigned(ref, signedXml({ file: kept.ref, sha256: kept.sha256 }), new Date());
  const verdict = {
    trackId: 'a',
    codigoDgii: '1',
    estado: 'Aceptado',
    mensajes: [],
    secuenciaUtilizada: true,
    replyFile: null,
  };
  await store.recordVerdict(ref, { state: 'accepted', verdict, toBuyer: false }, new Date());
  await publishOn(day);
  return input.encf;
}

async function publishOn(day: string): Promise<void> {
  const known = await store.latestSeq(feed());
  while ((await store.publishPending()).more);
  await ledger.db
    .collection<EventRecord>('events')
    .updateMany({ companyId, seq: { $gt: known } }, { $set: { createdAt: noonOf(day) } });
}

async function close(day: string, own: Store = store): Promise<void> {
  const round = createClosingRound(closing(day, own));
  while (await round(new AbortController().signal));
}

const closing = (day: string, own: ClosingDeps['store']): ClosingDeps => ({
  store: own,
  clock: () => nextMorning(day),
  log,
  stamped: false,
});

const manifests = () => manifestsOf(deps(), { ...feed(), days: { from: first, to: third } });

async function textOf(manifest: ManifestRecord): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of manifestFile(deps(), manifest).content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const encfsIn = (text: string) =>
  [...text.matchAll(/issued\/[^/]+\/([^/]+)\/1\/ecf\.xml/g)].map((match) => match[1]);

test('each finished day has a manifest that names the one before, and a late result is in the next one', async () => {
  const onFirst = await accepted(first);
  await close(first);
  // The publisher was late: the event is of the first day, which is closed.
  const late = await accepted(first);
  const onSecond = await accepted(second);
  await close(second);
  await close(third);
  const [one, two, ...others] = await manifests();
  expect(others).toEqual([]);
  const texts = [await textOf(one!), await textOf(two!)] as const;
  expect(encfsIn(texts[0])).toEqual([onFirst]);
  expect(encfsIn(texts[1])).toEqual([late, onSecond]);
  for (const [index, manifest] of [one!, two!].entries())
    expect(createHash('sha256').update(texts[index]!).digest('hex')).toBe(manifest.sha256);
  expect(texts[0]).toContain('# previous none\n');
  expect(texts[1]).toContain(`# previous ${first} ${one!.sha256}\n`);
  expect(texts[1]).toContain(`# day ${second}\n# number 2\n# events 2-3\n`);
  expect(await checkArchive(deps(), feed())).toMatchObject({ days: 2, files: 6, faultCount: 0 });
});

test('a worker that was away makes the manifest of each day', async () => {
  for (const day of [first, second, third]) await accepted(day);
  await close(third);
  expect((await manifests()).map(({ day, number, files }) => [day, number, files])).toEqual([
    [first, 1, 3],
    [second, 2, 3],
    [third, 3, 3],
  ]);
});

test('what happened today waits until the day is over', async () => {
  await accepted(second);
  await close(first);
  expect(await manifests()).toEqual([]);
  await close(second);
  expect(await manifests()).toMatchObject([{ day: second, number: 1 }]);
});

test('an acknowledgement that is signed after its day was closed is in a later manifest', async () => {
  const voucher = sampleReceived({ companyId, environment, encf: 'E310000000077' });
  const { reception } = await store.claimReception(voucher, Buffer.from('<ECF/>'), new Date());
  await publishOn(first);
  await close(first);
  const arecf = await store.keepContent({
    companyId,
    kind: 'acknowledgement',
    content: '<ARECF/>',
    now: new Date(),
    roomBytes: 1_000,
  });
  await store.recordAcknowledgement(reception, {
    file: arecf.ref,
    sha256: arecf.sha256,
    signedAt: new Date(),
    certificate: 'c'.repeat(64),
  });
  await close(second);
  await close(third);
  const [one, two, ...others] = await manifests();
  expect(others).toEqual([]);
  const folder = `received/${voucher.rncEmisor}/E310000000077/${reception.sha256.slice(0, 12)}`;
  expect(await textOf(one!)).toContain(`${reception.sha256}  ${folder}/ecf.xml\n`);
  expect(await textOf(one!)).not.toContain('arecf.xml');
  expect(two).toMatchObject({ day: second, unacknowledged: [] });
  expect(await textOf(two!)).toContain(`${arecf.sha256}  ${folder}/arecf.xml\n`);
});

test('a day of thousands of events has many parts; a worker dies after each one, and two go on at once', async () => {
  const createdAt = noonOf(first);
  const events = Array.from({ length: 2_500 }, (_, index) => ({
    _id: `${companyId}:${environment}:${index + 1}`,
    companyId,
    environment,
    key: `k${index}`,
    type: 'sequence.low',
    at: createdAt,
    data: { tipoeCF: 31 },
    seq: index + 1,
    createdAt,
  }));
  await ledger.db.collection<(typeof events)[number]>('events').insertMany(events);
  await ledger.db
    .collection<{ _id: string }>('feeds')
    .updateOne(
      { _id: `${companyId}:${environment}` },
      { $set: { companyId, last: 2_500 } },
      { upsert: true },
    );
  const died = new Error('The worker died');
  for (let deaths = 0; deaths < 2; deaths += 1) {
    const dying = {
      ...store,
      addPart: async (part: Parameters<Store['addPart']>[0]) => {
        await store.addPart(part);
        throw died;
      },
    };
    await close(first, dying);
    await endLeases();
  }
  // Without the lease both do everything.
  const greedy = ledger.stores.map((own) => ({ ...own, leaseDays: () => Promise.resolve(true) }));
  await Promise.all(greedy.map((own) => close(first, own)));
  const [one, ...others] = await manifests();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ number: 1, fromSeq: 1, toSeq: 2_500, parts: 3, unacknowledged: [] });
  expect(await checkArchive(deps(), feed())).toMatchObject({ days: 1, faultCount: 0 });
});

async function endLeases(): Promise<void> {
  await ledger.db
    .collection('feeds')
    .updateMany({ 'closing.until': { $exists: true } }, { $set: { 'closing.until': new Date(0) } });
}

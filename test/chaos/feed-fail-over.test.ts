/**
 * The event feed on a real replica set whose primary steps down and is killed while vouchers change: every change has its event, once and in
 * the order of its voucher, the numbers have no gap, and a reader never sees one.
 */
import { createFeedReader } from '../../src/ledger/events/feed-reader.js';
import { createPublisher } from '../../src/ledger/events/publisher.js';
import { ensureIndexes } from '../../src/ledger/indexes.js';
import {
  addVoucher,
  change,
  encfOf,
  entryOf,
  environment,
  feedOf,
  numbersUpTo,
  openLedgerAt,
  pendingCount,
  withoutLeases,
} from '../flow/events/feeds.js';
import { startReplicaSet, type ReplicaSet } from '../harness/replica-set.js';
import { own } from '../harness/own.js';
import { until } from '../harness/until.js';

const companyId = 49;
const vouchers = numbersUpTo(20);
const withinMs = 120_000;

let set: ReplicaSet;
beforeAll(async () => {
  set = await startReplicaSet();
}, 300_000);

/** Each has connections of its own, as each process has. */
const openLedger = () => openLedgerAt(set.uri, 'ecf_feed');

/** Repeats what an election refused. Whatever it has written already, a repetition must not change the feed. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  return until(
    'the ledger took it',
    async () => {
      try {
        return { done: await work() };
      } catch {
        return undefined;
      }
    },
    { withinMs },
  ).then(({ done }) => done);
}

test('the event feed survives step-downs and kills of the primary: none lost, doubled or out of order, and no reader sees a gap', async () => {
  const ledger = await openLedger();
  await untilDone(() => ensureIndexes(ledger));
  for (const n of vouchers) await untilDone(() => addVoucher(ledger, companyId, n));

  let failedOver = false;
  let written = false;
  let isOver = false;
  own('the loops of the test', () => {
    failedOver = true;
    isOver = true;
  });
  const steps = new Map<number, number>();
  // Writers change their vouchers until every fail-over is over.
  const writing = Promise.all(
    vouchers.map(async (n) => {
      for (let step = 1; !failedOver; step += 1) {
        await untilDone(() => change(ledger, entryOf(companyId, n, step)));
        steps.set(n, step);
      }
    }),
  ).then(() => (written = true));

  // Without leases, all three publish the same feed at once.
  const publishing = numbersUpTo(3).map(async () => {
    const publisher = createPublisher(withoutLeases(await openLedger()));
    for (let last = false; !last && !isOver;) {
      last = written && (await untilDone(() => pendingCount(ledger))) === 0;
      // A closed ledger refuses at once. Repeated without pauses, that would keep a test that failed from ending.
      await untilDone(() => publisher.publishPending());
    }
  });

  const reader = createFeedReader(await openLedger());
  const read: { readonly key: string; readonly seq: number }[] = [];
  let published = false;
  const reading = (async () => {
    for (let last = false; !last;) {
      last = published;
      const after = read.at(-1)?.seq ?? 0;
      const query = { companyId, environment, after, limit: 50 };
      const { events: page } = await untilDone(() => reader.readFeed(query));
      expect(page.map(({ seq }) => seq)).toEqual(page.map((_, index) => after + index + 1));
      read.push(...page);
      last &&= page.length === 0;
    }
  })();

  const grows = async () => {
    const before = read.length;
    await until('the feed goes on', async () => read.length > before + vouchers.length || undefined, {
      withinMs,
    });
  };
  for (const failOver of ['stepDown', 'killPrimary', 'stepDown', 'killPrimary'] as const) {
    await grows();
    await set[failOver]();
  }
  await grows();
  failedOver = true;
  await writing;
  await Promise.all(publishing);
  published = true;
  await reading;

  const total = [...steps.values()].reduce((sum, count) => sum + count, 0);
  expect(read.map(({ seq }) => seq)).toEqual(numbersUpTo(total));
  for (const n of vouchers) {
    const own = read.map(({ key }) => key).filter((key) => key.startsWith(encfOf(n)));
    expect(own).toEqual(numbersUpTo(steps.get(n)!).map((step) => `${encfOf(n)}:1:${step}`));
  }
  const stored = await untilDone(() => feedOf(ledger, companyId));
  expect(stored.map(({ seq, key }) => ({ seq, key }))).toEqual(read.map(({ seq, key }) => ({ seq, key })));
}, 600_000);

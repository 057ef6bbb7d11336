/** The publisher of events on a real MongoDB: killed at any step, several at once. A feed has each event once and without a gap. */
import fc from 'fast-check';
import type { Collections } from '../../../src/ledger/collections.js';
import { withEvent } from '../../../src/ledger/events/event-writes.js';
import { createFeedReader } from '../../../src/ledger/events/feed-reader.js';
import { createPublisher } from '../../../src/ledger/events/publisher.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { until } from '../../harness/until.js';
import {
  addEvents,
  addVoucher,
  change,
  Died,
  dying,
  encfOf,
  endLeases,
  entryOf,
  environment,
  feedOf,
  keysOf,
  numbersUpTo,
  openFeeds,
  pendingCount,
  publishAll,
  withoutLeases,
} from './feeds.js';

let collections: Collections;
let lastCompany = 0;
const nextCompany = () => (lastCompany += 1);

beforeAll(async () => {
  collections = await openFeeds();
});

/** The feed has these keys in this order, numbered without a gap, and no record has an entry left. */
async function expectFeed(companyId: number, keys: readonly string[]): Promise<void> {
  const feed = await feedOf(collections, companyId);
  expect(keysOf(feed)).toEqual(keys);
  expect(feed.map(({ seq }) => seq)).toEqual(numbersUpTo(keys.length));
  expect(await pendingCount(collections)).toBe(0);
  const { last } = (await collections.feeds.findOne({ companyId }))!;
  expect(last).toBe(keys.length);
}

test('the events of a voucher keep their order, also if a clock went back between them', async () => {
  const companyId = nextCompany();
  await addVoucher(collections, companyId, 1);
  const times = ['2026-11-20T15:00:02Z', '2026-11-20T15:00:00Z', '2026-11-20T15:00:01Z'];
  for (const [step, at] of times.entries())
    await change(collections, entryOf(companyId, 1, step, new Date(at)));
  await addVoucher(collections, companyId, 2);
  await change(collections, entryOf(companyId, 2, 0, new Date('2026-11-20T14:00:00Z')));
  expect(await publishAll(createPublisher(collections))).toBe(4);
  await expectFeed(companyId, [`${encfOf(2)}:1:0`, ...[0, 1, 2].map((step) => `${encfOf(1)}:1:${step}`)]);
});

test('an entry whose key the feed or the record has already is dropped', async () => {
  const companyId = nextCompany();
  await addVoucher(collections, companyId, 1);
  const publisher = createPublisher(collections);
  const entry = entryOf(companyId, 1, 1);
  await change(collections, entry);
  await change(collections, entry);
  expect(await publishAll(publisher)).toBe(1);
  await change(collections, entry);
  await change(collections, entryOf(companyId, 1, 2));
  expect(await publishAll(publisher)).toBe(1);
  await expectFeed(
    companyId,
    [1, 2].map((step) => `${encfOf(1)}:1:${step}`),
  );
});

test('the events of each environment of a company are a feed of their own', async () => {
  const companyId = nextCompany();
  await addVoucher(collections, companyId, 1);
  await change(collections, entryOf(companyId, 1, 1));
  const production = { ...entryOf(companyId, 1, 2), environment: 'production' } as const;
  await collections.documents.updateOne({ companyId }, withEvent<DocumentRecord>({}, production));
  expect(await publishAll(createPublisher(collections))).toBe(2);
  const found = await collections.events.find({ companyId }).sort({ _id: 1 }).toArray();
  expect(found.map(({ _id, seq }) => [_id, seq])).toEqual([
    [`${companyId}:pre-certification:1`, 1],
    [`${companyId}:production:1`, 1],
  ]);
});

describe('a publisher that is killed', () => {
  /** The same work each time, so that its operations have the same order. */
  async function work() {
    const companyId = nextCompany();
    await addEvents(collections, companyId, 3);
    return { companyId, keys: [1, 2, 3].map((n) => `${encfOf(n)}:1:1`) };
  }

  test.each(['before', 'after'] as const)(
    '%s any operation: the next one completes its work',
    async (when) => {
      let ended = false;
      let kills = 0;
      for (let step = 1; !ended; step += 1) {
        const { companyId, keys } = await work();
        let left = step;
        const at = (_operation: string, now: 'before' | 'after') => {
          if (now === when && (left -= 1) === 0) throw new Died(`step ${step}`);
        };
        const killed = createPublisher(dying(collections, { at }));
        const outcome = await publishAll(killed).catch((error: unknown) => error);
        ended = !(outcome instanceof Error);
        if (!ended) kills += 1;
        await endLeases(collections);
        await publishAll(createPublisher(collections));
        await expectFeed(companyId, keys);
      }
      // Read, lease, known keys, last number (2), insert, raise, remove. A cursor's query has no `after`.
      expect(kills).toBe(when === 'before' ? 8 : 6);
    },
  );

  test.each([0, 1, 2, 3])(
    'after %d of its three events arrived: the next one adds the others',
    async (arrived) => {
      const { companyId, keys } = await work();
      const killed = createPublisher(dying(collections, { at: () => undefined, within: () => arrived }));
      await expect(publishAll(killed)).rejects.toThrow(Died);
      expect(keysOf(await feedOf(collections, companyId))).toEqual(keys.slice(0, arrived));
      await endLeases(collections);
      expect(await publishAll(createPublisher(collections))).toBe(3 - arrived);
      await expectFeed(companyId, keys);
    },
  );

  test('before it removed the entries: what the record got since then is published once too', async () => {
    const { companyId, keys } = await work();
    const at = (operation: string, when: string) => {
      if (operation === 'bulkWrite' && when === 'before') throw new Died();
    };
    await expect(publishAll(createPublisher(dying(collections, { at })))).rejects.toThrow(Died);
    await change(collections, entryOf(companyId, 1, 2));
    await endLeases(collections);
    expect(await publishAll(createPublisher(collections))).toBe(1);
    await expectFeed(companyId, [...keys, `${encfOf(1)}:1:2`]);
  });

  test('a feed that cannot be published holds no other one back', async () => {
    const [one, other] = [await work(), await work()];
    let fails = true;
    const at = (operation: string, when: string) => {
      if (operation !== 'insertMany' || when === 'after' || !fails) return;
      fails = false;
      throw new Died();
    };
    const publisher = createPublisher(dying(collections, { at }));
    await expect(publisher.publishPending()).rejects.toThrow(Died);
    const published = await Promise.all([one, other].map(({ companyId }) => feedOf(collections, companyId)));
    expect(published.map((feed) => feed.length).sort()).toEqual([0, 3]);
    expect(await publishAll(publisher)).toBe(3);
    for (const { companyId, keys } of [one, other]) await expectFeed(companyId, keys);
  });
});

test('three publishers without leases, killed at random: none lost, doubled or out of order, and a reader never sees a gap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 8, maxLength: 8 }),
      async (deaths) => {
        const companyId = nextCompany();
        const vouchers = numbersUpTo(6);
        const steps = numbersUpTo(8);
        for (const n of vouchers) await addVoucher(collections, companyId, n);

        let written = false;
        const writing = Promise.all(
          vouchers.map(async (n) => {
            for (const step of steps) await change(collections, entryOf(companyId, n, step));
          }),
        ).then(() => (written = true));
        const plan = [...deaths];
        const publishing = [1, 2, 3].map(async () => {
          for (let idle = false; !idle;) {
            let left = plan.shift() ?? Infinity;
            const at = () => {
              if ((left -= 1) === 0) throw new Died();
            };
            const publisher = createPublisher(withoutLeases(dying(collections, { at })));
            try {
              while (!idle) {
                idle = written;
                await publishAll(publisher);
              }
            } catch (error) {
              if (!(error instanceof Died)) throw error;
              idle = false;
            }
          }
        });
        const read: { key: string; seq: number }[] = [];
        const reader = createFeedReader(collections);
        const total = vouchers.length * steps.length;
        const reading = until('the reader has every event', async () => {
          const after = read.at(-1)?.seq ?? 0;
          read.push(...(await reader.readFeed({ companyId, environment, after, limit: 5 })).events);
          return read.length >= total || undefined;
        });
        await Promise.all([writing, ...publishing, reading]);

        expect(read.map(({ seq }) => seq)).toEqual(numbersUpTo(total));
        for (const n of vouchers) {
          const own = read.map(({ key }) => key).filter((key) => key.startsWith(encfOf(n)));
          expect(own).toEqual(steps.map((step) => `${encfOf(n)}:1:${step}`));
        }
        await expectFeed(
          companyId,
          read.map(({ key }) => key),
        );
      },
    ),
    { numRuns: 6, seed: 49, endOnFailure: true },
  );
});

describe('the lease of a feed', () => {
  test('keeps other workers away until it ends, and a worker that stops gives it back', async () => {
    const companyId = nextCompany();
    const [one, other] = [createPublisher(collections), createPublisher(collections)];
    await addEvents(collections, companyId, 1);
    expect(await publishAll(one)).toBe(1);
    await addEvents(collections, companyId, 1, 2);
    expect(await publishAll(other)).toBe(0);
    expect(await publishAll(one)).toBe(1);
    await addEvents(collections, companyId, 1, 3);
    await one.releaseFeeds();
    expect(await publishAll(other)).toBe(1);
    await addEvents(collections, companyId, 1, 4);
    await endLeases(collections);
    expect(await publishAll(one)).toBe(1);
    await expectFeed(
      companyId,
      [1, 2, 3, 4].map((n) => `${encfOf(n)}:1:1`),
    );
  });
});

test('a company with many events delays another one by one batch', async () => {
  const [many, few] = [nextCompany(), nextCompany()];
  await addEvents(collections, many, 650);
  await addEvents(collections, few, 1);
  const publisher = createPublisher(collections);
  expect(await publisher.publishPending()).toEqual({ count: 200, more: true });
  expect(await publisher.publishPending()).toEqual({ count: 1, more: true });
  expect(await publishAll(publisher)).toBe(450);
  expect(await pendingCount(collections)).toBe(0);
});

test('numbers go on after all events of a feed have expired', async () => {
  const companyId = nextCompany();
  await addEvents(collections, companyId, 2);
  await publishAll(createPublisher(collections));
  await collections.events.deleteMany({ companyId });
  const reader = createFeedReader(collections);
  expect(await reader.oldestSeq({ companyId, environment })).toBe(3);
  expect(await reader.latestSeq({ companyId, environment })).toBe(2);
  await endLeases(collections);
  await addEvents(collections, companyId, 1, 3);
  await publishAll(createPublisher(collections));
  expect((await feedOf(collections, companyId)).map(({ seq }) => seq)).toEqual([3]);
});

test('MongoDB removes an event 90 days after it was published', async () => {
  const indexes = await collections.events.indexes();
  expect(indexes.find(({ name }) => name === 'expiry')).toMatchObject({
    key: { createdAt: 1 },
    expireAfterSeconds: 90 * 86_400,
  });
});

test('an idle publisher reads only keys of an empty index', async () => {
  const companyId = nextCompany();
  await addEvents(collections, companyId, 300);
  await publishAll(createPublisher(collections));
  const plan = await collections.documents
    .find({ 'pending.companyId': { $gt: 0 } })
    .limit(200)
    .explain('executionStats');
  const { totalKeysExamined, totalDocsExamined } = (plan as { executionStats: Record<string, number> })
    .executionStats;
  expect({ totalKeysExamined, totalDocsExamined }).toEqual({ totalKeysExamined: 0, totalDocsExamined: 0 });
});

/** A client reads the feed of a running service: with a cursor it gets every event once and in order, whatever it and the workers do. */
import { createFeedReader } from '../../../src/ledger/events/feed-reader.js';
import { createPublisher } from '../../../src/ledger/events/publisher.js';
import { startService, type Service } from '../../harness/service.js';
import { addEvents, encfOf, endLeases, environment, openLedgerOf, publishAll } from './feeds.js';
import type { Collections } from '../../../src/ledger/collections.js';

let service: Service;
let collections: Collections;

beforeAll(async () => {
  service = await startService({ workerless: true });
  collections = await openLedgerOf(service.config.mongo.database);
}, 150_000);

const read = async (query: string) => {
  const { status, headers, body } = await service.get(`/api/v2/events${query}`);
  const events = body.data as unknown as readonly { id: string; data: { ecf: string } }[];
  return { status, events, next: String(headers['x-next-cursor']), data: body.data };
};

test('two readers that wait get what two workers publish meanwhile; one is taken back to an earlier cursor', async () => {
  const total = 300;
  const { companyId } = service;
  const publishing = async () => {
    const workers = [createPublisher(collections), createPublisher(collections)];
    for (let from = 1; from <= total; from += 20) {
      await addEvents(collections, companyId, 20, from);
      await Promise.all(workers.map((worker) => publishAll(worker)));
      await endLeases(collections);
    }
    await publishAll(workers[0]!);
  };
  const reader = async (limit: number) => {
    const ids: string[] = [];
    for (let query = ''; ids.length < total;) {
      const { events, next } = await read(`?wait=25&limit=${limit}${query}`);
      ids.push(...events.map(({ id }) => id));
      query = `&after=${next}`;
    }
    return ids;
  };
  const [one, other] = await Promise.all([reader(7), reader(500), publishing()]);
  const expected = Array.from({ length: total }, (_, n) => `evt_${companyId}_${environment}_${n + 1}`);
  expect(one).toEqual(expected);
  expect(other).toEqual(expected);
  const again = await read(`?after=${expected[99]}&limit=500`);
  expect(again.events.map(({ id }) => id)).toEqual(expected.slice(100));
  expect(new Set(again.events.map(({ data }) => data.ecf)).size).toBe(200);
}, 120_000);

test('a company reads its own events only', async () => {
  const other = await service.addCompany();
  expect((await other.get('/api/v2/events')).body.data).toEqual([]);
  const foreign = await other.get(`/api/v2/events?after=evt_${service.companyId}_${environment}_1`);
  expect(foreign).toMatchObject({ status: 400, body: { data: { code: 'REQUEST_INVALID', campo: 'after' } } });
});

test('a reader without a cursor gets the first event of the feed also if it comes while the service looks for the oldest one', async () => {
  const { companyId } = await service.addCompany();
  let isPublished = false;
  const events = new Proxy(collections.events, {
    get: (target, name: string) => {
      if (name !== 'findOne') return Reflect.get(target, name) as unknown;
      return async (...args: Parameters<typeof target.findOne>) => {
        const found = await target.findOne(...args);
        if (!isPublished) {
          isPublished = true;
          await addEvents(collections, companyId, 1);
          await publishAll(createPublisher(collections));
        }
        return found;
      };
    },
  });
  const reader = createFeedReader({ ...collections, events });
  expect(await reader.oldestSeq({ companyId, environment })).toBe(1);
  expect(isPublished).toBe(true);
});

test('a reader who was away while its events expired gets 410, and starts at the oldest one', async () => {
  const { companyId } = service;
  await collections.events.deleteMany({ companyId, seq: { $lte: 250 } });
  const away = await read(`?after=evt_${companyId}_${environment}_249`);
  expect([away.status, away.data]).toMatchObject([410, { oldest: `evt_${companyId}_${environment}_251` }]);
  expect((await read(`?types=ecf.accepted&after=evt_${companyId}_${environment}_249`)).status).toBe(410);
  expect((await read(`?after=evt_${companyId}_${environment}_250`)).events).toHaveLength(50);
  expect((await read('')).events[0]!.id).toBe(`evt_${companyId}_${environment}_251`);
});

test('a cursor beyond what a majority is known to have is checked with a write before it is refused', async () => {
  const { companyId } = service;
  const { latestSeq, confirmedLatestSeq } = createFeedReader(collections);
  expect(await confirmedLatestSeq({ companyId, environment })).toBe(
    await latestSeq({ companyId, environment }),
  );
  expect((await read(`?after=evt_${companyId}_${environment}_301`)).status).toBe(410);
  await addEvents(collections, companyId, 1, 301);
  await endLeases(collections);
  await publishAll(createPublisher(collections));
  expect((await read(`?after=evt_${companyId}_${environment}_300`)).events[0]!.data.ecf).toBe(encfOf(301));
});

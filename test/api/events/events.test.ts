/** GET events at the HTTP edge: parameters, the cursor of every answer, and requests that wait. */
import { eventTypes } from '../../../src/ecf/messages/event-types.js';
import { createFeedWaits } from '../../../src/api/events/feed-waits.js';
import type { EventRecord } from '../../../src/ledger/events/event-record.js';
import type { FeedWatcher } from '../../../src/ledger/events/feed-reader.js';
import { recordingLog, type LogLine } from '../../harness/recording-log.js';
import { until } from '../../harness/until.js';
import { startApi, type Api } from '../harness.js';

let api: Api;
beforeEach(async () => {
  api = await startApi();
});

const environment = 'pre-certification';
const feed = `1:${environment}`;
const id = (seq: number) => `evt_1_${environment}_${seq}`;
const eventOf = (seq: number): EventRecord => ({
  _id: `${feed}:${seq}`,
  companyId: 1,
  environment,
  key: String(seq),
  type: seq % 2 === 0 ? 'ecf.rejected' : 'ecf.accepted',
  at: new Date('2026-07-01T14:15:00Z'),
  data: { n: seq },
  seq,
  createdAt: new Date('2026-07-01T14:15:01Z'),
});
const add = (from: number, to: number) => {
  for (let seq = from; seq <= to; seq += 1) api.store.events.push(eventOf(seq));
};
const list = async (query = '') => {
  const { status, headers, body } = await api.call('GET', `/api/v2/events${query}`, {
    token: api.tokenOf(1),
  });
  const { data } = body as unknown as { data: { id: string }[] & { code?: string; campo?: string } };
  return { status, next: headers['x-next-cursor'], data };
};
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map((event) => event.id);

test('an event has its id, type and moment, and the data as it was written', async () => {
  add(1, 1);
  expect((await list()).data).toEqual([
    { id: id(1), type: 'ecf.accepted', timestamp: '2026-07-01T14:15:00.000Z', data: { n: 1 } },
  ]);
});

test('every answer has the cursor of the next request, also one without events', async () => {
  expect(await list()).toMatchObject({ data: [], next: id(0) });
  add(1, 5);
  const first = await list('?limit=2');
  expect([idsOf(first), first.next]).toEqual([[id(1), id(2)], id(2)]);
  const rest = await list(`?after=${id(2)}`);
  expect([idsOf(rest), rest.next]).toEqual([[id(3), id(4), id(5)], id(5)]);
  expect(await list(`?after=${id(5)}`)).toMatchObject({ data: [], next: id(5) });
  expect(await list('?after=latest')).toMatchObject({ data: [], next: id(5) });
});

test('with types, the cursor goes beyond the events that were left out', async () => {
  add(1, 5);
  const rejected = await list('?types=ecf.rejected,ecf.annulled');
  expect([idsOf(rejected), rejected.next]).toEqual([[id(2), id(4)], id(5)]);
  expect(await list('?types=ecf.annulled')).toMatchObject({ data: [], next: id(5) });
});

test.each([
  { name: 'a cursor of another company', query: `?after=evt_2_${environment}_1`, campo: 'after' },
  { name: 'a number as a cursor', query: '?after=7', campo: 'after' },
  { name: 'an unknown type', query: '?types=ecf.accepted,ecf.lost', campo: 'types' },
  { name: 'an unknown environment', query: '?environment=moon', campo: 'environment' },
  { name: 'a limit that is too high', query: '?limit=501', campo: 'limit' },
  { name: 'a wait that is too long', query: '?wait=26', campo: 'wait' },
])('$name is refused', async ({ query, campo }) => {
  expect(await list(query)).toMatchObject({ status: 400, data: { code: 'REQUEST_INVALID', campo } });
});

test('all types may be asked for at once', async () => {
  expect((await list(`?types=${eventTypes.join(',')}`)).status).toBe(200);
});

test.each([
  { name: 'events after the cursor have expired', cursor: id(3) },
  { name: 'the company is in another environment now', cursor: 'evt_1_production_9' },
  { name: 'the cursor is beyond the end, because a backup was restored', cursor: id(99) },
])('$name: 410 with the oldest event', async ({ cursor }) => {
  add(7, 9);
  expect(await list(`?after=${cursor}`)).toMatchObject({
    status: 410,
    data: { code: 'EVENTS_CURSOR_EXPIRED', campo: 'after', oldest: id(7) },
  });
});

test.each([
  { name: 'the last event that expired', cursor: 6, found: [7, 8, 9] },
  { name: 'the last event of the feed', cursor: 9, found: [] },
])('a cursor at $name misses nothing', async ({ cursor, found }) => {
  add(7, 9);
  expect(idsOf(await list(`?after=${id(cursor)}`))).toEqual(found.map(id));
});

describe('a request that waits', () => {
  const isWaiting = (held: number) =>
    until(`${held} wait`, async () => api.limits.waitingEvents.inUse === held);

  test('is answered by the next event', async () => {
    const waiting = list('?after=latest&wait=25');
    await isWaiting(1);
    add(1, 1);
    api.store.feedWatcher!.onEvents(feed);
    expect(idsOf(await waiting)).toEqual([id(1)]);
    expect(api.limits.waitingEvents.inUse).toBe(0);
  });

  test('goes on waiting after an event of a type that it did not ask for', async () => {
    const waiting = list('?after=latest&wait=25&types=ecf.rejected');
    await isWaiting(1);
    add(1, 1);
    api.store.feedWatcher!.onEvents(feed);
    add(2, 2);
    api.store.feedWatcher!.onEvents(feed);
    const answer = await waiting;
    expect([idsOf(answer), answer.next]).toEqual([[id(2)], id(2)]);
  });

  test('does not wait if the company has twenty that wait already', async () => {
    const waiting = Array.from({ length: 20 }, () => list('?after=latest&wait=25'));
    await isWaiting(20);
    expect(await list('?after=latest&wait=25')).toMatchObject({ status: 200, data: [] });
    add(1, 1);
    api.store.feedWatcher!.onEvents(feed);
    for (const answer of await Promise.all(waiting)) expect(idsOf(answer)).toEqual([id(1)]);
  });
});

describe('the waits for events', () => {
  function waits() {
    const stop = new AbortController();
    const lines: LogLine[] = [];
    const watchers: FeedWatcher[] = [];
    const store = {
      watchFeeds: (watcher: FeedWatcher) => {
        watchers.push(watcher);
        return { close: () => Promise.resolve() };
      },
    };
    const feedWaits = createFeedWaits({ store, stopping: stop.signal, log: recordingLog(lines) });
    return { feedWaits, stop, watchers, lines };
  }
  const never = 600_000;

  test('end at once if the event came between the call and the wait', async () => {
    const { feedWaits, watchers } = waits();
    const listening = feedWaits.listen(feed);
    watchers[0]!.onEvents(feed);
    await listening.wait(never);
    listening.end();
  });

  test('share one stream, and end when the process stops', async () => {
    const { feedWaits, stop, watchers } = waits();
    const ended = [1, 2, 3].map((n) => feedWaits.listen(`${n}:${environment}`).wait(never));
    expect(watchers).toHaveLength(1);
    stop.abort();
    await Promise.all(ended);
  });

  test('go on without a stream that failed, and a failure is logged once', async () => {
    const { feedWaits, watchers, lines } = waits();
    const listening = feedWaits.listen(feed);
    watchers[0]!.onEnd(new Error('not permitted'));
    watchers[0]!.onEnd();
    await listening.wait(1);
    feedWaits.listen(feed);
    expect(watchers).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });
});

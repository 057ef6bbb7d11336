/** The latest events on the page of a company. */
import { MongoClient } from 'mongodb';
import { createWaitSlots } from '../../../src/api/limits/wait-slots.js';
import type { EventRecord } from '../../../src/ledger/events/event-record.js';
import { given } from '../../harness/given.js';
import { until } from '../../harness/until.js';
import { startWeb, type Web } from './harness.js';

let web: Web;
const waitingEvents = createWaitSlots('waiting-events', { ofAll: 10, ofCompany: 3 });
const waitingPages = createWaitSlots('waiting-pages', { ofAll: 10, ofCompany: 3 });
beforeAll(async () => {
  web = await startWeb({ limits: { waitingPages, waitingEvents } });
});

test('the page of events gets the latest 50 of the company and environment, the latest first', async () => {
  const { companyId } = await web.addCompany();
  const path = `/companies/${companyId}/pre-certification/events`;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const browser = await web.loggedIn(person);
  expect((await browser.call('GET', path)).body).toEqual({ items: [] });
  const at = new Date('2026-11-20T14:05:09.000Z');
  await addEvents(companyId, { count: 60, at });
  const { body } = await browser.call('GET', path);
  const items = body['items'] as readonly { readonly id: string }[];
  expect(items).toHaveLength(50);
  expect(items[0]).toEqual({
    id: `evt_${companyId}_pre-certification_60`,
    type: 'ecf.accepted',
    timestamp: '2026-11-20T14:05:09.000Z',
    data: { ecf: 'E310000000001' },
  });
  expect(items.at(-1)?.id).toBe(`evt_${companyId}_pre-certification_11`);
});

interface Events {
  readonly count: number;
  /** The `seq` of the first one. */
  readonly from?: number;
  readonly at?: Date;
  readonly createdAt?: Date;
}

async function addEvents(companyId: number, { count, from = 1, at = new Date(), createdAt = at }: Events) {
  const feed = { companyId, environment: 'pre-certification', type: 'ecf.accepted', at } as const;
  const records = Array.from({ length: count }, (_, index): EventRecord => {
    const seq = from + index;
    const _id = `${companyId}:pre-certification:${seq}`;
    return { ...feed, _id, key: `k:1:${seq}`, seq, data: { ecf: 'E310000000001' }, createdAt };
  });
  const client = new MongoClient(given('TEST_MONGODB_URI'));
  await client
    .db(web.database)
    .collection<EventRecord>('events')
    .insertMany(records, { writeConcern: { w: 'majority' } });
  await client.close();
}

describe('the next events', () => {
  const visit = async (role: 'consulta' | 'administrador' = 'consulta') => {
    const { companyId } = await web.addCompany();
    const browser = await web.loggedIn(await web.addPerson({ memberships: [{ companyId, role }] }));
    const id = (seq: number) => `evt_${companyId}_pre-certification_${seq}`;
    const ask = async (query = '') => {
      const path = `/companies/${companyId}/pre-certification/events/next${query}`;
      const { status, body } = await browser.call('GET', path);
      const { items = [], next, code } = body as unknown as Partial<NextEvents>;
      return { status, ids: items.map((item) => item.id), next, code };
    };
    return { companyId, ask, id };
  };

  interface NextEvents {
    readonly items: readonly { readonly id: string }[];
    readonly next: string;
    readonly code: string;
  }

  test('a page without a cursor gets those of the last half minute, which it may have missed while it loaded', async () => {
    const { companyId, ask, id } = await visit();
    expect(await ask()).toMatchObject({ ids: [], next: id(0) });
    await addEvents(companyId, { count: 3, createdAt: new Date(Date.now() - 60_000) });
    await addEvents(companyId, { count: 2, from: 4 });
    expect(await ask()).toMatchObject({ ids: [id(4), id(5)], next: id(5) });
    expect(await ask(`?after=${id(1)}`)).toMatchObject({ ids: [2, 3, 4, 5].map(id), next: id(5) });
  });

  test('a page that waits is answered by the next event, and takes no wait of an integration', async () => {
    const { companyId, ask, id } = await visit();
    const waiting = ask(`?after=${id(0)}&wait=25`);
    await until('the page waits', async () => waitingPages.inUse === 1);
    expect(waitingEvents.inUse).toBe(0);
    await addEvents(companyId, { count: 1 });
    expect(await waiting).toMatchObject({ ids: [id(1)], next: id(1) });
    expect(waitingPages.inUse).toBe(0);
  });

  test('when the pages of a company use all its waits, one more is answered at once, and pages of another company still wait', async () => {
    const { companyId, ask, id } = await visit();
    const waiting = Array.from({ length: 3 }, () => ask(`?after=${id(0)}&wait=25`));
    await until('three wait', async () => waitingPages.inUse === 3);
    expect(await ask(`?after=${id(0)}&wait=25`)).toMatchObject({ status: 200, ids: [], next: id(0) });
    const other = await visit();
    const otherWaits = other.ask(`?after=${other.id(0)}&wait=25`);
    await until('the other company waits', async () => waitingPages.inUse === 4);
    await addEvents(companyId, { count: 1 });
    for (const answer of await Promise.all(waiting)) expect(answer.ids).toEqual([id(1)]);
    await addEvents(other.companyId, { count: 1 });
    expect((await otherWaits).ids).toEqual([other.id(1)]);
  });

  test.each([
    { name: 'a cursor beyond the end of the feed', seq: 99, status: 410, code: 'EVENTS_CURSOR_EXPIRED' },
    { name: 'a cursor of another company', seq: undefined, status: 400, code: 'REQUEST_INVALID' },
  ])('$name is refused: $code', async ({ seq, status, code }) => {
    const { ask, id } = await visit();
    const after = seq === undefined ? 'evt_1_pre-certification_1' : id(seq);
    expect(await ask(`?after=${after}`)).toMatchObject({ status, code });
  });
});

/** The latest events on the page of a company. */
import { MongoClient } from 'mongodb';
import type { EventRecord } from '../../../src/ledger/events/event-record.js';
import { given } from '../../harness/given.js';
import { startWeb, type Web } from './harness.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

test('the page of events gets the latest 50 of the company and environment, the latest first', async () => {
  const { companyId } = await web.addCompany();
  const path = `/companies/${companyId}/pre-certification/events`;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const browser = await web.loggedIn(person);
  expect((await browser.call('GET', path)).body).toEqual({ items: [] });
  const at = new Date('2026-11-20T14:05:09.000Z');
  const feed = { companyId, environment: 'pre-certification', type: 'ecf.accepted', at } as const;
  const records = Array.from({ length: 60 }, (_, index): EventRecord => {
    const seq = index + 1;
    const _id = `${companyId}:pre-certification:${seq}`;
    return { ...feed, _id, key: `k:1:${seq}`, seq, data: { ecf: 'E310000000001' }, createdAt: new Date() };
  });
  const client = new MongoClient(given('TEST_MONGODB_URI'));
  await client
    .db(web.database)
    .collection<EventRecord>('events')
    .insertMany(records, {
      writeConcern: { w: 'majority' },
    });
  await client.close();
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

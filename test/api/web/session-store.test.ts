/** Sessions that end while a request with them is under way. */
import type { SessionData } from 'express-session';
import { MongoClient } from 'mongodb';
import { createSessionStore } from '../../../src/ledger/people/sessions.js';
import { given } from '../../harness/given.js';

const longAgo = new Date(0);
const session = { cookie: { originalMaxAge: 60_000 }, lastModified: longAgo } as unknown as SessionData;

test('more time for a session that ended is no error, but a ledger that cannot be reached is one', async () => {
  const client = new MongoClient(given('TEST_MONGODB_URI'));
  const store = createSessionStore(client, 'ecf_session_store', 'sessions');
  const touched = () => new Promise((resolve) => store.touch('ended', session, resolve));
  expect(await touched()).toBeNull();
  await client.close();
  expect(await touched()).toBeInstanceOf(Error);
});

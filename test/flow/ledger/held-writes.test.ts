/** While the writes of MongoDB are held (`fsyncLock`), a ping answers and the check of writes fails. It succeeds again afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { startMongod } from '../../../tools/stack/start-mongod.js';
import { openStore } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('the check of writes notices what a ping does not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecf-held-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const mongod = await startMongod({ dataDir, port: 0, log: quiet });
  own('mongod', () => mongod.stop());
  const store = await openStore(mongod.uri, 'ecf');
  own('the ledger', () => store.close());
  const client = await MongoClient.connect(mongod.uri);
  own('a connection', () => client.close());
  const admin = client.db('admin');
  const now = new Date();

  await store.checkWrites(now);
  await admin.command({ fsync: 1, lock: true });
  try {
    await store.ping();
    await expect(store.checkWrites(now)).rejects.toThrow(LedgerUnavailableError);
    // MongoDB itself ended the write, so none waits there.
    const { inprog } = await admin.command({ currentOp: 1, active: true, ns: 'ecf.counters' });
    expect(inprog).toEqual([]);
  } finally {
    await admin.command({ fsyncUnlock: 1 });
  }
  await store.checkWrites(now);
}, 60_000);

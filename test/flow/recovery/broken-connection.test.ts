/** A connection to MongoDB that breaks while a large record is being written is an outage, not a defect of ours. */
import { randomBytes, randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { MongoClient } from 'mongodb';
import { connectStore } from '../../../src/ledger/ledger.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { given } from '../../harness/given.js';

const uri = new URL(given('TEST_MONGODB_URI'));
const database = `ecf_broken_${randomUUID().slice(0, 8)}`;

/** The proxy resets a connection that sent this much to the server. Nothing else in the test is as large. */
const bytesPerConnection = 1_000_000;

test('a connection that breaks while a record is being written is reported as an outage of the ledger', async () => {
  let resets = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(uri.port), uri.hostname);
    let carried = 0;
    client.on('data', (chunk) => {
      carried += chunk.length;
      if (carried > bytesPerConnection) {
        resets += 1;
        client.resetAndDestroy();
        server.destroy();
      } else server.write(chunk);
    });
    server.pipe(client);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  // A direct connection: the replica set would report its member's own address, which bypasses the proxy.
  const direct = new URL(uri);
  direct.port = String(port);
  direct.search = '?directConnection=true';
  const store = await connectStore(direct.href, database);
  try {
    // Random, so that it stays large after compression.
    const content = randomBytes(8_000_000).toString('base64');
    const caught = await store
      .keepContent({ companyId: 1, kind: 'content', content, now: new Date(), roomBytes: 0 })
      .catch((error: unknown) => error);
    expect(resets).toBeGreaterThan(0);
    expect(caught).toBeInstanceOf(LedgerUnavailableError);
  } finally {
    await store.close();
    proxy.close();
    const client = await MongoClient.connect(uri.href);
    await client.db(database).dropDatabase();
    await client.close();
  }
});

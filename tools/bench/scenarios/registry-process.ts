/** One import, or one raw insertMany of the same rows, in its own process. Reports its time and its peak memory. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { MongoClient } from 'mongodb';
import { openRegistryFile } from '../../../dist/src/registry/registry-file.js';
import { readRegistry } from '../../../dist/src/registry/read-registry.js';
import { connectStore } from '../../../dist/src/ledger/mongo/connect.js';

/** The same write concern as the ledger's. */
const writeConcern = { w: 'majority', journal: true };
/** The batch size that the driver sends at once. */
const rawBatch = 1_000;

const [what, path] = process.argv.slice(2);
// Not an argument, because every user of the machine could see it: it has a password.
const uri = process.env.MONGODB_URI;
const works = { import: importFile, raw: insertRows };
const told = await works[what]();
process.send({ ...told, rssMb: process.resourceUsage().maxRSS / 1024 }, () => process.disconnect());

async function importFile() {
  const store = await connectStore(uri, 'bench');
  const startedMs = performance.now();
  const file = await openRegistryFile(path);
  const outcome = await store.importTaxpayers({
    batches: readRegistry(file.chunks()).batches,
    dataDate: file.dataDate,
    origin: { source: file.name },
    rowsShareMin: 0.8,
    now: new Date(),
  });
  await file.close();
  const ms = performance.now() - startedMs;
  await store.close();
  return { ms, rows: outcome.registry?.rows };
}

/** Makes the rows before the clock starts, so that the server does nothing but inserts. */
async function insertRows() {
  const file = await openRegistryFile(path);
  const batches = [];
  for await (const batch of readRegistry(file.chunks()).batches) {
    const rows = batch.map(({ rnc, ...rest }) => ({
      _id: rnc,
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    }));
    for (let at = 0; at < rows.length; at += rawBatch) batches.push(rows.slice(at, at + rawBatch));
  }
  await file.close();
  const client = await MongoClient.connect(uri, { writeConcern });
  const collection = client.db('bench').collection('raw');
  await collection.drop();
  const startedMs = performance.now();
  let rows = 0;
  for (const batch of batches) rows += (await collection.insertMany(batch, { ordered: false })).insertedCount;
  const ms = performance.now() - startedMs;
  await client.close();
  return { ms, rows };
}

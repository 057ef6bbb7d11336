/** One import, or one raw insertMany of the same rows, in its own process. Reports its time and its peak memory. */
import { performance } from 'node:perf_hooks';
import { MongoClient } from 'mongodb';
import type { Taxpayer } from '../../../src/ecf/model/taxpayer.js';
import { connectStore } from '../../../src/ledger/ledger.js';
import { readRegistry } from '../../../src/documents/registry/read-registry.js';
import { openRegistryFile } from '../../../src/documents/registry/registry-file.js';
import { mongoUriOfParent, report } from '../child.js';

/** The same write concern as the ledger's. */
const writeConcern = { w: 'majority', journal: true } as const;
const rawBatch = 1_000;

const [what, path = ''] = process.argv.slice(2);
const uri = mongoUriOfParent();
// Keeps the process until its parent has the report.
process.once('disconnect', () => process.exit());
const figures = await (what === 'import' ? importFile() : insertRows());
await report({ ...figures, rssMb: process.resourceUsage().maxRSS / 1024 });

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
  file.close();
  const ms = performance.now() - startedMs;
  await store.close();
  return { ms, rows: outcome.outcome === 'imported' ? outcome.registry.rows : 0 };
}

/** Makes the rows before the clock starts, so that the server does nothing but inserts. */
async function insertRows() {
  const batches = await readRows();
  const client = await MongoClient.connect(uri, { writeConcern });
  const collection = client.db('bench').collection<{ _id: string }>('raw');
  await collection.drop();
  const startedMs = performance.now();
  let rows = 0;
  for (const batch of batches) rows += (await collection.insertMany(batch, { ordered: false })).insertedCount;
  const ms = performance.now() - startedMs;
  await client.close();
  return { ms, rows };
}

async function readRows() {
  const file = await openRegistryFile(path);
  const batches: { _id: string }[][] = [];
  for await (const batch of readRegistry(file.chunks()).batches) {
    const rows = batch.map(rowOf);
    for (let at = 0; at < rows.length; at += rawBatch) batches.push(rows.slice(at, at + rawBatch));
  }
  file.close();
  return batches;
}

/** As the ledger stores it: without empty fields. */
function rowOf({ rnc, ...rest }: Taxpayer) {
  return { _id: rnc, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) };
}

/**
 * The taxpayer registry of 800,000 generated rows: an import of DGII's ZIP beside a raw `insertMany` of the same rows with the
 * same write concern, the memory of the importing process, and a look-up beside a raw `findOne`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from '../../../dist/src/shared/free-port.js';
import { startEmbedded } from '../../../dist/tools/stack/embedded.js';
import { connectStore } from '../../../dist/src/ledger/mongo/connect.js';
import { quantile } from '../measure.mjs';

const goals = { importTime: 3, memoryMb: 300, lookup: 1.5 };
const rowCount = 800_000;
const rounds = 3;
const lookups = 4_000;
const lookupWarmup = 500;

export async function registry() {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-bench-registry-'));
  const say = (_fields, message) => console.error(message);
  const quiet = () => undefined;
  const backing = await startEmbedded({
    dataDir: join(dir, 'data'),
    mongoPort: await freePort(),
    temporalPort: await freePort(),
    temporalUiPort: await freePort(),
    searchAttributes: {},
    log: { info: quiet, warn: say, error: say },
    parts: { mongod: true, temporal: false },
  });
  try {
    const file = join(dir, 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv');
    console.error(`writing ${rowCount} rows`);
    await writeRows(file);
    return await measure(backing.mongoUri, file);
  } finally {
    await backing.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(uri, file) {
  const samples = { import: [], raw: [] };
  let memoryMb = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const what of ['import', 'raw']) {
      const { ms, rssMb, rows } = await inProcess(what, uri, file);
      if (rows !== rowCount) throw new Error(`${what}: ${rows} of ${rowCount} rows`);
      console.error(`${what}: ${(ms / 1000).toFixed(1)} s, ${rssMb.toFixed(0)} MB`);
      samples[what].push(ms);
      if (what === 'import') memoryMb = Math.max(memoryMb, rssMb);
    }
  }
  const [imported, raw] = [samples.import, samples.raw].map((all) => quantile(all, 0.5));
  const lookup = await measureLookups(uri);
  const ratios = { importTime: imported / raw, lookup: lookup.ours / lookup.raw };
  const met = {
    importTime: ratios.importTime <= goals.importTime,
    memoryMb: memoryMb <= goals.memoryMb,
    lookup: ratios.lookup <= goals.lookup,
  };
  const say = (name, text) => `goal: ${text}: ${met[name] ? 'met' : 'MISSED'}`;
  return {
    table: [
      ['', 'ours', 'raw', 'ratio'],
      [
        `import of ${rowCount} rows`,
        `${(imported / 1000).toFixed(1)} s`,
        `${(raw / 1000).toFixed(1)} s`,
        ratios.importTime.toFixed(2),
      ],
      ['largest memory of an import', `${memoryMb.toFixed(0)} MB`, '', ''],
      [
        'look-up, p50',
        `${lookup.ours.toFixed(3)} ms`,
        `${lookup.raw.toFixed(3)} ms`,
        ratios.lookup.toFixed(2),
      ],
    ],
    notes: [
      say('importTime', `import ≤ ${goals.importTime} × insertMany of the same rows`),
      say('memoryMb', `import within ${goals.memoryMb} MB`),
      say('lookup', `look-up ≤ ${goals.lookup} × findOne`),
    ],
    ok: Object.values(met).every(Boolean),
  };
}

/** Runs in its own process, so that its peak memory is that of one import. */
async function inProcess(what, uri, file) {
  const env = { ...process.env, MONGODB_URI: uri };
  const child = fork(fileURLToPath(new URL('registry-process.mjs', import.meta.url)), [what, file], { env });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message !== 'object' || message === null) throw new Error(`${what} ended with ${message}`);
  await once(child, 'exit');
  return message;
}

async function measureLookups(uri) {
  const store = await connectStore(uri, 'bench');
  const client = await MongoClient.connect(uri, { readConcernLevel: 'majority' });
  const taxpayers = client.db('bench').collection('taxpayers');
  const rncOf = (i) => String(100_000_000 + ((i * 7919) % rowCount));
  const ours = [];
  const raw = [];
  const timedMs = async (into, work) => {
    const startedMs = performance.now();
    const found = await work();
    if (found === null || found === undefined) throw new Error('A row is missing');
    into.push(performance.now() - startedMs);
  };
  for (let i = 0; i < lookups + lookupWarmup; i += 1) {
    await timedMs(ours, async () => (await store.findTaxpayer(rncOf(i))).taxpayer);
    await timedMs(raw, () => taxpayers.findOne({ _id: rncOf(i + 1) }));
  }
  await Promise.all([store.close(), client.close()]);
  return {
    ours: quantile(ours.slice(lookupWarmup), 0.5),
    raw: quantile(raw.slice(lookupWarmup), 0.5),
  };
}

/** As DGII writes it; names are as long as real ones. */
async function writeRows(path) {
  const stream = createWriteStream(path, 'latin1');
  stream.write(
    '"RNC","RAZÓN SOCIAL","ACTIVIDAD ECONÓMICA","FECHA DE INICIO OPERACIONES","ESTADO","RÉGIMEN DE PAGO"\r\n',
  );
  for (let i = 0; i < rowCount; i += 1) {
    const row = `"${100_000_000 + i}","COMPAÑÍA DE PRUEBA NÚMERO ${i} SRL","VENTA AL POR MENOR DE ARTÍCULOS DE PRUEBA N.C.P.","01/02/2003","${i % 2 === 0 ? 'ACTIVO' : 'SUSPENDIDO'}","NORMAL"\r\n`;
    if (!stream.write(row, 'latin1')) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

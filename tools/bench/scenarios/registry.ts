/**
 * The taxpayer registry of 800,000 generated rows: import and look-up beside raw MongoDB with the same write concern.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { MongoClient } from 'mongodb';
import { connectStore } from '../../../src/ledger/ledger.js';
import { progress, type Measured } from '../bench.js';
import { nextReport, startChild, stopChild } from '../child.js';
import { alternately, mapEach, median } from '../measure.js';
import { withMongod } from '../mongod.js';

const goals = { importTime: 3, memoryMb: 300, lookup: 1.5 };
const rowCount = 800_000;
const rounds = 3;
const lookups = 4_000;
const lookupWarmup = 500;

export function registry(): Promise<Measured> {
  return withMongod(async (uri, dir) => {
    const file = join(dir, 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv');
    progress(`writing ${rowCount} rows`);
    await writeRows(file);
    return measure(uri, file);
  });
}

async function measure(uri: string, file: string): Promise<Measured> {
  const { importMs, rawMs, memoryMb } = await measureImports(uri, file);
  const lookup = await measureLookups(uri);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const ms = (value: number) => `${value.toFixed(3)} ms`;
  const ratios = { importTime: importMs / rawMs, lookup: lookup.ours / lookup.raw };
  return {
    table: [
      ['', 'ours', 'raw', 'ratio'],
      [`import of ${rowCount} rows`, seconds(importMs), seconds(rawMs), ratios.importTime.toFixed(2)],
      ['largest memory of an import', `${memoryMb.toFixed(0)} MB`],
      ['look-up, p50', ms(lookup.ours), ms(lookup.raw), ratios.lookup.toFixed(2)],
    ],
    goals: [
      { name: 'import / insertMany of the same rows', figure: ratios.importTime, atMost: goals.importTime },
      { name: 'memory of an import in MB', figure: memoryMb, atMost: goals.memoryMb },
      { name: 'look-up / findOne', figure: ratios.lookup, atMost: goals.lookup },
    ],
  };
}

async function measureImports(uri: string, file: string) {
  const imports: number[] = [];
  const raws: number[] = [];
  let memoryMb = 0;
  for (let round = 0; round < rounds; round += 1) {
    const imported = await inProcess('import', uri, file);
    imports.push(imported.ms);
    memoryMb = Math.max(memoryMb, imported.rssMb);
    raws.push((await inProcess('raw', uri, file)).ms);
  }
  return { importMs: median(imports), rawMs: median(raws), memoryMb };
}

/** Runs in its own process, so that its peak memory is that of one import. */
async function inProcess(what: 'import' | 'raw', uri: string, file: string) {
  const child = startChild(new URL('./registry-process.js', import.meta.url), [what, file], uri);
  const report = await nextReport(child, 'ms', 'rows', 'rssMb');
  await stopChild(child);
  const { ms, rows, rssMb } = report;
  if (rows !== rowCount) throw new Error(`${what}: ${rows} of ${rowCount} rows`);
  progress(`${what}: ${(ms / 1_000).toFixed(1)} s, ${rssMb.toFixed(0)} MB`);
  return { ms, rssMb };
}

async function measureLookups(uri: string): Promise<{ ours: number; raw: number }> {
  const store = await connectStore(uri, 'bench');
  const client = await MongoClient.connect(uri, { readConcernLevel: 'majority' });
  const taxpayers = client.db('bench').collection<{ _id: string }>('taxpayers');
  let asked = 0;
  /** Jumps through the registry, so that no look-up finds its row in memory because of the one before. */
  const nextRnc = () => String(100_000_000 + ((asked++ * 7919) % rowCount));
  const mustFind = (found: unknown) => {
    if (found === null || found === undefined) throw new Error('A row is missing');
  };
  const works = {
    ours: async () => mustFind((await store.findTaxpayer(nextRnc())).taxpayer),
    raw: async () => mustFind(await taxpayers.findOne({ _id: nextRnc() })),
  };
  await alternately(works, lookupWarmup);
  const medians = mapEach(await alternately(works, lookups), median);
  await Promise.all([store.close(), client.close()]);
  return medians;
}

/** As DGII writes it; names are as long as real ones. */
async function writeRows(path: string): Promise<void> {
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

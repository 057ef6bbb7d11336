/**
 * The web application on a ledger of many vouchers (`--vouchers N`): its lists, and an upgrade that builds the indexes.
 */
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { connectStore } from '../../../../src/ledger/ledger.js';
import { startOwnStack, type OwnStack } from '../../../own-stack/own-stack.js';
import { progress, withinLimit, type Measured } from '../../bench.js';
import { timed } from '../../measure.js';
import { measureInBrowser } from './in-browser.js';
import { measureLists, type ListFigures } from './lists.js';
import { seed } from './seed.js';

const usualVouchers = 1_000_000;
const goals = { page: 3, longestTaskMs: 200 };
/** Seeding takes most of it. */
const limitMs = 60 * 60_000;

export function web(): Promise<Measured> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { vouchers: { type: 'string' } } });
  const vouchers = Number(values.vouchers ?? usualVouchers);
  return withinLimit(limitMs, async () => {
    const stack = await startOwnStack({ name: 'bench' });
    try {
      return await measure(stack, vouchers);
    } finally {
      await stack.stop();
    }
  });
}

async function measure({ mongoUri, env, apiUrl, pids }: OwnStack, vouchers: number): Promise<Measured> {
  const database = env['MONGODB_DATABASE'] ?? 'ecf';
  const client = await MongoClient.connect(mongoUri, { readConcernLevel: 'majority' });
  try {
    const documents = client.db(database).collection('documents');
    await documents.dropIndexes();
    progress(`seeding ${vouchers} vouchers`);
    const seedMs = await timed(() => seed(documents, vouchers));
    progress(`seeded in ${seconds(seedMs)}; an upgrade builds the indexes`);
    const startedMs = performance.now();
    const store = await connectStore(mongoUri, database);
    const indexMs = performance.now() - startedMs;
    try {
      progress(`indexes in ${seconds(indexMs)}; lists`);
      const { api: apiPid } = pids();
      const { lists, floor } = await measureLists({ store, documents, apiUrl, apiPid });
      progress('browser');
      const inBrowser = await measureInBrowser(apiUrl);
      return resultOf(lists, {
        ...inBrowser,
        notes: [
          `${vouchers} vouchers; an upgrade builds the indexes of \`documents\` in ${seconds(indexMs)}`,
          `over HTTP, an answer that reads nothing takes ${ms(floor.bareMs)}, and an empty page, with session, person and company, ` +
            `${ms(floor.emptyPageMs)}; the raw find has none of it`,
          ...(floor.processorMs === undefined
            ? []
            : [`the api uses ${ms(floor.processorMs)} of processor for a full page`]),
          `a page of the list shows in the browser after ${seconds(inBrowser.listMs)}`,
        ],
      });
    } finally {
      await store.close();
    }
  } finally {
    await client.close();
  }
}

function resultOf(
  lists: readonly ListFigures[],
  { longestTaskMs, notes }: { readonly longestTaskMs: number; readonly notes: readonly string[] },
): Measured {
  const worst = Math.max(...lists.map(({ storeMs, rawMs }) => storeMs / rawMs));
  return {
    table: [
      ['p50 of one page', 'rows', 'raw find', 'store', 'ratio', 'over HTTP', 'ratio'],
      ...lists.map(({ name, rows, rawMs, storeMs, httpMs }) => [
        ...[name, String(rows), ms(rawMs), ms(storeMs), (storeMs / rawMs).toFixed(2)],
        ...[ms(httpMs), (httpMs / rawMs).toFixed(2)],
      ]),
    ],
    notes,
    goals: [
      {
        name: 'the slowest list page / a raw indexed find of as many rows',
        figure: worst,
        atMost: goals.page,
      },
      {
        name: 'longest task in the browser while 1,000 lines are checked, in ms',
        figure: longestTaskMs,
        atMost: goals.longestTaskMs,
      },
    ],
  };
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function seconds(value: number): string {
  return `${(value / 1_000).toFixed(1)} s`;
}

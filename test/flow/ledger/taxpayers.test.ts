/** The registry in the ledger: one import at a time replaces it as a whole, whatever fails on the way. */
import type { Db } from 'mongodb';
import type { Taxpayer } from '../../../src/ecf/model/taxpayer.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { RegistryImport } from '../../../src/ledger/taxpayers/taxpayers.js';
import { openLedger } from '../../harness/ledger.js';
import { until } from '../../harness/until.js';

let store: Store;
let db: Db;

beforeAll(async () => {
  ({ store, db } = await openLedger());
});
beforeEach(() => db.dropDatabase());

const rowsOf = (count: number, razonSocial: string, first = 0): Taxpayer[] =>
  Array.from({ length: count }, (_, i) => ({
    rnc: String(100_000_000 + first + i),
    razonSocial,
    nombreComercial: null,
    actividadEconomica: 'SERVICIOS',
    estado: 'ACTIVO',
    regimenPagos: null,
  }));

async function* batches(...all: readonly (readonly Taxpayer[])[]) {
  yield* all;
}

const imported = (rows: RegistryImport['batches'], dataDate: string, more: Partial<RegistryImport> = {}) =>
  store.importTaxpayers({
    batches: rows,
    dataDate,
    origin: { source: 'prueba' },
    rowsShareMin: 0.8,
    now: new Date(),
    ...more,
  });

const staging = async () =>
  (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => name.startsWith('taxpayers_'));

test('before any import the answer is "no registry", not "unknown taxpayer"', async () => {
  expect(await store.findTaxpayer('100000000')).toEqual({ registry: undefined, taxpayer: undefined });
});

test('while imports replace the data again and again, name and date of each look-up come from one import', async () => {
  await imported(batches(rowsOf(500, '0')), '0');
  let generation = 0;
  let exchanging = true;
  const exchange = async () => {
    for (generation = 1; generation <= 12; generation += 1)
      await imported(batches(rowsOf(500, String(generation))), String(generation));
    exchanging = false;
  };
  const seen = new Set<string>();
  const look = async (seed: number) => {
    for (let turn = 0; exchanging; turn += 1) {
      const rnc = String(100_000_000 + ((seed * 7919 + turn * 31) % 500));
      const { registry, taxpayer } = await store.findTaxpayer(rnc);
      expect([rnc, taxpayer?.razonSocial]).toEqual([rnc, registry?.dataDate]);
      seen.add(registry?.dataDate ?? '');
    }
  };
  await Promise.all([exchange(), ...Array.from({ length: 8 }, (_, seed) => look(seed))]);
  expect(seen.size).toBeGreaterThan(3);
  expect(await staging()).toEqual([]);
}, 60_000);

test.each([
  { name: 'before the first row', after: 0 },
  { name: 'in the middle', after: 2 },
])('a source that breaks $name: its error comes through, the old data stays', async ({ after }) => {
  await imported(batches(rowsOf(100, 'VIEJA')), '01-01-2026');
  async function* breaking() {
    for (let i = 0; i < after; i += 1) yield rowsOf(100, 'NUEVA', i * 100);
    throw new Error('cut off');
  }
  await expect(imported(breaking(), '02-01-2026')).rejects.toThrow('cut off');
  const { registry, taxpayer } = await store.findTaxpayer('100000000');
  expect([registry?.dataDate, taxpayer?.razonSocial]).toEqual(['01-01-2026', 'VIEJA']);
  expect(await staging()).toEqual([]);
  expect((await store.registryStatus()).last?.outcome).toBe('failed');
});

test.each([
  { rows: 80, share: 0.8, outcome: 'imported' },
  { rows: 79, share: 0.8, outcome: 'too-few' },
  { rows: 1, share: 0, outcome: 'imported' },
])('$rows of 100 rows where $share is the least: $outcome', async ({ rows, share, outcome }) => {
  await imported(batches(rowsOf(100, 'VIEJA')), '01-01-2026');
  const done = await imported(batches(rowsOf(rows, 'NUEVA')), '02-01-2026', { rowsShareMin: share });
  expect(done.outcome).toBe(outcome);
  const { taxpayer } = await store.findTaxpayer('100000000');
  expect(taxpayer?.razonSocial).toBe(outcome === 'imported' ? 'NUEVA' : 'VIEJA');
  expect(await staging()).toEqual([]);
});

test('of ten simultaneous imports one runs, and nine report that one is running', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  async function* gated() {
    yield rowsOf(100, 'NUEVA');
    await gate;
  }
  const all = Array.from({ length: 10 }, () => imported(gated(), '01-01-2026'));
  const reported: string[] = [];
  for (const one of all) void one.then(({ outcome }) => reported.push(outcome));
  await until('nine refusals', async () => reported.length === 9);
  open();
  await Promise.all(all);
  expect(reported.sort()).toEqual(['imported', ...Array.from({ length: 9 }, () => 'running')]);
  expect(await staging()).toEqual([]);
});

test('an import whose lease another import took over changes nothing', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  async function* sleepy() {
    yield rowsOf(100, 'DORMIDA');
    await gate;
    yield rowsOf(100, 'DORMIDA', 100);
  }
  const slow = imported(sleepy(), '01-01-2026');
  await until('rows of the slow one', async () => (await staging()).length === 1);
  await db
    .collection<{ _id: string }>('registryImports')
    // It no longer renews its lease either.
    .updateOne({ _id: 'running' }, { $set: { until: new Date(0), holder: 'another' } });
  expect((await imported(batches(rowsOf(150, 'SIGUIENTE')), '02-01-2026')).outcome).toBe('imported');
  open();
  expect((await slow).outcome).toBe('superseded');
  const { registry, taxpayer } = await store.findTaxpayer('100000000');
  expect([registry?.dataDate, taxpayer?.razonSocial]).toEqual(['02-01-2026', 'SIGUIENTE']);
  expect(await staging()).toEqual([]);
  expect((await store.registryStatus()).last).toMatchObject({ outcome: 'imported' });
});

test('an import aborted by its signal reports the reason and leaves nothing behind', async () => {
  const stopping = new AbortController();
  async function* cut() {
    yield rowsOf(100, 'NUEVA');
    stopping.abort(new Error('enough'));
    yield rowsOf(100, 'NUEVA', 100);
  }
  await expect(imported(cut(), '01-01-2026', { signal: stopping.signal })).rejects.toThrow('enough');
  expect(await staging()).toEqual([]);
  expect((await store.registryStatus()).running).toBeUndefined();
});

test('a number that appears twice keeps its first row, within a batch and across two', async () => {
  const [one] = rowsOf(1, 'PRIMERA');
  const again = { ...one!, razonSocial: 'SEGUNDA' };
  const done = await imported(batches([one!, again], [again, ...rowsOf(5, 'OTRA', 1)]), '01-01-2026');
  expect(done).toMatchObject({ outcome: 'imported', repeated: 2, registry: { rows: 6 } });
  expect((await store.findTaxpayer('100000000')).taxpayer?.razonSocial).toBe('PRIMERA');
});

test('a field that the registry leaves out is null and takes no space', async () => {
  await imported(batches(rowsOf(1, 'EMPRESA')), '01-01-2026');
  expect((await store.findTaxpayer('100000000')).taxpayer).toEqual(rowsOf(1, 'EMPRESA')[0]);
  const stored = await db.collection<{ _id: string }>('taxpayers').findOne({ _id: '100000000' });
  expect(Object.keys(stored ?? {}).sort()).toEqual(['_id', 'actividadEconomica', 'estado', 'razonSocial']);
});

/** `registry import` and `registry status` on a real MongoDB. Imports that are cancelled or killed run in their own process. */
import iconv from 'iconv-lite';
import { MongoClient } from 'mongodb';
import { readRegistry } from '../../src/documents/registry/read-registry.js';
import { startNode } from '../harness/processes/node-process.js';
import { own } from '../harness/own.js';
import { csvHeading, csvOf, txtOf } from '../harness/samples/registry.js';
import { until } from '../harness/until.js';
import { zipOf } from '../harness/samples/zip.js';
import { mainFile, openCli, type Cli } from './harness.js';

let cli: Cli;
let mongo: MongoClient;
beforeAll(async () => {
  cli = await openCli();
  mongo = await MongoClient.connect(cli.uri);
  own('the client', () => mongo.close());
});

const win1252 = (text: string) => iconv.encode(text, 'win1252');
const nameOf = async (rnc: string) => (await cli.store.findTaxpayer(rnc)).taxpayer?.razonSocial;
const zipped = (name: string, text: string) => zipOf([{ name, content: win1252(text) }]);
const collections = async () =>
  (await mongo.db(cli.database).listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => name.startsWith('taxpayers'));

/** Nothing else of the ledger, because each command would create it again. */
beforeEach(async () => {
  const db = mongo.db(cli.database);
  for (const name of await collections()) await db.dropCollection(name);
  await db.collection('registryImports').deleteMany({});
});

test('imports DGII’s present ZIP, dated by the name of its table', async () => {
  const zip = zipped('RNC_Contribuyentes_Actualizado_29_Ago_2026.csv', csvOf(2_500, 'COMPAÑÍA'));
  const path = await cli.file('RNC_CONTRIBUYENTES.zip', zip);
  const { code, data, warnings } = await cli.json(['registry', 'import', path]);
  expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
  expect(data).toMatchObject({ rows: 2_500, malformed: 0, repeated: 0, dataDate: '29-08-2026' });
  const found = await cli.store.findTaxpayer('100002499');
  expect(found.taxpayer).toEqual({
    rnc: '100002499',
    razonSocial: 'COMPAÑÍA 2499 SRL',
    nombreComercial: null,
    actividadEconomica: 'SERVICIOS',
    estado: 'ACTIVO',
    regimenPagos: 'NORMAL',
  });
  expect(found.registry).toMatchObject({ rows: 2_500, dataDate: '29-08-2026' });
  expect(await collections()).toEqual(['taxpayers']);
});

test('imports DGII’s old text file and shows progress to a person', async () => {
  const path = await cli.file('DGII_RNC.TXT', win1252(txtOf(60_000, 'PEÑA')));
  const { code, stdout, stderr } = await cli.run(['registry', 'import', path, '--date', '15-07-2026']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Registro importado en \d+\.\d s\.\nDatos al +15-07-2026\nContribuyentes +60,000\n/);
  expect(stderr).toBe('Importando DGII_RNC.TXT…\n50,000 contribuyentes…\n');
  expect((await cli.store.findTaxpayer('100000007')).taxpayer).toMatchObject({
    razonSocial: 'PEÑA 7 SRL',
    nombreComercial: 'LA PRUEBA 7',
    regimenPagos: 'RST',
  });
});

test('a new file replaces the old one completely', async () => {
  await cli.json(['registry', 'import', await cli.file('a.csv', csvOf(1_000, 'VIEJA'))]);
  const { code } = await cli.json(['registry', 'import', await cli.file('b.csv', csvOf(900, 'NUEVA'))]);
  expect(code).toBe(0);
  expect([await nameOf('100000000'), await nameOf('100000950')]).toEqual(['NUEVA 0 SRL', undefined]);
});

test('reports unreadable and repeated rows, and still imports the file', async () => {
  const rows = csvOf(1_000, 'EMPRESA').replace('"100000500"', '"1000"').replace('"100000400"', '"100000399"');
  const { code, data, warnings } = await cli.json(['registry', 'import', await cli.file('a.csv', rows)]);
  expect({ code, warnings }).toEqual({
    code: 0,
    warnings: ['REGISTRY_MALFORMED_ROWS', 'REGISTRY_REPEATED_ROWS'],
  });
  expect(data).toMatchObject({ rows: 998, malformed: 1, repeated: 1 });
  expect(await nameOf('100000399')).toBe('EMPRESA 399 SRL');
});

describe('a wrong file changes nothing', () => {
  beforeEach(async () => {
    await cli.json(['registry', 'import', await cli.file('good.csv', csvOf(1_000, 'VIEJA'))]);
  });
  afterEach(async () => {
    expect(await nameOf('100000999')).toBe('VIEJA 999 SRL');
    expect(await collections()).toEqual(['taxpayers']);
  });

  test.each([
    { name: 'a web page', content: '<html><body>Acceso denegado</body></html>', problem: 'WEB_PAGE' },
    { name: 'an empty file', content: '', problem: 'EMPTY' },
    { name: 'only a heading', content: csvHeading, problem: 'EMPTY' },
    { name: 'another table', content: 'a,b,c\n1,2,3', problem: 'COLUMNS_UNKNOWN' },
    {
      name: 'a truncated ZIP',
      content: zipped('a.csv', csvOf(1_000, 'NUEVA')).subarray(0, 5_000),
      problem: 'ZIP_DAMAGED',
    },
    {
      name: 'a table damaged in its second half',
      content: csvOf(1_000, 'NUEVA') + 'x\n'.repeat(500),
      problem: 'TOO_MANY_MALFORMED',
    },
  ])('$name: $problem', async ({ content, problem }) => {
    const path = await cli.file('bad', content);
    const { code, error, stdout } = await cli.json(['registry', 'import', path]);
    expect({ code, error }).toEqual({ code: 1, error: 'REGISTRY_FILE_INVALID' });
    expect(JSON.parse(stdout)).toMatchObject({ problem });
  });

  test('a missing file', async () => {
    const { code, error } = await cli.json(['registry', 'import', `${cli.dir}/none.zip`]);
    expect({ code, error }).toEqual({ code: 1, error: 'FILE_UNREADABLE' });
  });

  test('refuses a file with far fewer taxpayers than before, and says how to import it anyway', async () => {
    const path = await cli.file('few.csv', csvOf(799, 'NUEVA'));
    const { code, error, stdout } = await cli.json(['registry', 'import', path]);
    expect({ code, error }).toEqual({ code: 1, error: 'REGISTRY_TOO_FEW_ROWS' });
    expect(JSON.parse(stdout)).toMatchObject({ rows: 799, current: 1_000 });
    expect((await cli.json(['registry', 'status'])).data.last.outcome).toBe('too-few');
  });
});

test('--accept-fewer imports it', async () => {
  await cli.json(['registry', 'import', await cli.file('a.csv', csvOf(1_000, 'VIEJA'))]);
  const path = await cli.file('few.csv', csvOf(10, 'NUEVA'));
  expect((await cli.json(['registry', 'import', path, '--accept-fewer'])).data).toMatchObject({ rows: 10 });
});

test('status reports no registry, then the imported one, and warns once it is old', async () => {
  const empty = await cli.json(['registry', 'status']);
  expect(empty.data).toEqual({ registry: null, running: null, last: null });
  expect((await cli.run(['registry', 'status'])).stdout).toContain('No se ha importado');
  const path = await cli.file('a.csv', csvOf(1_000, 'EMPRESA'));
  await cli.json(['registry', 'import', path, '--date', '01-01-2025']);
  const { data, warnings } = await cli.json(['registry', 'status']);
  expect(data.registry).toMatchObject({ rows: 1_000, dataDate: '01-01-2025', source: 'a.csv' });
  expect(data.last).toMatchObject({ outcome: 'imported', source: 'a.csv' });
  expect(warnings).toEqual(['REGISTRY_OLD']);
});

const leaseUntil = (instantMs: number) =>
  mongo
    .db(cli.database)
    .collection<{ _id: string }>('registryImports')
    .updateOne({ _id: 'running' }, { $set: { until: new Date(instantMs) } });

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Yields the first batch at once and the others when the gate opens. */
async function* gated<T>(batches: AsyncIterable<T>, gate: Promise<void>): AsyncGenerator<T> {
  for await (const batch of batches) {
    yield batch;
    await gate;
  }
}

const heldImport = new URL('../harness/processes/held-import.mjs', import.meta.url);

/** Starts an import and returns once it has written its first 50,000 rows. It comes to no end by itself. */
async function underWay(path: string) {
  const args = [mainFile, 'registry', 'import', path, '--json'];
  const started = startNode(args, { env: cli.env, imports: [heldImport] });
  await until('50,000 rows', async () => started.stderr().includes('50,000'), { withinMs: 60_000 });
  return started;
}

describe('while an import is running', () => {
  beforeEach(async () => {
    await cli.json(['registry', 'import', await cli.file('a.csv', csvOf(1_000, 'VIEJA'))]);
  });
  const big = () => cli.file('big.csv', csvOf(70_000, 'NUEVA'));

  test('a second import is refused, queries see the old data, and status reports the running import', async () => {
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const rows = readRegistry(chunksOf(csvOf(2_000, 'NUEVA'))).batches;
    const first = cli.store.importTaxpayers({
      batches: gated(rows, gate),
      dataDate: '01-11-2026',
      origin: { source: 'big.csv' },
      rowsShareMin: 0.8,
      now: new Date(),
    });
    try {
      await until('an import under way', async () => (await cli.store.registryStatus()).running);
      const second = await cli.json(['registry', 'import', await cli.file('b.csv', csvOf(900, 'OTRA'))]);
      expect([second.code, second.error]).toEqual([1, 'REGISTRY_IMPORT_RUNNING']);
      expect(await nameOf('100000000')).toBe('VIEJA 0 SRL');
      expect((await cli.json(['registry', 'status'])).data).toMatchObject({
        registry: { rows: 1_000 },
        running: { source: 'big.csv' },
      });
    } finally {
      goOn();
    }
    expect((await first).outcome).toBe('imported');
    expect(await nameOf('100001999')).toBe('NUEVA 1999 SRL');
  }, 120_000);

  test('Ctrl-C cancels it; the old data stays, and nothing is left behind', async () => {
    const { child, exited, stdout } = await underWay(await big());
    child.kill('SIGINT');
    expect(await exited).toBe(1);
    expect(JSON.parse(stdout())).toMatchObject({ ok: false, code: 'CANCELLED' });
    expect(await collections()).toEqual(['taxpayers']);
    expect((await cli.json(['registry', 'status'])).data).toMatchObject({
      registry: { rows: 1_000 },
      running: null,
      last: { outcome: 'failed' },
    });
  }, 120_000);

  test('if it is killed, the old data stays; once its lease has expired, the next import removes its leftovers', async () => {
    await (await underWay(await big())).kill();
    expect(await nameOf('100000000')).toBe('VIEJA 0 SRL');
    expect(await collections()).toHaveLength(2);
    const path = await cli.file('b.csv', csvOf(1_100, 'SIGUIENTE'));
    await leaseUntil(Date.now() + 3_600_000);
    expect((await cli.json(['registry', 'import', path])).error).toBe('REGISTRY_IMPORT_RUNNING');
    await leaseUntil(Date.now());
    expect((await cli.json(['registry', 'import', path])).code).toBe(0);
    expect(await nameOf('100001099')).toBe('SIGUIENTE 1099 SRL');
    expect(await collections()).toEqual(['taxpayers']);
  }, 120_000);
});

/** The ZIP with the signed vouchers of a certification run: its size has a limit, and other requests are served while it is made. */
import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { createLimits } from '../../../../src/api/limits/limits.js';
import { certificationRunRoutes } from '../../../../src/api/certification/runs.js';
import { zipOf } from '../../../../src/api/certification/zip.js';
import type { FileAnswer, RouteDeps, WebRequest } from '../../../../src/api/web/web-route.js';

const rncEmisor = '101000001';

/** Signed vouchers with XML of these sizes, and how many of them were read. */
function runOf(sizes: readonly number[], open: (companyId: number) => Promise<void> = async () => undefined) {
  const limits = createLimits();
  const seen = { reads: 0 };
  const rows = sizes.map((bytes, at) => ({ encf: `E3100000000${10 + at}`, attempt: 1, bytes }));
  const documentsOf = (companyId: number) =>
    rows.map(({ encf, bytes }) => ({
      companyId,
      encf,
      rncEmisor,
      attempt: 1,
      signed: { file: { companyId, bytes }, sha256: '' },
    }));
  const store = {
    findRun: (companyId: number) => Promise.resolve({ companyId, rows }),
    findDocument: async (companyId: number, _environment: string, encf: string) =>
      documentsOf(companyId).find((one) => one.encf === encf),
    getFileBytes: async ({ companyId, bytes }: { readonly companyId: number; readonly bytes: number }) => {
      seen.reads += 1;
      await open(companyId);
      return Buffer.alloc(bytes, 'x');
    },
  };
  const routes = certificationRunRoutes({ store, limits } as unknown as RouteDeps);
  const files = routes.find(({ path }) => path.endsWith('/files'));
  const ask = (companyId = 1, hasLeft = () => false) =>
    files!.handle({
      company: { companyId },
      params: { runId: 'r' },
      hasLeft,
    } as unknown as WebRequest) as Promise<FileAnswer>;
  return { ask, seen };
}

test('vouchers beyond 16 MB are left out and named', async () => {
  const { bytes } = await runOf([9_000_000, 9_000_000, 5_000]).ask();
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual([
    ...[`enviados/${rncEmisor}E310000000010.xml`, `enviados/${rncEmisor}E310000000012.xml`],
    'leame.txt',
  ]);
  expect(strFromU8(files['leame.txt']!)).toContain(
    'No cupieron los XML de estos comprobantes; guárdelos desde la página de cada uno: E310000000011.\n',
  );
});

test('nothing more is read after the browser has left', async () => {
  const { ask, seen } = runOf([1, 1, 1, 1]);
  await expect(ask(1, () => seen.reads === 2)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  expect(seen.reads).toBe(2);
});

test('a company makes one ZIP at a time, and another company does not wait for it', async () => {
  let end: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => (end = resolve));
  const { ask, seen } = runOf([1], async (companyId) => (companyId === 1 ? blocked : undefined));
  const own = [ask(1), ask(1)];
  await ask(2);
  expect(seen.reads).toBe(2);
  end();
  await Promise.all(own);
  expect(seen.reads).toBe(3);
});

test('other requests are served while a large ZIP is compressed', async () => {
  const content = randomBytes(8_000_000);
  let turns = 0;
  let made = false;
  const countTurns = async () => {
    while (!made) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  };
  const counting = countTurns();
  const zip = await zipOf([
    ['a/b.xml', content],
    ['empty.txt', new Uint8Array()],
  ]);
  made = true;
  await counting;
  expect(turns).toBeGreaterThan(100);
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual(['a/b.xml', 'empty.txt']);
  expect(Buffer.compare(Buffer.from(files['a/b.xml']!), content)).toBe(0);
});

test('a PDF, which is compressed already, is stored as it is', async () => {
  const blank = new Uint8Array(10_000);
  const zip = await zipOf([['a.pdf', blank]]);
  expect(zip.length).toBeGreaterThan(blank.length);
  expect(unzipSync(zip)['a.pdf']).toEqual(blank);
  expect((await zipOf([['a.xml', blank]])).length).toBeLessThan(1_000);
});

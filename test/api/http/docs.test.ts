/** The documentation as clients get it: pages, Markdown for programs, the reference of the API, and how all of it may be kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pagesOf, sets } from '../../../docs/.vitepress/sets.js';
import { root } from '../../tidy/project-files.js';
import { startApi, type Api } from '../harness.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  api.call('GET', path, { undescribed: true, headers });
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const pages = sets.flatMap((set) => pagesOf(join(root, 'docs'), set));

test('a folder’s address without its slash leads to the one with it, below the path prefix of a proxy too', async () => {
  for (const [path, location] of [
    ['/docs', 'docs/'],
    ['/docs/api', 'api/'],
    ['/docs/develop', 'develop/'],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers['location']]).toEqual([path, 301, location]);
  }
});

test('every page is there as HTML and, at the same address with .md, as it was written', async () => {
  for (const { path, set } of pages) {
    const page = await get(`/docs/${path}`);
    expect([path, page.status, page.headers['content-type']]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain(`<html lang="${set.lang}"`);
    const source = await get(`/docs/${path}.md`);
    expect([path, source.status, source.headers['content-type']]).toEqual([
      path,
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(source.text).toBe(readFileSync(join(root, 'docs', `${path}.md`), 'utf8'));
  }
});

test.each(['/docs/', '/docs/develop/', '/docs/integrar/errores', '/docs/api/'])(
  '%s loads its files from this server only, and each of them is there',
  async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    const addresses = [...page.text.matchAll(/<(?:link|script|img)[^>]*? (?:src|href)="([^"]+)"/g)];
    const here = 'http://here';
    const files = addresses.map(([, address = '']) => new URL(address, here + path));
    expect(files.filter(({ origin }) => origin !== here).map(String)).toEqual([]);
    expect(files.length).toBeGreaterThan(4);
    for (const { pathname } of files) {
      const { status, text } = await get(pathname);
      expect([pathname, status, text.length > 100 || /vp-icons|check-|start/.test(pathname)]).toEqual([
        pathname,
        200,
        true,
      ]);
    }
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/http|unsafe|\*/);
  },
);

test('a browser keeps what has a hash in its name, and asks again for everything else', async () => {
  const { text } = await get('/docs/');
  const asset = /(\/docs\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
  expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const path of [
    '/docs/',
    '/docs/integrar/errores',
    '/docs/integrar/errores.md',
    '/docs/api/',
    '/llms.txt',
  ])
    expect([path, (await get(path)).headers['cache-control']]).toEqual([path, 'no-cache']);
});

test.each([
  '/openapi.json',
  '/openapi-management.json',
  '/docs/',
  '/docs/integrar/validacion.md',
  '/llms.txt',
])('%s comes compressed to a client that accepts that, and not again while it is the same', async (path) => {
  const plain = await get(path);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const zipped = await get(path, { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  const etag = String(zipped.headers['etag']);
  const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test.each([
  '/docs/nothing',
  '/docs/integrar/nothing.md',
  '/docs/assets/',
  '/docs/.docs',
  '/docs/..%2f..%2fpackage.json',
  '/docs/integrar//errores',
  '/docs/__proto__',
])('%s is not there: a browser gets a page, a program an error', async (path) => {
  const page = await get(path, asBrowser);
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  const error = await get(path);
  expect([error.status, error.body.data['code']]).toEqual([404, 'NOT_FOUND']);
});

test('llms.txt names every page once, with a line about it', async () => {
  const { text, headers } = await get('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await get('/docs/llms.txt')).text).toBe(text);
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const entries = [...text.matchAll(/^- \[(.+)\]\(\/docs\/(.+)\.md\): (.+)$/gm)];
  expect(entries.map(([, title, path]) => ({ title, path }))).toEqual(
    pages.map(({ title, path }) => ({ title, path })),
  );
  expect(entries.filter(([, , , about = '']) => about.length < 20 || about.length > 201)).toEqual([]);
});

test('llms-full.txt has whole pages in at most 256 KB, and names the others', async () => {
  const { bytes, text } = await get('/llms-full.txt');
  expect(bytes.length).toBeLessThan(300 * 1024);
  for (const { path, text: source } of pages)
    expect([path, text.includes(source.trim()) || text.includes(`](/docs/${path}.md)`)]).toEqual([
      path,
      true,
    ]);
});

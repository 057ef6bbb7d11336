/** What a first visit loads, and what the built files must not contain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../tidy/project-files.js';

const built = join(root, 'dist/web');
const index = readFileSync(join(built, 'index.html'), 'utf8');
const firstLoadMax = 220 * 1024;

test('the first load is at most 220 KB, compressed', () => {
  const named = [...index.matchAll(/(?:src|href)="\/app\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(2);
  // And the largest screen, which the browser loads next.
  const screens = readdirSync(join(built, 'assets'))
    .filter((file) => file.endsWith('.js') && !named.includes(`assets/${file}`) && !file.includes('-worker'))
    .map((file) => `assets/${file}`);
  const size = (file: string) => gzipSync(readFileSync(join(built, file))).length;
  const first = named.map(size).reduce((a, b) => a + b, gzipSync(index).length);
  expect(first + Math.max(...screens.map(size))).toBeLessThanOrEqual(firstLoadMax);
});

test('every script and style has the nonce that the server replaces, and no script is inline', () => {
  const tags = [...index.matchAll(/<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*>/g)].map(
    ([tag]) => tag,
  );
  expect(tags.length).toBeGreaterThan(1);
  expect(tags.filter((tag) => !tag.includes('nonce="ECF_CSP_NONCE"'))).toEqual([]);
  expect(index).not.toMatch(/<script[^>]*>[^<]/);
  expect(index).not.toMatch(/https?:\/\//);
});

test('the built files contain no password of the demo and no address of a developer', () => {
  const texts = readdirSync(join(built, 'assets')).map((file) =>
    readFileSync(join(built, 'assets', file), 'utf8'),
  );
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) {
    expect(text).not.toContain('demo-2026');
    expect(text).not.toMatch(/sourceMappingURL|127\.0\.0\.1/);
  }
});

/** Which files lint and the format check skip: those that passed with the same text, the same imports and the same tools. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, keysWithImports, passedBefore } from '../../../tools/scripts/passed-before.mjs';
import { own } from '../../harness/own.js';

const files = {
  'src/a.ts': `import { b } from './b.js';\nexport const a = b;`,
  'src/b.ts': `import type { C } from "./part/c.js";\nexport const b: C = 1;`,
  'src/part/c.ts': `export type C = number;`,
  'src/page.tsx': `import './page.css';\nexport const lazy = () => import('./part/lazy.js');`,
  'src/part/lazy.tsx': `export {};`,
  'src/page.css': `a {}`,
  'tools/old.mjs': `/** @typedef {import('../src/b.js').C} C */\nexport const old = 1;`,
  'src/round.ts': `export * from './trip.js';`,
  'src/trip.ts': `export * from './round.js';`,
  'src/alone.ts': `export const alone = 1;`,
  'readme.md': `text`,
};
type Path = keyof typeof files;

/** The files whose keys differ from the usual ones. */
function changedBy(change: Record<string, string>, common = 'tools'): string[] {
  const before = keysWithImports(new Map(Object.entries(files)), 'tools');
  const after = keysWithImports(new Map(Object.entries({ ...files, ...change })), common);
  return [...after].filter(([path, key]) => before.get(path) !== key).map(([path]) => path);
}

const edited = (path: Path) => ({ [path]: `${files[path]}\n` });

test.each<{ path: Path; again: readonly Path[] }>([
  { path: 'src/alone.ts', again: ['src/alone.ts'] },
  { path: 'src/b.ts', again: ['src/a.ts', 'src/b.ts', 'tools/old.mjs'] },
  { path: 'src/part/c.ts', again: ['src/a.ts', 'src/b.ts', 'src/part/c.ts', 'tools/old.mjs'] },
  { path: 'src/part/lazy.tsx', again: ['src/page.tsx', 'src/part/lazy.tsx'] },
  { path: 'src/page.css', again: ['src/page.tsx'] },
  { path: 'src/trip.ts', again: ['src/round.ts', 'src/trip.ts'] },
  { path: 'readme.md', again: [] },
])('a change of $path checks again what imports it, and nothing else', ({ path, again }) => {
  expect(changedBy(edited(path)).sort()).toEqual([...again].sort());
});

const all = Object.keys(files).filter((path) => /\.(ts|tsx|mjs)$/.test(path));

test('other tools or settings check all files again', () => {
  expect(changedBy({}, 'newer tools')).toEqual(all);
});

test.each([
  { name: 'a declaration for all files', text: `declare global {\n  var x: number;\n}\nexport {};` },
  { name: 'a declaration for a package', text: `export {};\ndeclare module 'x' {}` },
  { name: 'a script, whose names are global', text: `const x = 1;` },
])('$name checks all files again', ({ text }) => {
  expect(changedBy({ 'src/new.ts': text })).toEqual([...all, 'src/new.ts']);
});

test('a module that appears where an import points to checks the importing file again', () => {
  const withoutC: Record<string, string> = { ...files };
  delete withoutC['src/part/c.ts'];
  const keyOf = (of: object) => keysWithImports(new Map(Object.entries(of)), 'tools').get('src/a.ts');
  expect(keyOf(withoutC)).not.toBe(keyOf(files));
});

test('later runs skip what passed, for the same check only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'passed-'));
  own('the folder', () => rmSync(folder, { recursive: true }));
  const [first, second] = [hashOf(['1']), hashOf(['2'])];
  passedBefore('lint', folder).add([first]);
  passedBefore('lint', folder).add([second]);
  const later = passedBefore('lint', folder);
  expect([later.has(first), later.has(second), later.has(hashOf(['3']))]).toEqual([true, true, false]);
  expect(passedBefore('format', folder).has(first)).toBe(false);
});

test('parts of a hash do not run into each other', () => {
  expect(hashOf(['ab', 'c'])).not.toBe(hashOf(['a', 'bc']));
});

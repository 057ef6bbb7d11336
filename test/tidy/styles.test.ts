/** Style sheets of single pages stay in the browser after the person has left the page. */
import { readFileSync, readdirSync } from 'node:fs';

const folder = 'src/web/style';
const ofEveryPage = new Set(
  [...readFileSync('src/web/main.tsx', 'utf8').matchAll(/style\/([\w-]+\.css)/g)].map(([, name]) => name),
);

/** The classes that a sheet styles wherever they are. */
function classesOf(sheet: string): readonly string[] {
  const css = readFileSync(`${folder}/${sheet}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...css.matchAll(/^\s*([^@{}]+)\{/gm)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []);
}

test('no class has styles of two pages', () => {
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css') && !ofEveryPage.has(name));
  expect(sheets.length).toBeGreaterThan(3);
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  const shared = [...owners].filter(([, those]) => those.size > 1).map(([name, those]) => [name, ...those]);
  expect(shared).toEqual([]);
});

/** The catalogue as it is written: columns and conditions fit each other. */
import type { CatalogueEntry } from '../../../../src/ecf/catalogue/entries.js';
import { documentEntry, documentKinds, isEcfType } from '../../../../src/ecf/catalogue/documents.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';

const { root } = documentEntry(31);

function* entries(of: readonly CatalogueEntry[], parent: string): Generator<[string, CatalogueEntry]> {
  for (const entry of of) {
    const path = `${parent}.${entry.name}`;
    yield [path, entry];
    if (entry.kind === 'group') yield* entries(entry.members, path);
  }
}

const all = [...entries(root.members, root.name)];

test('every element has a column for each type', () => {
  const pattern = new RegExp(`^[12?-]{${ecfTypeList.length}}$`);
  expect(all.filter(([, { occurs }]) => !pattern.test(occurs))).toEqual([]);
  expect(all.length).toBeGreaterThan(250);
});

const documents = [31 as const, ...documentKinds.filter((kind) => !isEcfType(kind))];

test.each(documents)(
  'document %s: what is conditional tells its condition, and nothing else does',
  (kind) => {
    const { root: own } = documentEntry(kind);
    const unfit = [...entries(own.members, own.name)].filter(
      ([, { occurs, when }]) => occurs.includes('2') !== (when !== undefined),
    );
    expect(unfit.map(([path]) => path)).toEqual([]);
  },
);

test('no element that a type has stands in a structure that it has not', () => {
  const byPath = new Map(all);
  const orphans = all.filter(([path, { occurs }]) => {
    const parent = byPath.get(path.slice(0, path.lastIndexOf('.')));
    return parent !== undefined && ecfTypeList.some((_, i) => occurs[i] !== '-' && parent.occurs[i] === '-');
  });
  expect(orphans.map(([path]) => path)).toEqual([]);
});

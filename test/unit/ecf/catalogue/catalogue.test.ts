/** The source of the catalogue: columns and conditions are consistent. */
import type { CatalogueEntry } from '../../../../src/ecf/catalogue/entries.js';
import { documentKinds, isEcfType } from '../../../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../../../src/ecf/catalogue/documents.js';
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

test.each(documents)('document %s: exactly the conditional elements give a condition', (kind) => {
  const { root: own } = documentEntry(kind);
  const unfit = [...entries(own.members, own.name)].filter(
    ([, { occurs, when }]) => occurs.includes('2') !== (when !== undefined),
  );
  expect(unfit.map(([path]) => path)).toEqual([]);
});

test('no type has an element inside a structure that it does not have', () => {
  const byPath = new Map(all);
  const orphans = all.filter(([path, { occurs }]) => {
    const parent = byPath.get(path.slice(0, path.lastIndexOf('.')));
    return parent !== undefined && ecfTypeList.some((_, i) => occurs[i] !== '-' && parent.occurs[i] === '-');
  });
  expect(orphans.map(([path]) => path)).toEqual([]);
});

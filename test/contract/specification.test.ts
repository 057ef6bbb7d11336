/** Every sentence and row of the specification has a test. The suites name them in their clauses. */
import ts from 'typescript';
import { filesIn, parse, type ProjectFile } from '../tidy/project-files.js';
import { specification, type Section } from './specification.js';

const sections = Object.keys(specification) as Section[];
const rowsOf = (section: Section) => Object.keys(specification[section]);
const suites = [...filesIn('test/contract', '.test.ts'), ...filesIn('test/flow', 'contract.test.ts')];

/** The rows that a file's clauses name as literals, for example `§1 3`. */
function shownIn(file: ProjectFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'clause') found.push(...namedBy(node));
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

function namedBy({ arguments: [rows] }: ts.CallExpression): string[] {
  if (rows === undefined || !ts.isObjectLiteralExpression(rows)) return [];
  return rows.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name)) return [];
    const { text: section } = property.name;
    const { initializer: named } = property;
    if (ts.isStringLiteral(named)) return rowsOf(section as Section).map((row) => `${section} ${row}`);
    if (!ts.isArrayLiteralExpression(named)) return [];
    return named.elements.filter(ts.isLiteralExpression).map(({ text }) => `${section} ${text}`);
  });
}

const shown = new Set(suites.flatMap(shownIn));

test.each(sections)('every row of %s has a test', (section) => {
  const missing = rowsOf(section).filter((row) => !shown.has(`${section} ${row}`));
  expect(missing).toEqual([]);
});

/** Fails when someone removes a whole part of the list. */
test('the list has all sections and every section has all its rows', () => {
  const lengths = Object.fromEntries(sections.map((section) => [section, rowsOf(section).length]));
  expect(lengths).toEqual({
    '§0': 2,
    '§1': 10,
    '§2.1': 5,
    '§2.2': 3,
    '§2.3': 4,
    '§2.4': 33,
    '§2.5': 3,
    '§2.6': 6,
    '§2.7': 6,
    '§2.8': 5,
    '§3.1': 4,
    '§3.2': 3,
    '§3.3': 2,
    '§4': 2,
    '§4.1': 7,
    '§4.2': 9,
    '§4.3': 3,
    '§4.4': 10,
    '§5': 6,
    '§6': 1,
    '§7.1': 4,
    '§7.2': 6,
    '§8': 4,
    '§9': 11,
  });
});

test('a clause counts only what it names', () => {
  const file = (text: string): ProjectFile => ({ path: `${text.length}.ts`, text });
  expect(shownIn(file(`clause({ '§1': [1, 'Client system'], '§6': 'every' }, '', show);`))).toEqual([
    '§1 1',
    '§1 Client system',
    '§6 polling',
  ]);
  expect(shownIn(file(`clause({ '§1': [row] }, '', show); other({ '§1': [1] });`))).toEqual([]);
});

/**
 * A composition root connects rooms by dependencies: clients, settings, ledgers. It never hands one room's function to another,
 * because then neither room shows what it uses. A function that two rooms need belongs to a room that both may import.
 */
import ts from 'typescript';
import { compositionRoots, fileAt, filesIn, importsOf, parse, type ProjectFile } from './project-files.js';

const files = new Map(
  [...filesIn('src', '.ts'), ...filesIn('tools', '.ts')].map((file) => [file.path, file]),
);
const roomOf = (path: string) => /^(?:src\/|(?=tools\/))((?:tools\/)?[^/]+)/.exec(path)?.[1] ?? '';

/** Imported functions of other rooms, by their name in this file. `shared` is everybody's; `boot` reads the settings. */
function foreignFunctions(root: ProjectFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of parse(root).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const target = importsOf(root).find(({ specifier }) => specifier === text)?.target;
    const bindings = statement.importClause?.namedBindings;
    const room = roomOf(target ?? '');
    if (target === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    if ([roomOf(root.path), 'shared', 'boot'].includes(room)) continue;
    for (const { name, propertyName, isTypeOnly } of bindings.elements)
      if (!isTypeOnly && exportsFunction(target, (propertyName ?? name).text)) found.set(name.text, room);
  }
  return found;
}

function exportsFunction(path: string, name: string): boolean {
  const file = files.get(path);
  return file !== undefined && parse(file).statements.some((statement) => declaresFunction(statement, name));
}

/** `function name() {}`, or `const name = () => {}`. The parser does not see that `const name = make()` is a function. */
function declaresFunction(statement: ts.Statement, name: string): boolean {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    ({ name: own, initializer }) =>
      ts.isIdentifier(own) &&
      own.text === name &&
      initializer !== undefined &&
      (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
  );
}

/** Each use that is no call by the root itself: the bare name, or a call inside a function that is a property of an object. */
function handedOver(root: ProjectFile): string[] {
  const foreign = foreignFunctions(root);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && foreign.has(node.text) && !isPropertyName(node)) {
      const call = node.parent;
      const called = ts.isCallExpression(call) && call.expression === node;
      if (!called || isWrapped(node, foreign)) found.push(`${root.path} hands over ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(root));
  return found;
}

function isPropertyName({ parent, text }: ts.Identifier): boolean {
  return (
    (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) &&
    ts.isIdentifier(parent.name) &&
    parent.name.text === text &&
    !(
      ts.isPropertyAssignment(parent) &&
      ts.isIdentifier(parent.initializer) &&
      parent.initializer.text === text
    )
  );
}

/** A room may get a wrapper around its own function. */
function isWrapped(use: ts.Identifier, foreign: ReadonlyMap<string, string>): boolean {
  let wrapped = false;
  for (let node: ts.Node = use.parent; !ts.isSourceFile(node); node = node.parent) {
    wrapped ||= ts.isFunctionLike(node) && ts.isPropertyAssignment(node.parent);
    if (!wrapped || !ts.isCallExpression(node)) continue;
    const receiver = ts.isIdentifier(node.expression) ? foreign.get(node.expression.text) : undefined;
    return receiver === undefined || receiver !== foreign.get(use.text);
  }
  return wrapped;
}

test.each(compositionRoots)('%s hands no room’s function to another', (name) => {
  expect(handedOver(fileAt(name.startsWith('tools/') ? `${name}.ts` : `src/${name}.ts`))).toEqual([]);
});

test.each([
  { name: 'the function itself', use: 'start({ localDate });', found: true },
  { name: 'the function under another name', use: 'start({ day: localDate });', found: true },
  { name: 'the function as an argument', use: 'start(localDate);', found: true },
  { name: 'a wrapper around it', use: 'start({ day: (ms: number) => localDate(ms) });', found: true },
  { name: 'an arrow function', use: 'start({ practica });', found: true },
  { name: 'its result', use: 'start({ day: localDate(0) });', found: false },
])('handing over $name: $found', ({ use, found }) => {
  const text = [
    `import { localDate } from '../ecf/model/dates.js';`,
    `import { practica } from '../ecf/rules/rule.js';`,
    use,
  ].join('\n');
  expect(handedOver({ path: `src/cli/${use.length}.ts`, text })).toHaveLength(found ? 1 : 0);
});

/** The project's own files and their imports, read with TypeScript's parser. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface ProjectFile {
  /** Relative to the repository root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  /** As written, for example `../errors.js` or `node:fs`. */
  readonly specifier: string;
  /** The imported file of ours, for example `src/shared/errors.ts`; undefined for a package. */
  readonly target: string | undefined;
  /** True when nothing of the import remains in the compiled file. */
  readonly typeOnly: boolean;
  /** `import`, `export * from`, or `new URL(…, import.meta.url)` on a module of ours. */
  readonly kind: 'import' | 'star' | 'url';
}

/** These connect the rooms, so they may import any room; those in src import nothing from tools. */
export const compositionRoots = [
  ...[
    'main',
    'boot/api-role',
    'boot/worker-role',
    'boot/worker-rounds',
    'boot/worker-mail',
    'boot/worker-old-bodies',
    'cli/run',
  ],
  ...['boot/connect-temporal', 'boot/set-up-temporal', 'boot/start-checks'],
  ...['tools/demo/cli', 'tools/demo/demo', 'tools/demo/demo-command', 'tools/demo/demo-data'],
  ...['tools/stack/main', 'tools/stack/start-all', 'tools/stack/terminal-log', 'tools/simulator/role'],
];

const ignored = new Set(['node_modules', 'dist', '.cache', '.data', '.git', 'coverage']);

/** All files below a folder whose names end with one of the endings. */
export function filesIn(folder: string, ...endings: string[]): ProjectFile[] {
  const found: ProjectFile[] = [];
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = posix.join(folder, name);
    if (ignored.has(name)) continue;
    if (statSync(join(root, path)).isDirectory()) found.push(...filesIn(path, ...endings));
    else if (endings.some((ending) => name.endsWith(ending))) found.push(fileAt(path));
  }
  return found;
}

export function fileAt(path: string): ProjectFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

const parsed = new Map<string, ts.SourceFile>();

export function parse({ path, text }: ProjectFile): ts.SourceFile {
  // The ending of the path says whether the text contains JSX.
  const known = parsed.get(path) ?? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  parsed.set(path, known);
  return known;
}

const imports = new Map<string, readonly Import[]>();

/** Static, dynamic and re-exporting imports, and the modules that `new URL('./x.js', import.meta.url)` names. */
export function importsOf(file: ProjectFile): readonly Import[] {
  const known = imports.get(file.path) ?? readImports(file);
  imports.set(file.path, known);
  return known;
}

function readImports(file: ProjectFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, kind: Import['kind'] = 'import') => {
    found.push({ specifier, target: resolve(file.path, specifier), typeOnly, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, isTypeOnly(node.importClause));
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly, node.exportClause === undefined ? 'star' : 'import');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) add(literal.text, true);
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const [first] = node.arguments ?? [];
      if (first !== undefined && ts.isStringLiteral(first)) {
        if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(first.text, false);
        // Other URLs name assets: openapi.yaml, a folder, a bundle.
        else if (node.expression.getText() === 'URL' && /^\..*\.(m?js|ts)$/.test(first.text))
          add(first.text, false, 'url');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  // `?worker&url` tells the bundler what to make of a module.
  const path = posix.join(posix.dirname(from), specifier).replace(/\?.*$/, '');
  const component = path.replace(/\.js$/, '.tsx');
  return component !== path && existsSync(join(root, component)) ? component : path.replace(/\.js$/, '.ts');
}

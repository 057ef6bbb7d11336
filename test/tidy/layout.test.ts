/** Where files are, how they are named, how large they may be, and which of them are unused. */
import ts from 'typescript';
import { fileAt, filesIn, importsOf, parse } from './project-files.js';

const product = filesIn('src', '.ts', '.tsx');
const source = [...product, ...filesIn('tools', '.ts')];
const tests = filesIn('test', '.ts', '.mjs');
/** Programs that Node runs without compiling. */
const scripts = filesIn('tools', '.mjs');

/** Code that cannot be TypeScript. The first lines of each file say why. The type check and the linter cover them. */
const plainJavaScript = [
  'tools/scripts/build.mjs',
  'tools/scripts/build-docs.mjs',
  'tools/scripts/build-web.mjs',
  'tools/scripts/check.mjs',
  'tools/scripts/lint.mjs',
  'tools/scripts/node-version.mjs',
  'tools/scripts/test.mjs',
  'test/jest/compiled-once.mjs',
  'test/jest/environment.mjs',
  'test/jest/longest-first.mjs',
  'test/jest/make-signers.mjs',
  'test/jest/packages.mjs',
  'test/jest/processor-seconds.mjs',
  'test/jest/slowest-files.mjs',
  'test/harness/processes/end-with-parent.mjs',
  'test/harness/processes/fault-points.mjs',
  'test/harness/processes/held-import.mjs',
];

test('all code is TypeScript, except a few files that say why they cannot be', () => {
  const found = ['src', 'tools', 'test'].flatMap((folder) => filesIn(folder, '.js', '.mjs', '.cjs', '.mts'));
  expect(found.map(({ path }) => path).sort()).toEqual([...plainJavaScript].sort());
  const silent = found.filter(
    ({ text }) => !/^\/\*\*(?:(?!\*\/)[\s\S])*Plain JavaScript, because /.test(text),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

const rooms = [
  ...['boot', 'api', 'web', 'cli', 'services', 'workflows', 'activities', 'ledger', 'dgii', 'documents'],
  ...['ecf', 'signing', 'shared', 'mcp'],
];
const toolRooms = [
  ...['simulator', 'stack', 'proxy', 'demo', 'bench', 'torture', 'storm', 'rehearsal', 'scripts'],
  ...['own-stack', 'publish', 'browser', 'receiver'],
];

test('src and tools contain only known rooms; the only loose file is main.ts', () => {
  const unknown = [...source, ...scripts].filter(({ path }) => {
    const [top, room = ''] = path.split('/');
    if (top === 'src') return path !== 'src/main.ts' && !rooms.includes(room);
    return !toolRooms.includes(room);
  });
  expect(unknown.map(({ path }) => path)).toEqual([]);
});

/** The product's nouns. docs/develop/glossary.md explains them. */
const nouns = [
  ...['vouchers', 'numbers', 'received', 'buyers', 'certification', 'companies', 'certificates', 'people'],
  ...['taxpayers', 'events', 'mail', 'archive', 'months'],
];

/** Layer → its folders that are no noun. */
const otherFolders: Readonly<Record<string, readonly string[]>> = {
  // The doors, the frame of the web application, and what starts workflows.
  'src/api': ['http', 'limits', 'processes', 'receiver', 'session', 'web'],
  'src/services': [],
  'src/activities': ['rounds'],
  'src/ledger': ['cold', 'inquiries', 'mongo'],
  'src/cli/commands': [],
  'src/web/screens': ['home', 'session', 'system'],
  'test/api': ['http', 'limits', 'receiver', 'session', 'web'],
  'test/cli': [],
  // What a test kills, or asks of the service as a whole.
  'test/flow': ['clients', 'docs', 'ledger', 'recovery', 'service', 'web', 'workflow'],
  'test/unit/activities': ['inquiries', 'rounds'],
  'test/web': ['fixture', 'shell'],
};

test.each(Object.keys(otherFolders))('each folder of %s is a noun, or one of a few others', (layer) => {
  const folders = new Set(
    [...source, ...tests]
      .filter(({ path }) => path.startsWith(`${layer}/`))
      .map(({ path }) => path.slice(layer.length + 1).split('/'))
      .flatMap(([first = '', ...rest]) => (rest.length > 0 ? [first] : [])),
  );
  const others = otherFolders[layer] ?? [];
  expect([...folders].filter((folder) => !nouns.includes(folder) && !others.includes(folder))).toEqual([]);
  expect(others.filter((folder) => !folders.has(folder))).toEqual([]);
});

test('file names are kebab-case', () => {
  const name = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.(tsx?|mts|mjs)$/;
  expect(
    [...source, ...tests, ...scripts].filter(({ path }) => !name.test(path)).map(({ path }) => path),
  ).toEqual([]);
});

const linesMax = 400;

test(`no file in src or tools is longer than ${linesMax} lines`, () => {
  const written = source.filter(({ path }) => !path.startsWith('src/web/generated/'));
  const long = written.filter(({ text }) => text.split('\n').length - 1 > linesMax);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test('every file starts with a comment that says what it is for', () => {
  const mute = [...source, ...tests, ...scripts].filter(({ text }) => !/^(#!.*\n)?\/(\*\*|\/ )/.test(text));
  expect(mute.map(({ path }) => path)).toEqual([]);
});

test('no default exports in src', () => {
  const found = source.filter((file) =>
    parse(file).statements.some(
      (statement) =>
        ts.isExportAssignment(statement) ||
        (ts.canHaveModifiers(statement) &&
          ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true),
    ),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('process.env is read only where configuration enters', () => {
  const entrances = /^src\/(main|boot\/config|mcp\/main)\.ts$|^src\/cli\//;
  const found = product.filter(
    ({ path, text }) => !entrances.test(path) && /\bprocess\.env\b|process\['env'\]/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('only the api makes errors of the answer; everything else returns refusals', () => {
  const made = source.filter(({ path, text }) => path.startsWith('src/') && /new ServiceError\(/.test(text));
  expect(made.map(({ path }) => path).filter((path) => !path.startsWith('src/api/'))).toEqual([]);
});

test('no code reads Node’s Distinct header lists: before Node 20.20.2 they throw at a header named __proto__', () => {
  const found = source.filter((file) =>
    /\.(headers|trailers)Distinct\b|\[['"](headers|trailers)Distinct/.test(file.text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('no module of the workflows keeps state: all runs of a worker share it', () => {
  const found = source.filter(
    ({ path, text }) => path.startsWith('src/workflows/') && /^(export )?(let|var)\b/m.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('no dead files: each is reached from a program or a test', () => {
  // The worker bundles two files of the workflows by their paths, and threads start from one file. No program imports these.
  const programs = [
    ...[
      'src/main.ts',
      'src/web/main.tsx',
      'src/cli/main.ts',
      'src/mcp/main.ts',
      'tools/demo/demo.ts',
      'tools/demo/cli.ts',
      'tools/simulator/main.ts',
      'tools/stack/main.ts',
      'tools/bench/main.ts',
      'tools/receiver/main.ts',
    ],
    ...['tools/torture/main.ts', 'tools/storm/main.ts', 'tools/rehearsal/main.ts'],
    'tools/storm/attacker/main.ts',
    'tools/scripts/histories/record-histories.ts',
    'tools/scripts/ledger/record-ledger.ts',
    ...[
      'tools/scripts/complete-lock.ts',
      'tools/scripts/fetch-node.ts',
      'tools/publish/generate.ts',
      'tools/browser/screenshots.ts',
    ],
    ...[
      'src/workflows/workflows.ts',
      'src/workflows/preload.ts',
      'src/documents/threads/thread.ts',
      'src/documents/threads/print-thread.ts',
      'src/documents/threads/workbook-thread.ts',
      'src/documents/print/logo-thread.ts',
      'src/activities/certificates/open-certificate-thread.ts',
      'src/activities/archive/read-crl-thread.ts',
      'src/api/session/password-thread.ts',
    ],
  ];
  const byPath = new Map(source.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const reach = (path: string) => {
    const file = byPath.get(path);
    if (file === undefined || reached.has(path)) return;
    reached.add(path);
    for (const { target } of importsOf(file)) if (target !== undefined) reach(target);
  };
  programs.forEach(reach);
  for (const file of [...tests, ...scripts]) {
    for (const { target } of importsOf(file)) if (target !== undefined) reach(target);
  }
  expect(source.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('no dead helpers: each other file in test/ is imported or named in Jest’s configuration', () => {
  const { text: jestConfig } = fileAt('jest.config.js');
  const imported = new Set([...tests, ...scripts].flatMap(importsOf).map(({ target }) => target));
  const dead = tests
    .map(({ path }) => path)
    .filter((path) => !/\.test\.ts$|\.d\.m?ts$/.test(path))
    .filter((path) => !imported.has(path) && !jestConfig.includes(path));
  expect(dead).toEqual([]);
});

test('every script of package.json runs a file that exists', () => {
  const { scripts: commands } = JSON.parse(fileAt('package.json').text) as {
    scripts: Record<string, string>;
  };
  const named = Object.values(commands).flatMap(
    (command) => command.match(/\b(tools|dist)\/[\w/-]+\.m?js/g) ?? [],
  );
  const sourceOf = (path: string) => path.replace(/^dist\/(.*)\.js$/, '$1.ts');
  const existing = new Set([...source, ...scripts].map(({ path }) => path));
  expect(named.filter((path) => !existing.has(sourceOf(path)))).toEqual([]);
});

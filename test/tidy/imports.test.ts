/** Which room may import which in src/ and tools/. This table decides; docs/develop/architecture.md says what each room is. */
import {
  compositionRoots,
  fileAt,
  filesIn,
  importsOf,
  type Import,
  type ProjectFile,
} from './project-files.js';

/**
 * Room → what it may import in addition to itself. `x/y` means that file or folder only. A room that is not in the table may
 * import nothing of ours.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ecf: [],
  shared: ['ecf/codes', 'ecf/model'],
  signing: ['shared/errors'],
  'documents/check': ['ecf', 'shared/errors'],
  'documents/read': ['ecf', 'signing/verify', 'documents/check/xsd-validator', 'shared/errors'],
  'documents/print': ['ecf', 'shared'],
  'documents/workbook': ['ecf', 'shared/errors'],
  'documents/registry': ['ecf', 'shared/errors'],
  'documents/threads': [
    ...['ecf', 'documents/check', 'documents/read', 'documents/print', 'documents/workbook', 'shared'],
  ],
  dgii: ['ecf', 'signing', 'shared/errors', 'shared/public-address', 'shared/within'],
  ledger: ['ecf', 'shared/errors', 'shared/refused'],
  services: [
    ...['ecf', 'signing/verify', 'documents/check', 'documents/threads', 'documents/print'],
    ...['documents/registry', 'ledger', 'workflows/contract', 'shared'],
  ],
  workflows: ['shared/errors'],
  activities: [
    ...['ecf', 'signing', 'documents/check', 'documents/threads', 'documents/read', 'documents/workbook'],
    ...['documents/registry', 'dgii', 'ledger', 'services/certificates', 'services/certification'],
    ...['services/buyers/link-token', 'services/mail', 'services/vouchers', 'workflows/contract'],
    ...['shared/errors', 'shared/fair-queue', 'shared/fair-semaphore', 'shared/threads', 'shared/traces'],
    ...['shared/within'],
  ],
  api: [
    ...['ecf', 'documents/check', 'documents/threads', 'documents/read', 'documents/print', 'ledger'],
    ...['services', 'workflows/contract', 'shared', 'mcp'],
  ],
  // It asks the api over HTTP, as any client does.
  mcp: ['ecf', 'shared/errors', 'shared/project-file'],
  cli: ['ecf', 'signing', 'documents/print', 'documents/registry', 'ledger', 'services', 'shared'],
  boot: ['ledger', 'services/mail', 'shared', 'documents/threads'],
  web: ['ecf', 'api/session/permissions'],
  'tools/simulator': [
    ...['ecf', 'signing', 'documents/check/xsd-validator', 'documents/read/published-spelling'],
    ...['documents/read/schema', 'shared'],
  ],
  // Its programs are composition roots.
  'tools/demo': ['ecf', 'shared/free-port', 'tools/receiver'],
  'tools/stack': ['shared', 'boot/config', 'boot/settings/setting'],
  'tools/publish': [
    ...['ecf', 'documents/print', 'shared'],
    // What the pages of reference describe.
    ...['boot/config', 'boot/settings/setting', 'tools/stack/stack-config', 'cli/command', 'cli/program'],
    ...['cli/terminal/cli-error', 'api/session', 'api/web', 'api/limits/limits'],
  ],
  'tools/own-stack': ['shared/free-port', 'tools/stack'],
  // A bench measures one part of the product without the others.
  'tools/bench': [
    ...['ecf', 'signing', 'documents/check', 'documents/threads', 'documents/print', 'documents/registry'],
    ...['ledger', 'boot', 'shared', 'workflows/contract', 'tools/browser', 'tools/demo'],
    ...['tools/stack/embedded', 'tools/own-stack', 'tools/simulator'],
  ],
  // A run drives and checks the whole service from outside, so it knows the forms of the ledger and of DGII's record.
  'tools/torture': [
    ...['ecf', 'shared', 'boot/demo-users', 'workflows/contract'],
    ...['ledger/collections', 'tools/own-stack', 'tools/bench', 'tools/demo', 'tools/simulator'],
    ...['tools/stack/processes/processes', 'tools/stack/binaries/run-command'],
  ],
  // The real nginx of docker-compose.yml, for those who put it before a stack.
  'tools/proxy': ['shared', 'tools/stack'],
  'tools/storm': [
    ...['ecf', 'boot/demo-users', 'tools/own-stack', 'tools/bench', 'tools/demo'],
    ...['tools/torture', 'tools/proxy', 'tools/stack/processes/processes'],
  ],
  // It starts what docker-compose.yml describes, and gives it to the demo, the bench and the torture.
  'tools/rehearsal': [
    ...['ecf', 'shared', 'ledger/ledger', 'boot/config', 'tools/stack', 'tools/own-stack'],
    ...['tools/demo', 'tools/bench', 'tools/torture', 'tools/proxy', 'tools/simulator/test-authority'],
  ],
  // It is a program of an integrator, so it shares nothing with the service.
  'tools/receiver': [],
  'tools/browser': ['tools/demo', 'tools/stack/binaries', 'tools/stack/processes/wait'],
  'tools/scripts': [
    ...['ecf', 'shared', 'workflows/contract', 'workflows/lanes', 'activities/vouchers/step-result'],
    ...['tools/stack/start-temporal', 'tools/stack/stack-log', 'tools/stack/binaries/cache'],
    // A kept ledger is made by the whole service.
    ...['boot/demo-users', 'ledger/ledger', 'signing/keys', 'tools/own-stack', 'tools/demo'],
    ...['tools/simulator/test-authority', 'tools/stack/processes/wait'],
  ],
};

/** What a room may also import as types only: types are gone at run time. */
const mayImportTypes: Readonly<Record<string, readonly string[]>> = {
  // A workflow decides on its input and on activity results. With an imported table, a changed table could break a replay.
  workflows: ['ecf', 'activities'],
  boot: ['workflows/contract', 'ecf'],
  shared: ['ledger'],
  'tools/own-stack': ['shared/temporal-client'],
  'tools/torture': ['ledger'],
  'tools/demo': ['ledger'],
};
/** As types only. Every room except the pure core may import them. */
const typesForAll = ['boot/config', 'shared/log', 'shared/metrics'];

const product = filesIn('src', '.ts', '.tsx');
const files = [...product, ...filesIn('tools', '.ts')];

const runtimeTargets = new Map(
  files.map((file) => [
    file.path,
    importsOf(file).flatMap(({ target, typeOnly }) => (typeOnly ? [] : (target ?? []))),
  ]),
);

/** `src/ecf/rules/rule.ts` → `ecf/rules/rule`; `tools/stack/main.ts` → `tools/stack/main`. */
const moduleOf = (path: string) => path.replace(/^src\//, '').replace(/\.tsx?$/, '');
/** `src/ecf/rules/rule.ts` → `ecf`; `src/documents/print/logo.ts` → `documents/print`; `tools/stack/main.ts` → `tools/stack`. */
const partOf = (path: string) => /^((?:tools|documents)\/)?[^/]+/.exec(moduleOf(path))?.[0] ?? '';

function allowed(from: string, { target, typeOnly }: Import): boolean {
  if (target === undefined || compositionRoots.includes(moduleOf(from))) return true;
  const part = partOf(from);
  const module = moduleOf(target);
  if (partOf(target) === part || covers(mayImport[part], module)) return true;
  if (!typeOnly) return false;
  return covers(mayImportTypes[part], module) || (part !== 'ecf' && covers(typesForAll, module));
}

function covers(names: readonly string[] = [], module: string): boolean {
  return names.some((name) => `${module}/`.startsWith(`${name}/`));
}

const tell = (file: ProjectFile, { specifier, typeOnly }: Import) =>
  `${file.path} imports ${typeOnly ? 'types of ' : ''}${specifier}`;

function violations(isBad: (file: ProjectFile, imported: Import) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => isBad(file, imported))
      .map((imported) => tell(file, imported)),
  );
}

test('every import is allowed by the table', () => {
  expect(violations((file, imported) => !allowed(file.path, imported))).toEqual([]);
});

test('no permission of the table is unused', () => {
  const imports = files.map(({ path, text }) => ({
    part: partOf(path),
    targets: importsOf({ path, text }).flatMap(({ target }) =>
      target === undefined ? [] : moduleOf(target),
    ),
  }));
  const used = (part: string, name: string) =>
    imports.some((file) => file.part === part && file.targets.some((target) => covers([name], target)));
  // Any room may need an error some day.
  const unused = [mayImport, mayImportTypes].flatMap((table) =>
    Object.entries(table).flatMap(([part, names]) =>
      names
        .filter((name) => name !== 'shared/errors' && !used(part, name))
        .map((name) => `${part} → ${name}`),
    ),
  );
  expect(unused).toEqual([]);
});

test('docs/develop/architecture.md names every room, and no other', () => {
  const row = /^\| `(?<path>(?:src|tools)\/[^`]+)` +\|/gm;
  const shown = [...fileAt('docs/develop/architecture.md').text.matchAll(row)].map(({ groups }) =>
    moduleOf(groups?.['path'] ?? ''),
  );
  expect(shown.sort()).toEqual(['main', ...Object.keys(mayImport)].sort());
});

test('every room of src may import shared/errors.ts, except the core and the browser’s', () => {
  const without = Object.entries(mayImport).filter(
    ([part, names]) => part !== 'shared' && !names.includes('shared') && !names.includes('shared/errors'),
  );
  expect(without.map(([part]) => part).filter((part) => !part.startsWith('tools/'))).toEqual(['ecf', 'web']);
});

test('the parser finds imports of every kind', () => {
  const text = [
    `import { a } from './a.js';`,
    `import type { B } from './b.js';`,
    `import { type C, d } from './c.js';`,
    `import { type E } from './e.js';`,
    `export * from './f.js';`,
    `const g = await import('./g.js');`,
    `let h: import('./h.js').H;`,
    `const url = new URL('./i.js', import.meta.url);`,
    `import fs from 'node:fs';`,
  ].join('\n');
  const seen = importsOf({ path: 'src/part/x.ts', text }).map(({ specifier, target, typeOnly, kind }) => [
    specifier,
    target,
    ...(typeOnly ? ['type'] : []),
    ...(kind === 'import' ? [] : [kind]),
  ]);
  expect(seen).toEqual([
    ['./a.js', 'src/part/a.ts'],
    ['./b.js', 'src/part/b.ts', 'type'],
    ['./c.js', 'src/part/c.ts'],
    ['./e.js', 'src/part/e.ts', 'type'],
    ['./f.js', 'src/part/f.ts', 'star'],
    ['./g.js', 'src/part/g.ts'],
    ['./h.js', 'src/part/h.ts', 'type'],
    ['./i.js', 'src/part/i.ts', 'url'],
    ['node:fs', undefined],
  ]);
});

test.each([
  {
    name: 'api → signing',
    from: 'src/api/vouchers/issue/send.ts',
    target: 'src/signing/keys/sign-xml.ts',
    typeOnly: false,
    ok: false,
  },
  {
    name: 'services → keys',
    from: 'src/services/certificates/list-certificates.ts',
    target: 'src/signing/keys/seal.ts',
    typeOnly: false,
    ok: false,
  },
  {
    name: 'services → a folder of signing',
    from: 'src/services/certificates/list-certificates.ts',
    target: 'src/signing/verify/certificate-expiry.ts',
    typeOnly: false,
    ok: true,
  },
  {
    name: 'api → activities, even types',
    from: 'src/api/vouchers/issue/send.ts',
    target: 'src/activities/a.ts',
    typeOnly: true,
    ok: false,
  },
  {
    name: 'api → contract',
    from: 'src/api/vouchers/issue/send.ts',
    target: 'src/workflows/contract/vouchers.ts',
    typeOnly: false,
    ok: true,
  },
  {
    name: 'api → another workflow file',
    from: 'src/api/vouchers/issue/send.ts',
    target: 'src/workflows/issue-ecf.ts',
    typeOnly: false,
    ok: false,
  },
  {
    name: 'workflows → ecf values',
    from: 'src/workflows/w.ts',
    target: 'src/ecf/model/ecf.ts',
    typeOnly: false,
    ok: false,
  },
  {
    name: 'workflows → ecf types',
    from: 'src/workflows/w.ts',
    target: 'src/ecf/model/ecf.ts',
    typeOnly: true,
    ok: true,
  },
  {
    name: 'simulator → dgii',
    from: 'tools/simulator/s.ts',
    target: 'src/dgii/client.ts',
    typeOnly: true,
    ok: false,
  },
  {
    name: 'ecf → errors',
    from: 'src/ecf/rules/rule.ts',
    target: 'src/shared/errors.ts',
    typeOnly: true,
    ok: false,
  },
  { name: 'ledger → log', from: 'src/ledger/s.ts', target: 'src/shared/log.ts', typeOnly: false, ok: false },
  {
    name: 'ledger → log by type',
    from: 'src/ledger/s.ts',
    target: 'src/shared/log.ts',
    typeOnly: true,
    ok: true,
  },
  {
    name: 'main → anything',
    from: 'src/main.ts',
    target: 'src/signing/keys/seal.ts',
    typeOnly: false,
    ok: true,
  },
])('the table: $name is $ok', ({ from, target, typeOnly, ok }) => {
  expect(allowed(from, { specifier: '', target, typeOnly, kind: 'import' })).toBe(ok);
});

test('no file of the api, of src/services or of src/documents reaches private keys, not even through another room', () => {
  const keys = (path: string) => path.startsWith('src/signing/keys/');
  const entrances = product
    .map(({ path }) => path)
    .filter((path) => /^src\/(api|services|documents)\//.test(path));
  expect(entrances.length).toBeGreaterThan(20);
  expect(entrances.flatMap((path) => chainTo(keys, path)?.join(' → ') ?? [])).toEqual([]);
});

/** The shortest chain of run-time imports from this file to one that `wanted` accepts. */
function chainTo(wanted: (path: string) => boolean, from: string): readonly string[] | undefined {
  const seen = new Set([from]);
  let chains: (readonly string[])[] = [[from]];
  while (chains.length > 0) {
    const found = chains.find((chain) => wanted(chain.at(-1) ?? ''));
    if (found !== undefined) return found;
    chains = chains.flatMap((chain) =>
      (runtimeTargets.get(chain.at(-1) ?? '') ?? [])
        .filter((path) => !seen.has(path) && seen.add(path))
        .map((path) => [...chain, path]),
    );
  }
  return undefined;
}

test('the chain to private keys is found, and named, through other rooms', () => {
  const keys = (path: string) => path.startsWith('src/signing/keys/');
  const chain = chainTo(keys, 'src/activities/vouchers/prepare.ts');
  expect(chain?.[0]).toBe('src/activities/vouchers/prepare.ts');
  expect(chain?.at(-1)).toMatch(/^src\/signing\/keys\//);
});

test('the browser gets nothing of the service but the core and the table of permissions', () => {
  const ofService = (path: string) =>
    !/^src\/(web|ecf)\//.test(path) && path !== 'src/api/session/permissions.ts';
  const pages = product.map(({ path }) => path).filter((path) => path.startsWith('src/web/'));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((path) => chainTo(ofService, path)?.join(' → ') ?? [])).toEqual([]);
});

test('src and tools import only files of ours that exist', () => {
  const existing = new Set([...files, ...filesIn('src', '.json', '.css', '.svg')].map(({ path }) => path));
  expect(violations((_, { target }) => target !== undefined && !existing.has(target))).toEqual([]);
});

test('src imports nothing from tools: production needs src alone', () => {
  expect(
    product.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target?.startsWith('src/') === false)
        .map((imported) => tell(file, imported)),
    ),
  ).toEqual([]);
});

test('no import circle, not even of types', () => {
  const targets = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (done.has(path) || way.includes(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  expect(circles).toEqual([]);
});

test('relative imports end in .js, or name a file of data or of styles', () => {
  const found = [...files, ...filesIn('test', '.ts')].flatMap((file) =>
    importsOf(file)
      .filter(
        ({ kind, specifier }) =>
          kind !== 'url' &&
          specifier.startsWith('.') &&
          !/\.(m?js|json|css|svg)(\?worker&url)?$/.test(specifier),
      )
      .map((imported) => tell(file, imported)),
  );
  expect(found).toEqual([]);
});

/** Node's modules, with or without `node:`. */
const builtin =
  /^(node:.*|assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|stream|url|util|zlib)$/;

test('the core, the workflows and errors.ts use no Node modules, because the workflow bundle contains them', () => {
  const pure = ['ecf', 'workflows'];
  expect(
    violations(
      (file, { specifier }) =>
        (pure.includes(partOf(file.path)) || moduleOf(file.path) === 'shared/errors') &&
        builtin.test(specifier),
    ),
  ).toEqual([]);
});

test('the build bundles the workflows again when any module in their bundle changed', () => {
  const { text } = fileAt('tools/scripts/build.mjs');
  const inputs = [...text.matchAll(/join\(dist, '(src\/[\w/]+)(?:\.js)?'\)/g)].map(([, path = '']) => path);
  const isInput = (path: string) =>
    inputs.some((input) => path === `${input}.ts` || path.startsWith(`${input}/`));
  const bundled = new Set(['src/workflows/workflows.ts', 'src/workflows/preload.ts']);
  // The set grows while it is read.
  for (const path of bundled) for (const target of runtimeTargets.get(path) ?? []) bundled.add(target);
  expect(bundled.size).toBeGreaterThan(2);
  expect([...bundled].filter((path) => !isInput(path))).toEqual([]);
});

test('Node’s modules are imported with node:', () => {
  expect(violations((_, { specifier }) => builtin.test(specifier) && !specifier.startsWith('node:'))).toEqual(
    [],
  );
});

test('no barrels: no file uses export *', () => {
  // Temporal's bundler and worker need one module with all workflows.
  expect(
    violations((file, { kind }) => kind === 'star' && file.path !== 'src/workflows/workflows.ts'),
  ).toEqual([]);
});

/** Packages that belong to one concern, so that it can be replaced or audited in one place. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  // The bench compares the product with a bare driver, library or workflow.
  mongodb: ['ledger', 'tools/stack', 'tools/bench', 'tools/torture', 'tools/rehearsal', 'tools/scripts'],
  express: ['api', 'tools/bench'],
  'express-openapi-validator': ['api'],
  'express-session': ['api'],
  'connect-mongo': ['ledger'],
  otpauth: ['api', 'services'],
  // The imitated DGII issues its own tokens.
  jsonwebtoken: ['api', 'tools/simulator', 'tools/bench'],
  'xml-crypto': ['signing', 'tools/bench'],
  'node-forge': ['signing', 'tools/simulator'],
  'libxml2-wasm': ['documents/check', 'signing'],
  piscina: ['shared', 'documents/threads'],
  pdfkit: ['documents/print'],
  fontkit: ['documents/print'],
  uqr: ['documents/print', 'web'],
  '@resvg/resvg-wasm': ['documents/print'],
  yauzl: ['documents/registry', 'documents/workbook'],
  saxes: ['documents/workbook'],
  'iconv-lite': ['documents/registry'],
  '@temporalio/workflow': ['workflows', 'tools/bench'],
  // Recorded histories come from activities that follow a script.
  '@temporalio/activity': ['activities', 'tools/scripts'],
  'mongodb-memory-server-core': ['tools/stack'],
  'playwright-core': ['tools/browser'],
  '@opentelemetry/api': ['boot'],
  '@opentelemetry/sdk-trace': ['boot'],
  react: ['web'],
  'openapi-fetch': ['web'],
};

test('only its own rooms import a restricted package', () => {
  expect(
    violations((file, { specifier, typeOnly }) => {
      const homes = packageHomes[specifier];
      return homes !== undefined && !typeOnly && !homes.includes(partOf(file.path));
    }),
  ).toEqual([]);
});

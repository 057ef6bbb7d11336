/** The clients: their versions, licences and dependencies, the size of their files, and that each is described and tested. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from '../../tools/publish/generated-files.js';
import { fileAt, filesIn, root } from './project-files.js';

const { version } = JSON.parse(fileAt('package.json').text) as { version: string };
const generated = new Set(generatedFiles().map(({ path }) => path));
const written = ['.ts', '.py', '.go', '.java'].flatMap((ending) =>
  filesIn('clients', ending).filter(({ path }) => !generated.has(path)),
);

/** Where each client says its version, and what it may ask for. */
const manifests = [
  { client: 'typescript', file: 'package.json', version: /"version": "([^"]+)"/, dependencies: [] },
  { client: 'python', file: 'pyproject.toml', version: /^version = "([^"]+)"/m, dependencies: [] },
  { client: 'java', file: 'pom.xml', version: /<version>([^<]+)</, dependencies: ['gson'] },
] as const;

test.each(manifests)(
  'the version of clients/$client is the product’s',
  ({ client, file, version: where }) => {
    expect(where.exec(fileAt(`clients/${client}/${file}`).text)?.[1]).toBe(version);
  },
);

test.each(manifests)('clients/$client asks for no other package than $dependencies', (manifest) => {
  const { text } = fileAt(`clients/${manifest.client}/${manifest.file}`);
  if (manifest.client === 'typescript') expect(text).not.toMatch(/[dD]ependencies"/);
  else if (manifest.client === 'python') expect(text).toContain('\ndependencies = []\n');
  else {
    const asked = [...text.matchAll(/<dependency>[^]*?<artifactId>([^<]+)</g)].map(([, name]) => name);
    expect(asked).toEqual(manifest.dependencies);
  }
});

test('the Go module asks for no other module', () => {
  expect(fileAt('clients/go/go.mod').text).not.toContain('require');
});

const clients = readdirSync(join(root, 'clients')).filter((name) => name !== 'cases');

test.each(clients)(
  'clients/%s has the licence and a README that docs/integrar/clientes.md names',
  (client) => {
    expect(fileAt(`clients/${client}/LICENSE`).text).toBe(fileAt('LICENSE').text);
    expect(fileAt('docs/integrar/clientes.md').text).toContain(`](../../clients/${client}/README.md)`);
  },
);

/** Its methods are the operations, one after the other. */
const longer = ['clients/typescript/src/client.ts', 'clients/python/src/ecf_issuer/client.py'];

test('no written file of a client is longer than 400 lines, except the lists of operations', () => {
  const long = written.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path);
  expect(
    long.filter((path) => !longer.includes(path) && !/\/(client\.go|EcfClient\.java)$/.test(path)),
  ).toEqual([]);
});

test('every written file of the clients in TypeScript and Python starts with what it is for', () => {
  const mute = written.filter(({ path, text }) => /\.(ts|py)$/.test(path) && !/^(?:\/\*\*|""")/.test(text));
  expect(mute.map(({ path }) => path)).toEqual([]);
});

test('every method of the client in TypeScript has its like in the other languages', () => {
  const methods = (path: string, pattern: RegExp) =>
    [...fileAt(path).text.matchAll(pattern)].map(([, name = '']) => name.replaceAll('_', '').toLowerCase());
  const here = methods('clients/typescript/src/client.ts', /^ {2}(?:async )?([a-z]\w+)(?:<T>)?\(/gm);
  expect(here.length).toBeGreaterThan(20);
  const elsewhere = {
    python: methods('clients/python/src/ecf_issuer/client.py', /^ {4}def ([a-z]\w+)\(/gm),
    go: methods('clients/go/client.go', /^func \(c \*Client\) (\w+)\(/gm),
    java: methods('clients/java/src/main/java/ecfissuer/EcfClient.java', /^ {2}public [\w.<>[\]]+ (\w+)\(/gm),
  };
  const missing = Object.entries(elsewhere).flatMap(([language, names]) =>
    here
      .filter((name) => !['constructor', 'request'].includes(name) && !names.includes(name))
      .map((name) => `${language}: ${name}`),
  );
  expect(missing).toEqual([]);
});

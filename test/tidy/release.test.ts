/** A release has one version everywhere, and the workflows that make it run only what is pinned, with the rights that each job names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { fileAt, filesIn, root } from './project-files.js';

const { version } = JSON.parse(fileAt('package.json').text) as { version: string };

/** Where else the version is written. test/tidy/clients.test.ts has the clients. */
const places = [
  { path: 'package-lock.json', pattern: /^ {2}"version": "([^"]+)"/m },
  { path: 'package-lock.json', pattern: /"": \{\s+"name": "ecf-issuer",\s+"version": "([^"]+)"/ },
  { path: 'openapi.yaml', pattern: /^ {2}version: (\S+)$/m },
  { path: 'openapi-web.yaml', pattern: /^ {2}version: (\S+)$/m },
  { path: 'deploy/helm/Chart.yaml', pattern: /^version: (\S+)$/m },
  { path: 'deploy/helm/Chart.yaml', pattern: /^appVersion: (\S+)$/m },
  { path: 'CHANGELOG.md', pattern: /^## \[(\d+\.\d+\.\d+)\]/m },
];

test.each(places)('$path has the version of package.json: $pattern', ({ path, pattern }) => {
  expect(pattern.exec(fileAt(path).text)?.[1]).toBe(version);
});

test('the ledger of this version is kept for the test of upgrades: npm run record-ledger', () => {
  expect(existsSync(join(root, `test/releases/${version}.json.gz`))).toBe(true);
});

interface Job {
  readonly permissions?: object;
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly { readonly uses?: string; readonly with?: object }[];
}

const workflows = filesIn('.github/workflows', '.yml').map((file) => ({
  ...file,
  parsed: load(file.text) as { permissions: object; jobs: Record<string, Job> },
}));

test('there are workflows for each change, for the night and for a release', () => {
  expect(workflows.map(({ path }) => path)).toEqual([
    '.github/workflows/ci.yml',
    '.github/workflows/night.yml',
    '.github/workflows/release.yml',
  ]);
});

test.each(workflows)('$path: each action is pinned by the SHA of a commit, with its version', ({ text }) => {
  const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, line = '']) => line);
  const others = used.filter((line) => !line.startsWith('./'));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((line) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(workflows)(
  '$path: each job names its rights and has a limit, and no checkout keeps a token',
  ({ parsed }) => {
    expect(parsed.permissions).toEqual({});
    for (const [name, job] of Object.entries(parsed.jobs)) {
      expect({ name, permissions: typeof job.permissions }).toEqual({ name, permissions: 'object' });
      if (job.uses === undefined)
        expect({ name, minutes: job['timeout-minutes'] }).toEqual({ name, minutes: expect.any(Number) });
      for (const step of (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  },
);

test('a release runs everything that a change runs, before it publishes', () => {
  const { jobs } = workflows.at(-1)!.parsed as unknown as {
    jobs: Record<string, Job & { needs?: string | string[] }>;
  };
  const before = (name: string): string[] =>
    [jobs[name]?.needs ?? []].flat().flatMap((one) => [one, ...before(one)]);
  const publishing = Object.entries(jobs).filter(([, { permissions }]) =>
    /write/.test(JSON.stringify(permissions)),
  );
  expect(publishing.map(([name]) => name).sort()).toEqual(['chart', 'clients', 'image', 'notes']);
  for (const [name] of publishing) expect(before(name)).toEqual(expect.arrayContaining(['version', 'tests']));
  expect(jobs['tests']?.uses).toBe('./.github/workflows/ci.yml');
});

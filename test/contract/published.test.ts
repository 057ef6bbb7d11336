/** Checks openapi.yaml and the published /openapi.json with an independent tool: Redocly's recommended rules. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publishedDocument } from '../../src/api/http/openapi-document.js';
import { startNode } from '../harness/processes/node-process.js';

const require = createRequire(import.meta.url);
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');

interface Finding {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Below Jest's limit, so that the error names the real cause. */
const lintLimitMs = 50_000;

/**
 * Lints the files with one start of Redocly, because to start it takes longer than to lint. It exits with 1 when it finds something, and
 * prints one JSON value for each file. It runs without telemetry and without an update check.
 */
async function lint(files: readonly string[], options: readonly string[] = []): Promise<string[][]> {
  const rules = ['--extends', 'recommended', '--format', 'json', '--max-problems', '1000'];
  const args = [redocly, 'lint', ...files, ...rules, ...options];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const started = startNode(args, { env, limitMs: lintLimitMs });
  await started.exited;
  const stdout = started.stdout();
  const values = stdout.slice(stdout.indexOf('{')).split(/(?<=^\})(?=\{)/m);
  return values.map((value) => {
    const { problems } = JSON.parse(value) as { problems: Finding[] };
    return problems.map(({ ruleId, severity, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' | '),
    );
  });
}

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-openapi-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const write = async (name: string, document: object): Promise<string> => {
  const file = join(dir, name);
  await writeFile(file, JSON.stringify(document));
  return file;
};

test("Redocly's recommended rules find nothing in openapi-web.yaml", async () => {
  // There `default` describes every error answer, because all have one form. And `{environment}` is one of three names, so
  // `/companies/1/users/vouchers` is a user.
  const skipped = ['operation-4xx-response', 'no-ambiguous-paths'];
  const options = skipped.flatMap((rule) => ['--skip-rule', rule]);
  expect(await lint(['openapi-web.yaml'], options)).toEqual([[]]);
});

test('Redocly finds nothing in openapi.yaml and in the published document, and finds what a faulty one lacks', async () => {
  const published = publishedDocument();
  const { components, paths, ...document } = published as unknown as Record<string, object>;
  const { securitySchemes: _none, ...rest } = components as Record<string, object>;
  const mute = JSON.parse(JSON.stringify(paths).replace(/"summary":"Inicia sesión",/, '')) as object;
  const [ours, theirs, faulty, ...others] = await lint([
    'openapi.yaml',
    await write('published.json', published),
    await write('faulty.json', { ...document, components: rest, paths: mute }),
  ]);
  expect([ours, theirs, others]).toEqual([[], [], []]);
  expect(faulty!.join('\n')).toMatch(/operation-summary/);
  expect(faulty!.join('\n')).toMatch(/security-defined/);
});

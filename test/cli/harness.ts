/** The command line as an operator runs it: each command a process of its own, over a ledger of the test file's own. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { connectStore, type Store } from '../../src/store/connect.js';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of --json: the answer's `data`; undefined when it failed. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into any answer
  readonly data: any;
  /** Of --json: the stable code of what went wrong; undefined when it went well. */
  readonly error: string | undefined;
  /** Of --json: codes of the warnings. */
  readonly warnings: readonly string[];
}

export interface RunOptions {
  readonly stdin?: string;
  /** Undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Cli {
  readonly store: Store;
  readonly uri: string;
  readonly database: string;
  readonly masterKey: Buffer;
  /** For files of the test. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  /** As written, for a person. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** With --json. */
  json(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** A file of the test's folder; its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /** Another fictitious company; its RNC. */
  company(change?: object): Promise<string>;
  close(): Promise<void>;
}

export const mainFile = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** A command takes half a second; the one that waits for a ledger that is not there, three. */
const limitMs = 25_000;

export async function openCli(): Promise<Cli> {
  if (!existsSync(mainFile)) throw new Error('dist/cli/main.js is missing: npm run build');
  const uri = process.env['TEST_MONGODB_URI'];
  if (uri === undefined)
    throw new Error('TEST_MONGODB_URI is missing: run the tests with npm test (test/README.md)');
  const database = `ecf_cli_${randomBytes(4).toString('hex')}`;
  const dir = await mkdtemp(join(tmpdir(), 'ecf-cli-'));
  const masterKey = randomBytes(32);
  const store = await connectStore(uri, database);
  const env = {
    MONGODB_URI: uri,
    MONGODB_DATABASE: database,
    ECF_MASTER_KEY: masterKey.toString('base64'),
    ECF_DATA_DIR: join(dir, 'data'),
  };
  let companies = 0;

  const run = (args: readonly string[], options: RunOptions = {}) => runCli(args, env, options);
  return {
    ...{ store, uri, database, masterKey, dir, env, run },
    json: (args, options) => run([...args, '--json'], options),
    file: async (name, content) => {
      const path = join(dir, name);
      await writeFile(path, content);
      return path;
    },
    company: async (change = {}) => {
      companies += 1;
      const rnc = `4${String(companies).padStart(8, '0')}`;
      await store.putCompany({
        ...{
          companyId: 500 + companies,
          rnc,
          razonSocial: `EMPRESA DE PRUEBA ${companies} SRL`,
          origin: 'client',
        },
        ...{ environment: 'pre-certification', productionAllowed: false },
        ...change,
      });
      return rnc;
    },
    close: async () => {
      await store.close();
      const client = await MongoClient.connect(uri);
      await client.db(database).dropDatabase();
      await client.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { stdin = '', env: change = {} }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, ...args], {
      env: { PATH: process.env['PATH'], ...env, ...change },
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    const out = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text));
    // A command that reads nothing may be gone before its input is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...out, ...answerOf(args, out.stdout) }));
  });
}

function answerOf(args: readonly string[], stdout: string): Pick<Ran, 'data' | 'error' | 'warnings'> {
  if (!args.includes('--json') || args.includes('--help'))
    return { data: undefined, error: undefined, warnings: [] };
  // Exactly one document, whatever came of the command.
  const answer = JSON.parse(stdout) as {
    ok: boolean;
    data?: unknown;
    code?: string;
    advertencias?: { code: string }[];
  };
  const warnings = (answer.advertencias ?? []).map(({ code }) => code);
  return { data: answer.data, error: answer.code, warnings };
}

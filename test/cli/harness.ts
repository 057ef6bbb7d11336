/**
 * Runs the command line over a ledger of the test file's own: in this process, with input and output under the test's control,
 * or as the built program that an operator runs, one process per command.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { readStackConfig } from '../../tools/stack/stack-config.js';
import { runCommand } from '../../src/cli/run.js';
import type { Store } from '../../src/ledger/ledger.js';
import { demoCommands } from '../../tools/demo/demo-command.js';
import { given } from '../harness/given.js';
import { openStore, ownDatabase } from '../harness/ledger.js';
import { startNode } from '../harness/processes/node-process.js';
import { own } from '../harness/own.js';

/** The answers of commands, as far as tests read them. Each command fills only some of the members. */
export interface Told {
  readonly companyId: number;
  readonly environment: string;
  readonly conditional: string;
  readonly usuario: string;
  readonly fingerprint: string;
  readonly replaces: string | null;
  readonly current: boolean;
  readonly subject: string;
  readonly id: string;
  readonly encf: string;
  readonly next: string | null;
  readonly state: string;
  readonly resealed: number;
  readonly status: string;
  readonly expiresOn: string | null;
  readonly numbers: readonly { readonly encf: string; readonly externalReference: string }[];
  readonly cursor: string;
  readonly before: string;
  readonly readyAt: string;
  readonly advice: string;
  readonly resumed: boolean;
  readonly pendingDocuments: object;
  readonly environments: readonly object[];
  readonly windows: readonly object[];
  readonly registry: object;
  readonly last: { readonly outcome: string };
  readonly waiting: { readonly reason: string };
  readonly byHand: { readonly action: string };
}

export interface Ran {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** With --json: the answer's `data`; undefined after a failure. */
  readonly data: Told & readonly Told[];
  /** With --json: the stable error code; undefined after a success. */
  readonly error: string | undefined;
  /** With --json: codes of the warnings. */
  readonly warnings: readonly string[];
}

export interface RunOptions {
  readonly stdin?: string;
  /** Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Cli {
  readonly store: Store;
  readonly uri: string;
  readonly database: string;
  readonly masterKey: Buffer;
  /** A folder for the test's files. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs in this process, with output for a person. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs in this process with --json. */
  json(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs the built program in its own process. */
  execute(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Writes a file into the test's folder and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /** Adds another fictitious company and returns its RNC. */
  company(change?: object): Promise<string>;
}

/** Needs `npm run build` (npm test does it). */
export const mainFile = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** A command takes half a second; one that waits for a missing ledger takes three. On a busy machine they take many times as long. */
const limitMs = 55_000;

export async function openCli(): Promise<Cli> {
  const uri = given('TEST_MONGODB_URI');
  const database = `ecf_cli_${randomBytes(4).toString('hex')}`;
  const dir = await mkdtemp(join(tmpdir(), 'ecf-cli-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  const masterKey = randomBytes(32);
  ownDatabase({ own }, database);
  const store = await openStore(uri, database);
  own('the ledger', () => store.close());
  const env = {
    MONGODB_URI: uri,
    MONGODB_DATABASE: database,
    ECF_MASTER_KEY: masterKey.toString('base64'),
    ECF_DATA_DIR: join(dir, 'data'),
  };
  let companies = 0;

  const run = (args: readonly string[], options: RunOptions = {}) => runCli(args, env, options);
  return {
    store,
    uri,
    database,
    masterKey,
    dir,
    env,
    run,
    json: (args, options) => run([...args, '--json'], options),
    execute: (args, options) => executeCli(args, env, options),
    file: async (name, content) => {
      const path = join(dir, name);
      await writeFile(path, content);
      return path;
    },
    company: async (change = {}) => {
      companies += 1;
      const rnc = `4${String(companies).padStart(8, '0')}`;
      await store.putCompany({
        companyId: 500 + companies,
        rnc,
        razonSocial: `EMPRESA DE PRUEBA ${companies} SRL`,
        origin: 'client',
        environment: 'pre-certification',
        productionAllowed: false,
        ...change,
      });
      return rnc;
    },
  };
}

export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { stdin = '', env: change = {} }: RunOptions = {},
): Promise<Ran> {
  const out = { stdout: '', stderr: '' };
  const code = await runCommand(args, {
    env: { ...env, ...change },
    // Not a terminal, as behind a pipe.
    stdin: Readable.from([Buffer.from(stdin)]) as unknown as NodeJS.ReadStream,
    stdout: (text) => (out.stdout += text),
    stderr: (text) => (out.stderr += text),
    calledAs: 'ecf',
    // As `npm run cli` adds them.
    moreCommands: (program, run) => demoCommands(program, run, () => readStackConfig({ ...env, ...change })),
    onStop: () => () => undefined,
  });
  return { code, ...out, ...answerOf(args, out.stdout) };
}

async function executeCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { stdin = '', env: change = {} }: RunOptions = {},
): Promise<Ran> {
  if (!existsSync(mainFile)) throw new Error('dist/src/cli/main.js is missing: npm run build');
  const started = startNode([mainFile, ...args], { env: { ...env, ...change }, stdin, limitMs });
  const code = await started.exited;
  const out = { stdout: started.stdout(), stderr: started.stderr() };
  return { code, ...out, ...answerOf(args, out.stdout) };
}

function answerOf(args: readonly string[], stdout: string): Pick<Ran, 'data' | 'error' | 'warnings'> {
  if (!args.includes('--json') || args.includes('--help'))
    return { data: undefined as unknown as Ran['data'], error: undefined, warnings: [] };
  // Exactly one document, whatever the result of the command.
  const answer = JSON.parse(stdout) as {
    ok: boolean;
    data: Ran['data'];
    code?: string;
    advertencias?: { code: string }[];
  };
  const warnings = (answer.advertencias ?? []).map(({ code }) => code);
  return { data: answer.data, error: answer.code, warnings };
}

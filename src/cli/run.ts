/**
 * Runs one operator command, from its arguments to its exit code. A composition root: it reads the service's configuration,
 * opens its ledger and runs the command. It receives its input and output as arguments, so it never touches the process itself.
 */
import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommanderError, type Command } from 'commander';
import { inquiryTimingsOf, readConfig, timingsOf, type Config } from '../boot/config.js';
import { objectStoreOf } from '../boot/settings/cold.js';
import { isMailOn } from '../boot/settings/mail.js';
import { masterKeyBytes, type MasterKey } from '../signing/keys/seal.js';
import { connectStore, type Store } from '../ledger/ledger.js';
import type { OperatorDeps } from '../services/deps.js';
import type { OpenProcesses } from '../services/processes.js';
import { loopback } from '../shared/free-port.js';
import { localMasterKey, mongoPassword, mongoUri } from '../shared/local-data.js';
import { createAct } from './act.js';
import type { CliContext, Run } from './context.js';
import { CliError } from './terminal/cli-error.js';
import { failureOf, hostOf } from './terminal/failures.js';
import { createProgram, jsonFlag } from './program.js';
import { createOutput } from './terminal/result.js';
import { readSecret, type Terminal } from './terminal/secret-input.js';
import { withHelpFlag } from './terminal/spanish.js';

export type MoreCommands = (program: Command, run: Run) => void;

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Terminal['stdin'];
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly calledAs: string;
  readonly moreCommands?: MoreCommands;
  /** Calls `stop` when the operator wants the command to end. The returned function unsubscribes. */
  readonly onStop: (stop: () => void) => () => void;
}

/** @returns the exit code. 0: done; 1: refused or failed; 2: the command is not written correctly */
export async function runCommand(argv: readonly string[], around: Surroundings): Promise<0 | 1 | 2> {
  const { env, stdout, stderr } = around;
  const output = createOutput(argv.includes(jsonFlag), stdout, stderr);
  // Set once the configuration is read; the message names it when the ledger does not answer.
  let ledger = { uri: '', embedded: true };
  const failed = (error: unknown) => failureOf(error, hostOf(ledger.uri), ledger.embedded);
  const run: Run = async (work, action) => {
    const config = readConfig(env);
    ledger = await ledgerOf(config);
    const store = await connectStore(ledger.uri, config.mongo.database, objectStoreOf(config));
    const processes = processesOf(config, store);
    const deps = {
      store,
      processes,
      clock: () => new Date(),
      allowProduction: config.allowProduction,
      mailEnabled: isMailOn(config.mail),
    };
    const context = contextOf(config, deps, around);
    const act = createAct(deps, { action, ...context });
    try {
      output.write(await act.done(await work({ ...context, begin: act.begin })));
    } catch (error) {
      await act.failed(failed(error));
      throw error;
    } finally {
      await processes.close();
      await store.close();
    }
  };
  const program = createProgram(run, around);
  around.moreCommands?.(program, run);
  try {
    await program.parseAsync(withHelpFlag(argv), { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already written the help.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const failure = failed(error);
    output.fail({ code: failure.code, mensaje: failure.message, data: failure.data });
    return failure.exit;
  }
}

async function ledgerOf({ mongo, dataDir }: Config): Promise<{ uri: string; embedded: boolean }> {
  if (mongo.uri !== '') return { uri: mongo.uri, embedded: false };
  return { uri: mongoUri(mongo.port, await mongoPassword(resolve(dataDir))), embedded: true };
}

/** The client is loaded on first use, because most commands never need it. */
function processesOf(config: Config, store: Store): OpenProcesses {
  const { address, port } = config.temporal;
  let opened: Promise<OpenProcesses> | undefined;
  const open = () => (opened ??= load());
  return {
    ask: async (kind, about) => (await open()).ask(kind, about),
    wake: async (document) => (await open()).wake(document),
    close: async () => (await opened)?.close(),
  };

  async function load(): Promise<OpenProcesses> {
    const { createProcesses } = await import('../services/processes.js');
    return createProcesses({
      ...config.temporal,
      address: address === '' ? `${loopback}:${port}` : address,
      store,
      timings: timingsOf(config),
      inquiryTimings: inquiryTimingsOf(config),
      clock: () => new Date(),
    });
  }
}

function contextOf(
  config: Config,
  deps: OperatorDeps,
  { env, stdin, stderr, onStop }: Surroundings,
): CliContext {
  const terminal = { stdin, write: stderr };
  return {
    ...deps,
    operator: operatorOf(env),
    webUrl: config.publicUrl === '' ? `http://${loopback}:${config.port}` : config.publicUrl,
    confirm: (question) => askConfirmation(question, terminal),
    say: (text) => stderr(`${text}\n`),
    masterKeys: () => masterKeysOf(config),
    numbering: config.numbering,
    interruptible: (work) => interruptible(work, onStop),
    secret: (options, request) => readSecret(options, request, terminal),
  };
}

async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  onStop: Surroundings['onStop'],
): Promise<T> {
  const stopping = new AbortController();
  const off = onStop(() => stopping.abort(new CliError('CANCELLED')));
  try {
    return await work(stopping.signal);
  } finally {
    off();
  }
}

/** The configured keys, or the key that `npm start` made in the data folder. Makes no key, because a worker would not have it. */
async function masterKeysOf({ masterKeys, dataDir }: Config): Promise<readonly [MasterKey, ...MasterKey[]]> {
  const [first, ...others] = masterKeys;
  if (first !== undefined) return [first, ...others];
  const made = await localMasterKey(resolve(dataDir));
  const key = Buffer.from(made ?? '', 'base64');
  if (key.length === masterKeyBytes) return [key];
  throw new CliError('MASTER_KEY_MISSING');
}

const yes = /^s(í|i)?$/i;

/** Throws CANCELLED on any answer but yes, and CONFIRMATION_MISSING when there is no terminal to ask at. */
async function askConfirmation(question: string, { stdin, write }: Terminal): Promise<void> {
  if (!stdin.isTTY) throw new CliError('CONFIRMATION_MISSING');
  write(`${question} [s/N] `);
  const lines = createInterface({ input: stdin });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    if (!yes.test(answer.trim())) throw new CliError('CANCELLED');
  } finally {
    lines.close();
  }
}

const operatorCharsMax = 100;

/**
 * Who runs a command, as a voucher's record stores it: the operating system's user and this machine's name. Under `sudo` it is the user who
 * called it, if sudo passes the name on.
 */
function operatorOf(env: Readonly<Record<string, string | undefined>>): string {
  const name = env['SUDO_USER'] ?? nameOfUser();
  return `${name}@${hostname()}`.slice(0, operatorCharsMax);
}

/** A container's user may have no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'desconocido'}`;
  }
}

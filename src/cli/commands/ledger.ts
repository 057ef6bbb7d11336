/** `ledger …`: holds writes so that MongoDB's files can be copied consistently on a machine without MongoDB's tools. */
import { spawn } from 'node:child_process';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { WriteHold } from '../../ledger/mongo/write-hold.js';
import { CliError } from '../terminal/cli-error.js';
import type { Result } from '../terminal/result.js';
import { group, subcommand } from '../terminal/spanish.js';

export interface HoldContext {
  readonly writes: WriteHold;
  readonly say: (text: string) => void;
  /** Runs work that Ctrl-C stops cleanly. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** Like `Run`, but without the ledger, which cannot be opened while writes are held. */
export type RunHold = (work: (context: HoldContext) => Promise<Result>) => Promise<void>;

/** Clients get 503 while writes are held. A snapshot or a copy on the same machine takes seconds. */
const limitSecondsDefault = 300;
const limitSecondsMax = 3_600;

export function ledgerCommands(program: Command, run: RunHold): void {
  const ledger = group(program, 'ledger', 'el registro (MongoDB): copias de seguridad');

  subcommand(
    ledger,
    'hold',
    'detiene las escrituras mientras corre una orden que copia los archivos de MongoDB',
  )
    .argument('<orden...>', 'la orden con sus argumentos, después de --')
    .addOption(
      new Option('--limit <segundos>', 'termina la orden si tarda más')
        .argParser(seconds)
        .default(limitSecondsDefault),
    )
    .addHelpText('after', '\nEjemplo: ledger hold -- cp -a .data/mongo /respaldo/ecf-2026-11-20')
    .action((words: readonly string[], { limit }: { limit: number }) =>
      run((context) => holdWhile(context, words, limit * 1_000)),
    );

  subcommand(ledger, 'release', 'reanuda las escrituras que una orden interrumpida dejó detenidas').action(
    () =>
      run(async ({ writes }) => {
        const held = await writes.release();
        const text = held ? 'Las escrituras siguen.' : 'Las escrituras no estaban detenidas.';
        return { data: { held }, text };
      }),
  );
}

async function holdWhile(
  { writes, say, interruptible }: HoldContext,
  words: readonly string[],
  limitMs: number,
): Promise<Result> {
  const heldAt = performance.now();
  const held = () => ((performance.now() - heldAt) / 1_000).toFixed(1);
  await interruptible(async (signal) => {
    if (!(await writes.hold())) throw new CliError('WRITES_HELD');
    say('Escrituras detenidas.');
    try {
      await carryOut(words, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
    } finally {
      await writes.release();
    }
    // An interrupted copy is not consistent, even if the command finished.
    signal.throwIfAborted();
  });
  return {
    data: { heldSeconds: Number(held()) },
    text: `Hecho. Las escrituras estuvieron detenidas ${held()} s.`,
  };
}

/** The command's output goes to standard error for the operator; standard output carries our answer. */
function carryOut([command = '', ...args]: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (how: string) =>
      reject(
        new CliError(
          'HELD_COMMAND_FAILED',
          `${command} ${how}: lo que dejó no sirve de copia. Las escrituras siguen.`,
        ),
      );
    const child = spawn(command, args, { stdio: ['ignore', 2, 2], signal });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.name !== 'AbortError') failed(`no arrancó (${error.code ?? error.name})`);
    });
    child.once('close', (code, by) => {
      if (code === 0) resolve();
      else if (signal.aborted) failed('fue interrumpida o tardó más de lo permitido');
      else failed(`terminó con ${by ?? String(code)}`);
    });
  });
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= limitSecondsMax) return value;
  throw new InvalidArgumentError(`Un número entero de 1 a ${limitSecondsMax}.`);
}

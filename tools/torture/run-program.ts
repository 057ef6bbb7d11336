/** What the torture, the storm and the rehearsal share as programs: their own stack, numeric arguments, and how they end. */
import { startOwnStack, type OwnStack, type OwnStackOptions } from '../own-stack/own-stack.js';

export interface RunEnd {
  readonly problems: readonly string[];
  readonly dataDir: string;
}

type Work<Stack> = (stack: Stack) => Promise<readonly string[]>;

export function runOnOwnStack(options: OwnStackOptions, work: Work<OwnStack>): Promise<RunEnd> {
  return runOnStack(() => startOwnStack(options), work);
}

/** Keeps the stack's data when there are problems. */
export async function runOnStack<Stack extends OwnStack>(
  start: () => Promise<Stack>,
  work: Work<Stack>,
): Promise<RunEnd> {
  const stack = await start();
  let problems: readonly string[] = ['UNFINISHED: the run did not come to its end'];
  try {
    problems = await work(stack);
  } catch (error) {
    problems = [`BROKEN: ${textOf(error)}`];
  } finally {
    await stack.stop({ keep: problems.length > 0 });
  }
  return { problems, dataDir: stack.dataDir };
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** Ends the program with an explanation when the value is invalid. */
export function numberArgument(name: string, text: string, { min, max, whole = true }: NumberLimits): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max && (!whole || /^\d+$/.test(text))) return value;
  return refuseArguments(`--${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
}

export function refuseArguments(why: string): never {
  say(why);
  process.exit(2);
}

export function runProgram(main: () => Promise<boolean>): void {
  main().then(
    (held) => process.exit(held ? 0 : 1),
    (error: unknown) => {
      say(textOf(error));
      process.exit(1);
    },
  );
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

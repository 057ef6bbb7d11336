/** What the torture and the soak share as programs: their own stack, numeric arguments, and how they end. */
import process from 'node:process';
import { startOwnStack } from '../own-stack/own-stack.mjs';

/**
 * Runs `work` on its own stack, and keeps the stack's data when there are problems.
 * @param {Parameters<typeof startOwnStack>[0]} options
 * @param {(stack: Awaited<ReturnType<typeof startOwnStack>>) => Promise<readonly string[]>} work returns the problems it found
 * @returns {Promise<{ problems: readonly string[], dataDir: string }>}
 */
export async function onOwnStack(options, work) {
  const stack = await startOwnStack(options);
  let problems = ['UNFINISHED: the run did not come to its end'];
  try {
    problems = await work(stack);
  } catch (error) {
    problems = [`BROKEN: ${told(error)}`];
  } finally {
    await stack.stop({ keep: problems.length > 0 });
  }
  return { problems, dataDir: stack.dataDir };
}

/** The value of `--name`. Ends the program with an explanation when the value is invalid. */
export function numberOf(name, text, { min, max, whole = true }) {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max && (!whole || /^\d+$/.test(text))) return value;
  process.stderr.write(`--${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}\n`);
  process.exit(2);
}

/** @param {() => Promise<boolean>} main true on success */
export function run(main) {
  main().then(
    (held) => process.exit(held ? 0 : 1),
    (error) => {
      process.stderr.write(`${told(error)}\n`);
      process.exit(1);
    },
  );
}

function told(error) {
  return error instanceof Error ? error.stack : String(error);
}

/** Asks a person to confirm an action that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { CliError } from './cli-error.js';
import type { Terminal } from './secret-input.js';

const yes = /^s(í|i)?$/i;

/** Throws CANCELLED on any answer but yes, and CONFIRMATION_MISSING when there is no terminal to ask at. */
export async function askConfirmation(question: string, { stdin, write }: Terminal): Promise<void> {
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

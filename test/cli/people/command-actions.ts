/** Every command of the program, and the action that it leaves in the audit log, as its help says. */
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.js';

/** @returns the words of each command → its action; `reads` if it leaves none */
export function commandActions(): Readonly<Record<string, string>> {
  let help = '';
  const program = createProgram(() => Promise.resolve(), {
    stdout: (text) => (help += text),
    stderr: () => undefined,
    calledAs: 'ecf',
  });
  const actionOf = (command: Command) => {
    help = '';
    command.outputHelp();
    return /^Queda en la auditoría: (\S+)\.$/m.exec(help)?.[1] ?? 'reads';
  };
  const leaves = (command: Command, words: readonly string[]): (readonly [string, string])[] =>
    command.commands.length === 0
      ? [[words.join(' '), actionOf(command)]]
      : command.commands.flatMap((one) => leaves(one, [...words, one.name()]));
  return Object.fromEntries(leaves(program, []));
}

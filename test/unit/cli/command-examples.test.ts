/** The example of each command is one that the command takes, and its help shows it. */
import type { Command } from 'commander';
import { notesOf, wordsOf } from '../../../src/cli/command.js';
import { createProgram } from '../../../src/cli/program.js';
import type { Run } from '../../../src/cli/context.js';

let written = '';
let runs = 0;
const run: Run = () => {
  runs += 1;
  return Promise.resolve();
};
const program = () =>
  createProgram(run, { stdout: (text) => (written += text), stderr: () => undefined, calledAs: 'ecf' });

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const commands = leavesOf(program()).map((command) => ({
  words: wordsOf(command),
  example: notesOf(command)?.example,
}));

/** As a shell splits the words of the examples. */
const split = (text: string) =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

beforeEach(() => {
  written = '';
  runs = 0;
});

test('there are many commands, each with notes', () => {
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter(({ example }) => example === undefined)).toEqual([]);
});

test.each(commands)('$words takes its example, $example', async ({ words, example = '' }) => {
  await program().parseAsync([...words.split(' '), ...split(example)], { from: 'user' });
  expect(runs).toBe(1);
});

test.each(commands)('the help of $words shows its example', async ({ words, example = '' }) => {
  await program()
    .parseAsync([...words.split(' '), '--help'], { from: 'user' })
    .catch(() => undefined);
  expect(written).toContain(`\nEjemplo: ${`${words} ${example}`.trimEnd()}\n`);
});

test('an example with an option that does not exist would fail', async () => {
  await expect(program().parseAsync(['company', 'list', '--none'], { from: 'user' })).rejects.toThrow();
  expect(runs).toBe(0);
});

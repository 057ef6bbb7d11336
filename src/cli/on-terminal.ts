/** One command from the process it runs in: its arguments, its terminal, its signals and its exit code. */
import { relative } from 'node:path';
import { runCommand, type MoreCommands } from './run.js';

/** @param moreCommands beside the product's own */
export async function runOnTerminal(moreCommands?: MoreCommands): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', () => undefined);
  process.exitCode = await runCommand(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    calledAs: calledAs(),
    ...(moreCommands === undefined ? {} : { moreCommands }),
    onStop: (stop) => {
      process.once('SIGINT', stop).once('SIGTERM', stop);
      return () => process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  });
}

/** As it can be typed again: npm names the script that it runs. */
function calledAs(): string {
  if (process.env['npm_lifecycle_event'] === 'cli') return 'npm run --silent cli --';
  const file = process.argv[1] ?? 'dist/src/cli/main.js';
  const near = relative(process.cwd(), file);
  return `node ${near.startsWith('..') ? file : near}`;
}

/** Runs one command with this process's arguments, terminal, signals and exit code. */
import { relative } from 'node:path';
import { runCommand, type MoreCommands } from './run.js';

export async function runOnTerminal(moreCommands?: MoreCommands): Promise<void> {
  // A reader that closes the pipe early (`| head`) is not a failure.
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

/** How the operator can type the program's name again; npm sets the name of the script that it runs. */
function calledAs(): string {
  if (process.env['npm_lifecycle_event'] === 'cli') return 'npm run --silent cli --';
  const file = process.argv[1] ?? 'dist/src/cli/main.js';
  const near = relative(process.cwd(), file);
  return `node ${near.startsWith('..') ? file : near}`;
}

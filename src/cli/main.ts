/** The operator's command line: `npm run --silent cli -- …`, or `node dist/cli/main.js …`. */
import { runCommand } from './run.js';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  onStop: (stop) => {
    process.once('SIGINT', stop).once('SIGTERM', stop);
    return () => process.off('SIGINT', stop).off('SIGTERM', stop);
  },
});

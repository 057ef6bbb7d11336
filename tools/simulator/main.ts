/** `npm run simulator`: the imitated DGII alone, for anyone who wants to test against it (docs/develop/simulator.md). */
import { createLog } from '../../src/shared/log.js';
import { stopOnSignal } from '../../src/shared/process/stop-on-signal.js';
import { startStandalone } from './standalone.js';

const stopMs = 10_000;

async function main(): Promise<void> {
  const write = (text: string) => void process.stdout.write(text);
  const simulator = await startStandalone(
    process.argv.slice(2),
    write,
    createLog({ role: 'simulator', level: 'warn' }),
  );
  if (simulator !== undefined) stopOnSignal(() => simulator.close(), stopMs);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

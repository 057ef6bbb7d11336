/** Starts the receiver of webhooks that a README shows, as its reader does, and tries it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/shared/free-port.js';
import { own } from '../own.js';
import { until } from '../until.js';

export interface Receiver {
  readonly url: string;
  readonly secret: string;
  readonly printed: () => string;
}

/**
 * @param file in `dir`; it listens on port 3000, and on a free one here
 * @param prepare makes of the file what is run
 */
export async function startReceiver(
  dir: string,
  file: string,
  prepare: (dir: string, file: string) => readonly [string, ...string[]],
): Promise<Receiver> {
  const port = await freePort();
  const path = join(dir, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('3000', String(port)));
  const [command, ...args] = prepare(dir, file);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd: dir,
    env: { PATH, HOME, ECF_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let failed: string | undefined;
  const closed = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failed = error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  own(file, async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
  const url = `http://127.0.0.1:${port}/webhooks`;
  await until(
    `${file} listens`,
    async () => {
      if (failed !== undefined || child.exitCode !== null)
        throw new Error(`${file} ended: ${failed ?? ''} ${output}`);
      return (await fetch(url).catch(() => undefined)) !== undefined;
    },
    { withinMs: 60_000 },
  );
  return { url, secret, printed: () => output };
}

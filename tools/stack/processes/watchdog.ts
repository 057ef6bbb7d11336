/**
 * Children must not outlive us, even when kill -9 leaves us no time to run code. Each child gets a watchdog: a shell that reads
 * a pipe whose other end only we hold. When we die, the system closes our end, the read ends, and the watchdog stops the child.
 * The watchdog runs in its own session. So Ctrl-C in a terminal reaches only us, and we decide the order in which things stop.
 * Windows has no /bin/sh and no watchdog: there the next start finds the port busy.
 */
import { spawn } from 'node:child_process';

/** A clean stop of mongod or a worker takes about a second. After this long it is killed. */
const graceSeconds = 10;

const script = `
while read -r _; do :; done
kill -TERM "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt ${graceSeconds * 10} ]; then kill -KILL "$1" 2>/dev/null; exit; fi
  sleep 0.1
done`;

/** Call the returned function when that process has ended by itself. */
export function watchOver(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const dog = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  });
  // Without a shell there is no watchdog; a clean stop still stops the child.
  dog.on('error', () => undefined);
  dog.stdin.on('error', () => undefined);
  dog.unref();
  return () => dog.kill('SIGKILL');
}

/**
 * Children must not outlive us, even when we are killed with -9 and run no code any more. Each child gets a watchdog: a
 * shell that reads a pipe whose other end only we hold. The system closes our end when we die, the read ends, and the
 * watchdog stops the child. It runs in its own session, so that Ctrl-C in a terminal reaches us alone and we decide the
 * order in which things stop. On Windows, which has no /bin/sh, there is none: the next start finds the port busy.
 */
import { spawn } from 'node:child_process';

/** A clean stop of mongod or a worker takes about a second; after this long it is killed. */
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

/** Watches over `pid`; the function it answers must be called when that process has gone by itself. */
export function watchOver(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const dog = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // Nothing of our environment is its business.
    env: { PATH: '/usr/bin:/bin' },
  });
  // Without a shell there is no watchdog; the child is still stopped by a clean stop.
  dog.on('error', () => undefined);
  dog.stdin.on('error', () => undefined);
  dog.unref();
  return () => dog.kill('SIGKILL');
}

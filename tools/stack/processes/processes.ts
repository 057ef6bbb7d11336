/**
 * Processes of this machine, named so that a process id that was given out again is not mistaken for the one meant:
 * a recorded id alone would let a lock survive a restart of the machine, or have a stranger stopped.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './wait.js';

export interface ProcessRef {
  readonly pid: number;
  /** When the process started, as the system tells it; empty where it does not tell. */
  readonly started: string;
}

/** `ps` of a busy machine answers in well under a second; it is asked only where there is no /proc. */
const psLimitMs = 5_000;

/** The process with this id as it runs now, or undefined when there is none (or only its unreaped remains). */
export function processRef(pid: number): ProcessRef | undefined {
  if (process.platform === 'linux') return linuxProcess(pid);
  if (!exists(pid)) return undefined;
  if (process.platform === 'win32') return { pid, started: '' };
  try {
    const options = { encoding: 'utf8', timeout: psLimitMs } as const;
    return { pid, started: execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim() };
  } catch {
    return { pid, started: '' };
  }
}

export function isRunning(ref: ProcessRef): boolean {
  const now = processRef(ref.pid);
  return now !== undefined && now.started === ref.started;
}

/** SIGTERM, then SIGKILL once `limitMs` have passed. Resolves when the process is gone; harmless when it already is. */
export async function stopProcess(ref: ProcessRef, limitMs: number): Promise<void> {
  const gone = () => Promise.resolve(!isRunning(ref));
  if (await gone()) return;
  signal(ref.pid, 'SIGTERM');
  if (await until(gone, { everyMs: 50, limitMs })) return;
  signal(ref.pid, 'SIGKILL');
  await until(gone, { everyMs: 50, limitMs: killLimitMs });
}

/** A killed process disappears at once unless it is inside a disk operation. */
export const killLimitMs = 10_000;

/** Sends a signal; a process that has just gone is no failure. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** /proc/<pid>/stat, field 3 (state) and field 22 (start in clock ticks since boot), proc(5); plus the boot's own id. */
function linuxProcess(pid: number): ProcessRef | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in field 2 may hold blanks and parentheses: count from behind its last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { pid, started: `${boot}/${fields[19] ?? ''}` };
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

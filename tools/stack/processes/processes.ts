/**
 * Identifies processes of this machine by id and start time, because the system gives ids out again. By id alone, a lock could
 * survive a restart of the machine, or we could stop a foreign process.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessRef {
  readonly pid: number;
  /** When the process started, as the system reports it; empty when the system does not report it. */
  readonly started: string;
}

/** It is used only where there is no /proc. */
const psLimitMs = 5_000;

/** Undefined when no process has it, or when it is a zombie. */
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

/** A killed process ends at once, unless it is inside a disk operation. */
export const killLimitMs = 10_000;

/** Sends a signal. It is not a failure if the process has just ended. */
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
    // The command in field 2 may contain blanks and parentheses, so fields are counted from its last parenthesis.
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

/** Processor time of other processes and of their children, as Linux counts it: in ticks of 10 ms. */
import { readFileSync } from 'node:fs';

const msPerTick = 10;
/** In /proc/{pid}/stat, after the name in parentheses: user and system ticks, and the same two of the children that have ended. */
const ticksFields = [11, 12, 13, 14];

/** @returns milliseconds by name; without the processes that have ended, and empty on another system than Linux */
export function processorMs(
  pids: Readonly<Record<string, number | undefined>>,
): Readonly<Record<string, number>> {
  const entries = Object.entries(pids).flatMap(([name, pid]) => {
    const ticks = pid === undefined ? undefined : ticksOf(pid);
    return ticks === undefined ? [] : [[name, ticks * msPerTick] as const];
  });
  return Object.fromEntries(entries);
}

function ticksOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = ticksFields.reduce((sum, field) => sum + Number(fields[field]), 0);
    return childrenOf(pid).reduce((sum, child) => sum + (ticksOf(child) ?? 0), own);
  } catch {
    return undefined;
  }
}

/** PostgreSQL and nginx work in processes that their first one starts. That one has no other thread. */
function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

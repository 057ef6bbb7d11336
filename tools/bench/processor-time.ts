/** Processor time of other processes, as Linux counts it: in ticks of 10 ms. */
import { readFileSync } from 'node:fs';

const msPerTick = 10;
/** In /proc/{pid}/stat, after the name in parentheses: user and system ticks. */
const userField = 11;
const systemField = 12;

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
    return Number(fields[userField]) + Number(fields[systemField]);
  } catch {
    return undefined;
  }
}

/** Lets a thread work only in the processor time that the other threads of the process leave (Linux only). */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread. `/proc/thread-self` leads to the folder of the thread that reads it; see proc(5). Linux gives
 * each thread its own priority.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // A sandbox may forbid the lower priority. Then the thread works with the usual one.
  }
}

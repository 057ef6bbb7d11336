/** The priorities of this process and of its threads (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

/** As nice values: 0 is the usual one, and a higher one gives way. */
export function threadPriorities(): { readonly process: number; readonly threads: readonly number[] } {
  const threads = readdirSync('/proc/self/task').map((task) => niceOf(`/proc/self/task/${task}/stat`));
  return { process: niceOf('/proc/self/stat'), threads };
}

/** Field 19 of proc(5). The name in field 2 may contain blanks. */
function niceOf(file: string): number {
  const stat = readFileSync(file, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

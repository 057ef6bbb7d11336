/** Limits the work that something may cost. Wall clock time also passes while other processes use the processor. */

/** What this process has used so far, with all its threads, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

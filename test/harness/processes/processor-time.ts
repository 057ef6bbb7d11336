/** Bounds how much work something is. Time on the wall also passes while other processes have the processor. */

/** What this process has used so far, with all its threads, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

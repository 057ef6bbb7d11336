/** Stops a process cleanly, once, at Ctrl-C or SIGTERM. */

/**
 * Call it before the process says that it is ready: a signal that comes earlier ends the process at once.
 * @param stopMs after this time we end the process, even if it has not stopped
 */
export function stopOnSignal(stop: () => Promise<void>, stopMs = 15_000): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

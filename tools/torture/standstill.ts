/** Limits all waiting of a run: something must become final or recover regularly. */

/** If nothing moves or recovers for this long, the run hangs, even on a busy machine. */
const standstillMs = 300_000;

export function watchForStandstill() {
  let last = Date.now();
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (fail = reject));
  // The code that awaits it gets the error. Before that, the rejection must not end the process.
  failure.catch(() => undefined);
  const timer = setInterval(() => {
    if (Date.now() - last > standstillMs) fail(new Error(`Nothing moved for ${standstillMs} ms`));
  }, 1_000);
  return {
    progress: (): void => {
      last = Date.now();
    },
    failure,
    fail: (error: unknown) => fail(error),
    end: () => clearInterval(timer),
  };
}

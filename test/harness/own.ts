/**
 * What a test file started: processes, servers, connections. The harness owns it, and releases it after the file's last test,
 * in reverse order, even when a test or the set-up failed. So nothing is left that keeps Jest from ending.
 */

type Release = () => unknown;

export interface Scope {
  /** @returns a function that releases it now; only the first call has an effect */
  readonly own: (what: string, release: Release) => () => Promise<void>;
  /** Releases everything, even when some releases fail; then rejects with the failures. */
  readonly close: () => Promise<void>;
}

/** The slowest releases are a mongod that flushes its data, and a worker that completes a delivery. */
const releaseLimitMs = 40_000;
const fileLimitMs = 120_000;

const file = createScope('the test file');
afterAll(() => file.close(), fileLimitMs);

export const { own } = file;

/** A scope that can be released as one, at any time, and at the latest at the end of the file. */
export function openScope(what: string): Scope {
  const scope = createScope(what);
  own(what, () => scope.close());
  return scope;
}

function createScope(name: string): Scope {
  const owned = new Set<() => Promise<void>>();
  let over = false;

  return {
    own: (what, release) => {
      let released: Promise<void> | undefined;
      const once = () => {
        owned.delete(once);
        return (released ??= within(what, release));
      };
      if (over) {
        // A set-up that exceeded its time limit still runs; without this its process would stay behind.
        void once().catch(() => undefined);
        throw new Error(`${name} is over: ${what} is not kept`);
      }
      owned.add(once);
      return once;
    },
    close: async () => {
      over = true;
      const failures: unknown[] = [];
      for (const release of [...owned].reverse())
        await release().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
    },
  };
}

async function within(what: string, release: Release): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${what}: not gone within ${releaseLimitMs} ms`);
    timer = setTimeout(() => reject(error), releaseLimitMs);
  });
  try {
    await Promise.race([release(), late]);
  } finally {
    clearTimeout(timer);
  }
}

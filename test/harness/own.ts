/**
 * What a test file started: processes, servers, connections. The harness owns it, and lets go of it after the file's last
 * test, the last first, whatever became of the tests and of their set-up: nothing is left that keeps Jest from ending.
 */

type Release = () => unknown;

export interface Scope {
  /** @returns lets go of it now; once, however often it is called */
  readonly own: (what: string, release: Release) => () => Promise<void>;
  /** Lets go of everything, whatever fails; rejects with what failed. */
  readonly close: () => Promise<void>;
}

/** The slowest is a mongod that flushes its data, and a worker that brings a delivery to its end. */
const releaseLimitMs = 40_000;
const fileLimitMs = 120_000;

const file = createScope('the test file');
afterAll(() => file.close(), fileLimitMs);

export const { own } = file;

/** For what is let go of together, at any time; at the end of the file at the latest. */
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
        // A set-up that ran beyond its limit goes on, and would leave this behind.
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

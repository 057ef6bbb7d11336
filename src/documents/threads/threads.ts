/**
 * Threads for large vouchers, for printing and for workbooks. Each one is a pool of its own with one thread: a thread whose WebAssembly
 * memory grew too far must end, and Piscina cannot end a certain thread of a larger pool. A thread starts when it is needed and ends after
 * some time without work, so a process without large vouchers has none.
 */
import { openPool, type Pool } from '../../shared/threads/pool.js';
import type { Done } from './thread-result.js';
import type { Job, Works } from './works.js';

export interface ThreadLimits {
  /** Heap of one thread, in MiB. Node ends a thread that needs more. */
  readonly heapMiB: number;
  /** A thread with more WebAssembly memory than this after its work is replaced. */
  readonly wasmBytesMax: number;
  readonly workMs: number;
}

/** The thread that had the work ended: it had too little memory or took too long. */
export class ThreadEndedError extends Error {
  constructor(options: ErrorOptions) {
    super('The thread that worked on a voucher ended', options);
    this.name = 'ThreadEndedError';
  }
}

export type Replaced = 'wasm' | 'ended';

export interface Threads {
  /** The caller runs no more work at once than it wants threads. @throws ThreadEndedError */
  run<Name extends keyof Works>(job: Job<Name>): Promise<Works[Name]['result']>;
  count(): number;
  close(): Promise<void>;
}

export interface ThreadKind {
  readonly program: 'thread' | 'print-thread' | 'workbook-thread';
  readonly data?: unknown;
  readonly idleMs: number;
}

export function createThreads(
  { program, data, idleMs }: ThreadKind,
  limits: ThreadLimits,
  onReplaced: (why: Replaced) => void,
): Threads {
  const idle: Pool[] = [];
  const all = new Set<Pool>();

  const start = (): Pool => {
    const thread = openPool({
      program: `documents/threads/${program}`,
      threadsMax: 1,
      idleMs,
      data,
      heapMiB: limits.heapMiB,
    });
    all.add(thread);
    return thread;
  };
  const end = async (thread: Pool) => {
    all.delete(thread);
    await thread.destroy();
  };

  return {
    run: async <Name extends keyof Works>({ name, bytes, input }: Job<Name>) => {
      // The thread that worked last: the others may end.
      const thread = idle.pop() ?? start();
      const copy = new Uint8Array(bytes);
      const ending = new AbortController();
      const limit = setTimeout(() => ending.abort(new Error('The work took too long')), limits.workMs);
      // When a thread fails at its start, Piscina emits an error and the work would wait for ever.
      const onError = (error: unknown) => ending.abort(error);
      thread.on('error', onError);
      let done: Done;
      try {
        const options = { name: 'runJob', transferList: [copy.buffer], signal: ending.signal };
        done = (await thread.run({ name, bytes: copy, input }, options)) as Done;
      } catch (error) {
        // The work itself failed, as it would in the calling thread.
        if (thread.threads.length > 0 && !ending.signal.aborted) {
          idle.push(thread);
          throw error;
        }
        onReplaced('ended');
        await end(thread);
        throw new ThreadEndedError({ cause: error });
      } finally {
        clearTimeout(limit);
        thread.off('error', onError);
      }
      if (done.wasmBytes > limits.wasmBytesMax) {
        onReplaced('wasm');
        await end(thread);
      } else idle.push(thread);
      return done.result;
    },
    count: () => [...all].reduce((sum, { threads }) => sum + threads.length, 0),
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
}

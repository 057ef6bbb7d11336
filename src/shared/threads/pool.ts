/** A pool of threads that run one program of the project. They start when they are needed, and end after some time without work. */
import { Piscina } from 'piscina';
import { builtProgram } from '../project-file.js';

export type Pool = Piscina;

interface PoolOfThreads {
  readonly program: string;
  readonly threadsMax: number;
  readonly idleMs: number;
  readonly data?: unknown;
  /** Node ends a thread that needs more. Default: as much as Node gives. */
  readonly heapMiB?: number;
}

export function openPool({ program, threadsMax, idleMs, data, heapMiB }: PoolOfThreads): Pool {
  const pool = new Piscina({
    filename: builtProgram(program),
    minThreads: 0,
    maxThreads: threadsMax,
    idleTimeout: idleMs,
    // The thread waits on its event loop, where it can be ended at once.
    atomics: 'disabled',
    env: {},
    workerData: data,
    ...(heapMiB !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMiB } }),
  });
  // If a thread fails while it has no work, nobody needs to know: the next work starts another thread.
  pool.on('error', () => undefined);
  return pool;
}

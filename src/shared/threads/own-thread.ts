/**
 * Runs one piece of work on a file from outside in a thread of its own, for a limited time. Nothing says beforehand how long such a
 * file takes: a small one may keep a program busy for hours, and the event loop would stand still.
 */
import { Worker } from 'node:worker_threads';
import { builtProgram } from '../project-file.js';

export class OwnThreadError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OwnThreadError';
  }
}

interface OwnThread {
  /** Below src/, without its ending. It posts one message, its result. */
  readonly program: string;
  readonly data: unknown;
  readonly limitMs: number;
}

const heapMiB = 256;

export function inOwnThread({ program, data, limitMs }: OwnThread): Promise<unknown> {
  const thread = new Worker(builtProgram(program), {
    workerData: data,
    // A thread needs no secret of the process.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  });
  const result = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new OwnThreadError('The work took too long')), limitMs);
    thread.once('message', resolve);
    thread.once('error', (cause) => reject(new OwnThreadError('The thread failed', { cause })));
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new OwnThreadError('The thread ended'));
    });
  });
  // A thread never outlives its work. Native code runs on for a while after `terminate`, and the caller's limits count the thread until it
  // has ended.
  return result.finally(() => thread.terminate());
}

/** A thread of the pool: runs one piece of work after the other. Piscina calls `runJob`. */
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { createXsdValidator, wasmBytes, type XsdValidatorOptions } from '../xsd/xsd-validator.js';
import { runWork, type Job, type Works } from './works.js';

const xsd = createXsdValidator(workerData as XsdValidatorOptions);

/** What a thread returns. */
export interface Done {
  readonly result: Works[keyof Works]['result'];
  /** Memory of libxml2 after this work. It never shrinks, and Node's limits for a thread leave it out. */
  readonly wasmBytes: number;
}

export function runJob(job: Job): unknown {
  const done: Done = { result: runWork(job, xsd), wasmBytes: wasmBytes() };
  return move({ [transferableSymbol]: buffersOf(done.result), [valueSymbol]: done });
}

/** Copying fewer bytes takes no time, and they may belong to a constant that this thread keeps. */
const movedFromBytes = 64 * 1024;

/** The large buffers of a result. They change their owner instead of being copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array)
    return value.buffer instanceof ArrayBuffer && value.length >= movedFromBytes ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

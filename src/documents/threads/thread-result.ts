/** What a thread of a pool returns. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Works } from './works.js';

export interface Done {
  readonly result: Works[keyof Works]['result'];
  /** Memory of libxml2 after this work. It never shrinks, and Node's limits for a thread leave it out. */
  readonly wasmBytes: number;
}

export function threadResult(done: Done): unknown {
  return move({ [transferableSymbol]: buffersOf(done.result), [valueSymbol]: done });
}

/** Smaller buffers are copied: that takes no time, and they may belong to a constant that this thread keeps. */
const movedFromBytes = 64 * 1024;

function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array)
    return value.buffer instanceof ArrayBuffer && value.length >= movedFromBytes ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

/** DGII's file as taxpayers, in batches for the ledger. Rows that cannot be read are counted; too many are a wrong file. */
import type { Taxpayer } from '../ecf/model/taxpayer.js';
import { layoutOf, type Layout } from './columns.js';
import { RegistryFileError } from './registry-error.js';
import { linesOf } from './text.js';

/** About 200 KB: one round trip to the ledger, and no long pause of a process that does other things besides. */
export const batchRows = 1_000;
/** Of all lines. DGII's own file has a handful that cannot be read. */
const malformedShareMax = 0.01;
/** A small file may have so many, whatever the share. */
const malformedFree = 10;
/** Once so many are beyond the share, the rest is not read any more. */
const malformedAbort = 2_000;
/** Told to the operator, by their line. */
const malformedShown = 5;

export interface RegistryTally {
  /** Lines that are neither empty nor the heading. */
  lines: number;
  malformed: number;
  /** Numbers of the first malformed lines. */
  readonly malformedLines: number[];
}

export interface RegistryReading {
  /** Once; throws RegistryFileError as soon as the file proves to be a wrong one, at the end at the latest. */
  readonly batches: AsyncIterable<readonly Taxpayer[]>;
  /** Grows while `batches` is read. */
  readonly tally: Readonly<RegistryTally>;
}

export function readRegistry(chunks: AsyncIterable<Uint8Array>): RegistryReading {
  const tally: RegistryTally = { lines: 0, malformed: 0, malformedLines: [] };
  return { batches: batchesOf(chunks, tally), tally };
}

async function* batchesOf(
  chunks: AsyncIterable<Uint8Array>,
  tally: RegistryTally,
): AsyncGenerator<readonly Taxpayer[]> {
  let layout: Layout | undefined;
  let lineNumber = 0;
  let batch: Taxpayer[] = [];
  let rows = 0;
  for await (const lines of linesOf(chunks)) {
    for (const line of lines) {
      lineNumber += 1;
      if (line.trim() === '') continue;
      if (layout === undefined) {
        layout = layoutOf(line);
        if (layout.heading) continue;
      }
      tally.lines += 1;
      const taxpayer = layout.read(line);
      if (taxpayer === undefined) {
        tally.malformed += 1;
        if (tally.malformedLines.length < malformedShown) tally.malformedLines.push(lineNumber);
        continue;
      }
      batch.push(taxpayer);
      if (batch.length < batchRows) continue;
      yield batch;
      rows += batch.length;
      batch = [];
    }
    check(tally, malformedAbort);
  }
  check(tally, malformedFree);
  if (rows + batch.length === 0) throw new RegistryFileError('EMPTY');
  if (batch.length > 0) yield batch;
}

function check({ lines, malformed, malformedLines }: RegistryTally, free: number): void {
  if (malformed <= Math.max(free, lines * malformedShareMax)) return;
  const detail = `${malformed} de ${lines}; las primeras: ${malformedLines.join(', ')}.`;
  throw new RegistryFileError('TOO_MANY_MALFORMED', detail);
}

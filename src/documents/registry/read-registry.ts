/** Reads taxpayers from DGII's file, in batches for the ledger. Counts unreadable rows; too many mean that the file is wrong. */
import type { Taxpayer } from '../../ecf/model/taxpayer.js';
import { layoutOf, type Layout } from './columns.js';
import { RegistryFileError } from './registry-error.js';
import { linesOf } from './text.js';

/** About 200 KB: one round trip to the ledger, and no long pause for the other work of the process. */
export const batchRows = 1_000;
/** Share of all lines. DGII's own file has a handful of unreadable lines. */
const malformedShareMax = 0.01;
/** A file may always have this many, even a small one. */
const malformedFree = 10;
/** Reading stops early when more lines than this, and more than the share, are unreadable. */
const malformedAbort = 2_000;
/** What accented letters become if they are read in another encoding. */
const garbledLetters = /[\ufffd\x80-\x9f¤¥Ð\u2500-\u259f]|Ã[^A-Za-z ]/;

const malformedShown = 5;

export interface RegistryTally {
  /** Lines that are neither empty nor the heading. */
  lines: number;
  malformed: number;
  readonly malformedLines: number[];
  garbled: number;
}

export interface RegistryReading {
  /** Can be read once. Throws RegistryFileError when the file proves to be wrong, at the latest at its end. */
  readonly batches: AsyncIterable<readonly Taxpayer[]>;
  readonly tally: Readonly<RegistryTally>;
}

export function readRegistry(chunks: AsyncIterable<Uint8Array>): RegistryReading {
  const tally: RegistryTally = { lines: 0, malformed: 0, malformedLines: [], garbled: 0 };
  return { batches: batchesOf(chunks, tally), tally };
}

async function* batchesOf(
  chunks: AsyncIterable<Uint8Array>,
  tally: RegistryTally,
): AsyncGenerator<readonly Taxpayer[]> {
  const readLine = createLineReader(tally);
  let batch: Taxpayer[] = [];
  let rows = 0;
  for await (const lines of linesOf(chunks)) {
    for (const line of lines) {
      const taxpayer = readLine(line);
      if (taxpayer === undefined) continue;
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

/** The first line with text decides the layout. */
function createLineReader(tally: RegistryTally): (line: string) => Taxpayer | undefined {
  let layout: Layout | undefined;
  let lineNumber = 0;
  return (line) => {
    lineNumber += 1;
    if (line.trim() === '') return undefined;
    if (layout === undefined) {
      layout = layoutOf(line);
      if (layout.heading) return undefined;
    }
    tally.lines += 1;
    const taxpayer = layout.read(line);
    if (taxpayer !== undefined) {
      if (garbledLetters.test(taxpayer.razonSocial)) tally.garbled += 1;
      return taxpayer;
    }
    tally.malformed += 1;
    if (tally.malformedLines.length < malformedShown) tally.malformedLines.push(lineNumber);
    return undefined;
  };
}

function check({ lines, malformed, malformedLines, garbled }: RegistryTally, free: number): void {
  const allowed = Math.max(free, lines * malformedShareMax);
  if (garbled > allowed) throw new RegistryFileError('NAMES_GARBLED', `${garbled} de ${lines}.`);
  if (malformed <= allowed) return;
  const detail = `${malformed} de ${lines}; las primeras: ${malformedLines.join(', ')}.`;
  throw new RegistryFileError('TOO_MANY_MALFORMED', detail);
}

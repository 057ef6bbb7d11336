/** The highest number handed out of a range. There is no counter: the reservations themselves show it. */
import { LRUCache } from 'lru-cache';
import type { Document } from 'mongodb';
import { formatEncf } from '../../ecf/model/encf.js';
import type { Collections } from '../collections.js';
import { union, valuesOf } from '../mongo/union.js';
import {
  reservationId,
  sequenceKey,
  serialMax,
  serialOf,
  type AnnulmentRecord,
  type Authorization,
  type SequenceRef,
} from './numbers.js';

/** Both limits are included. */
export interface SerialRange {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export function idsOf({ key, from, to }: SerialRange) {
  return { $gte: reservationId(key, from), $lte: reservationId(key, to) };
}

export function rangeOf(key: string, { first, last }: Pick<Authorization, 'first' | 'last'>): SerialRange {
  return { key, from: first, to: last };
}

/** Reads with majority. Undefined: no number from `from` to `to` (inclusive) was handed out. */
export async function highestReserved(
  collections: Pick<Collections, 'reservations'>,
  range: SerialRange,
): Promise<number | undefined> {
  const [highest] = await highestOfEach(collections, [range]);
  return highest;
}

/** How many ranges this process remembers the highest number of. */
const rangesMax = 10_000;
/** How many new numbers of a range one read may find. With more new numbers it is cheaper to ask for the highest one of each range. */
const newMax = 4;

/**
 * One answer for each range, in their order. A number that was handed out stays handed out, so each read begins at the highest number that
 * this process has seen.
 */
export function createHighestOfEach(collections: Pick<Collections, 'reservations'>) {
  const seen = new LRUCache<string, number>({ max: rangesMax });
  const nameOf = ({ key, from, to }: SerialRange) => `${key}:${from}:${to}`;

  /** Undefined: this process has not seen one of the ranges yet, or there are too many new numbers. */
  const readNew = async (ranges: readonly SerialRange[]): Promise<Highest | undefined> => {
    const known = ranges.flatMap((range) => {
      const highest = seen.get(nameOf(range));
      return highest === undefined ? [] : [{ ...range, highest, from: Math.max(range.from, highest) }];
    });
    if (known.length < ranges.length || ranges.length > rangesInOneCommand) return undefined;
    const limit = known.length * (newMax + 1);
    const found = await findNew(collections.reservations, known).limit(limit).toArray();
    if (found.length === limit) return undefined;
    return known.map(({ key, from, to, highest }) => {
      const ofRange = found
        .filter(({ _id }) => _id >= reservationId(key, from) && _id <= reservationId(key, to))
        .map(({ _id }) => serialOf(_id));
      const highestNow = Math.max(highest, ...ofRange);
      return highestNow < from ? undefined : highestNow;
    });
  };

  return async (ranges: readonly SerialRange[]): Promise<Highest> => {
    if (ranges.length === 0) return [];
    const highest = (await readNew(ranges)) ?? (await highestOfEach(collections, ranges));
    for (const [index, range] of ranges.entries()) seen.set(nameOf(range), highest[index] ?? range.from - 1);
    return highest;
  };
}

/** Exported for the explain test. */
export function findNew(reservations: Collections['reservations'], ranges: readonly SerialRange[]) {
  return reservations.find({ $or: ranges.map(within) }, { projection: { _id: 1 }, hint: '_id_' });
}

/** Undefined: no number of the range was handed out. */
type Highest = readonly (number | undefined)[];

/** MongoDB allows 1,000 stages in a command. Nearly all companies have fewer ranges than this in use. */
export const rangesInOneCommand = 100;

export async function highestOfEach(
  { reservations }: Pick<Collections, 'reservations'>,
  ranges: readonly SerialRange[],
): Promise<Highest> {
  const highest: (number | undefined)[] = ranges.map(() => undefined);
  for (let start = 0; start < ranges.length; start += rangesInOneCommand) {
    const some = ranges.slice(start, start + rangesInOneCommand);
    const found = reservations.aggregate<{ _id: string; range: number }>(highestPipeline(reservations, some));
    for await (const { _id, range } of found) highest[start + range] = serialOf(_id);
  }
  return highest;
}

/** Each range is a pipeline of its own, which reads one key of the index. */
export function highestPipeline(reservations: Collections['reservations'], ranges: readonly SerialRange[]) {
  const [first = [], ...others] = ranges.map((range, index) => [
    ...latestOf(range),
    { $project: { range: { $literal: index } } },
  ]);
  return [...first, ...others.map((pipeline) => union(reservations, pipeline))];
}

function latestOf(range: SerialRange) {
  return [{ $match: within(range) }, { $sort: { _id: -1 as const } }, { $limit: 1 }];
}

/** The numbers of a range after the highest one handed out. Empty, with `to` below `from`, when all were. */
export function restOf({ key, from, to }: SerialRange, highest: number | undefined): SerialRange {
  return { key, from: (highest ?? from - 1) + 1, to };
}

/** `_id` begins with the key. The filter has it again so that a sharded ledger asks only one shard. */
function within(range: SerialRange) {
  return { _id: idsOf(range), key: range.key };
}

/** Why a number that was not handed out is taken: a document has it, it was voided at DGII, or we are asking DGII to void it. */
export type Taken = 'used' | 'annulled' | 'locked';
export type TakenNumbers = ReadonlyMap<number, Taken>;

export interface EndRecord {
  readonly highest: string;
  readonly used: string;
  readonly voided: Pick<AnnulmentRecord, '_id' | 'lock'>;
}

export function highestIn(range: SerialRange): Document[] {
  return [...latestOf(range), { $project: { _id: 0, highest: '$_id' } }];
}

/**
 * Finds the numbers of a window that are taken without a reservation. While the service assigns the numbers, it admits no document
 * with a number that it did not hand out. So a document found here is older than that. A number that is annulled at this moment may
 * still be handed out; `send` refuses it.
 */
export function takenIn(
  { documents, annulments }: Pick<Collections, 'documents' | 'annulments'>,
  { companyId, environment, ecfType, from, to }: SequenceRef & Pick<SerialRange, 'from' | 'to'>,
): Document[] {
  const key = sequenceKey({ companyId, environment, ecfType });
  // A number has ten digits, and the window may end above the last one.
  const last = Math.min(to, serialMax);
  const encf = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, last) };
  const _id = idsOf({ key, from, to: last });
  return [
    union(documents, [{ $match: { companyId, environment, encf } }, { $project: { _id: 0, used: '$encf' } }]),
    union(annulments, [
      { $match: { _id } },
      { $project: { _id: 0, voided: { _id: '$_id', lock: '$lock' } } },
    ]),
  ];
}

export function takenOf(found: readonly Partial<EndRecord>[]): TakenNumbers {
  const taken = new Map<number, Taken>();
  for (const encf of valuesOf(found, 'used')) taken.set(serialOf(encf), 'used');
  for (const { _id, lock } of valuesOf(found, 'voided'))
    taken.set(serialOf(_id), lock === undefined ? 'annulled' : 'locked');
  return taken;
}

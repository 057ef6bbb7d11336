/** What is left of a company's authorized numbers, for clients and operators (spec §3.1). */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Document } from 'mongodb';
import { isPast } from '../../ecf/model/dates.js';
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { closedIn } from './annulments.js';
import { inOrder, readSequences } from './authorizations.js';
import {
  createHighestOfEach,
  idsOf,
  rangeOf,
  rangesInOneCommand,
  restOf,
  type SerialRange,
} from './highest-number.js';
import {
  serialOf,
  type Authorization,
  type AuthorizationStatus,
  type SequenceRecord,
  type SequenceStatus,
} from './numbers.js';

const companiesMax = 10_000;

interface RangeInUse extends SerialRange {
  readonly id: string;
}

interface LastAnswer {
  readonly inUse: readonly RangeInUse[];
  /** The numbers of these ranges after the highest one handed out. */
  readonly rests: readonly SerialRange[];
}

export function createSequencesOverview(collections: Collections) {
  const highestOfEach = createHighestOfEach(collections);
  /**
   * What a company's last answer was about. The next answer nearly always has the same ranges, and often no number was handed out since. So
   * we read the highest numbers and the stock at the same time as the ranges.
   */
  const lastAnswers = new LRUCache<string, LastAnswer>({ max: companiesMax });

  /** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
  return async (
    companyId: number,
    environment: Environment,
    today: string,
  ): Promise<readonly SequenceStatus[]> => {
    const company = `${companyId}:${environment}`;
    const last = lastAnswers.get(company) ?? { inUse: [], rests: [] };
    const [records, earlyHighest, earlyStocks] = await Promise.all([
      readSequences(collections, companyId, environment),
      highestOfEach(last.inUse),
      stocksOf(collections, last.rests),
    ]);
    const inUse = records.flatMap((record) => rangesInUse(record, today));
    const highest = isDeepStrictEqual(inUse, last.inUse) ? earlyHighest : await highestOfEach(inUse);
    const rests = inUse.map((range, index) => restOf(range, highest[index]));
    const stocks = isDeepStrictEqual(rests, last.rests) ? earlyStocks : await stocksOf(collections, rests);
    lastAnswers.set(company, { inUse, rests });
    // The id of an authorization is an e-NCF, so it differs from those of other types too.
    const stockById = new Map(inUse.map(({ id }, index) => [id, stocks[index]]));
    const byType = new Map(records.map((record) => [record.ecfType, record.authorizations]));
    return ecfTypeList.map((ecfType) => {
      const authorizations = inOrder(byType.get(ecfType) ?? []);
      return sequenceStatus(
        ecfType,
        authorizations.map((one) => authorizationStatus(one, stockById.get(one.id))),
      );
    });
  };
}

/** An expired authorization has no numbers left to hand out, so its highest number does not matter. */
function rangesInUse({ _id: key, authorizations }: SequenceRecord, today: string): RangeInUse[] {
  return authorizations.flatMap((one) =>
    isPast(one.expiresOn, today) ? [] : [{ id: one.id, ...rangeOf(key, one) }],
  );
}

/** Without a stock the authorization has expired. */
function authorizationStatus(authorization: Authorization, stock: Stock | undefined): AuthorizationStatus {
  if (stock === undefined) return { ...authorization, next: null, available: 0, state: 'Vencida' };
  const { next = null, left } = stock;
  return { ...authorization, next, available: left, state: next === null ? 'Agotada' : 'Vigente' };
}

function sequenceStatus(
  ecfType: SequenceStatus['ecfType'],
  authorizations: readonly AuthorizationStatus[],
): SequenceStatus {
  const current = authorizations.find(({ state }) => state === 'Vigente');
  const shown =
    current ?? authorizations.findLast(({ state }) => state === 'Agotada') ?? authorizations.at(-1);
  return {
    ecfType,
    next: current?.next ?? null,
    available: authorizations.reduce((sum, { available }) => sum + available, 0),
    expiresOn: shown?.expiresOn ?? null,
    state: shown?.state ?? 'Sin autorizaciones',
    authorizations,
  };
}

export interface Stock {
  /** The number that `next` hands out. Undefined if none is left. */
  readonly next: number | undefined;
  readonly left: number;
}

type Annulments = Pick<Collections, 'annulments'>;

/** The stock of each range, in their order. `next` skips closed numbers (voided at DGII, or locked until DGII answers), so they are not left. */
export async function stocksOf(
  collections: Annulments,
  ranges: readonly SerialRange[],
): Promise<readonly Stock[]> {
  const closed = await countClosed(collections, ranges);
  const stocks: Stock[] = [];
  // One after the other, because a company may have many ranges. Few have closed numbers, and only these are read.
  for (const range of ranges) {
    const count = closed.get(range) ?? 0;
    const left = sizeOf(range) - count;
    const next = left <= 0 || count === 0 ? range.from : await firstOpen(collections, range);
    // If more numbers were closed since the count, none may be left.
    stocks.push(left <= 0 || next > range.to ? { next: undefined, left: 0 } : { next, left });
  }
  return stocks;
}

/** Zero or less: all numbers were handed out. */
function sizeOf({ from, to }: SerialRange): number {
  return to - from + 1;
}

/** How many numbers of each range are closed. Ranges without any are not in the map. */
async function countClosed(
  { annulments }: Annulments,
  ranges: readonly SerialRange[],
): Promise<ReadonlyMap<SerialRange, number>> {
  const counts = new Map<SerialRange, number>();
  const open = ranges.filter((range) => sizeOf(range) > 0);
  for (let start = 0; start < open.length; start += rangesInOneCommand) {
    const some = open.slice(start, start + rangesInOneCommand);
    const found = annulments.aggregate<{ _id: number; count: number }>(closedPipeline(some));
    for await (const { _id: index, count } of found) {
      const range = some[index];
      if (range !== undefined) counts.set(range, count);
    }
  }
  return counts;
}

/** Counts keys of the index, by the position of their range. Exported for the explain test. */
export function closedPipeline(ranges: readonly SerialRange[]): Document[] {
  const branches = ranges.map((range, index) => {
    const { $gte, $lte } = idsOf(range);
    return { case: { $and: [{ $gte: ['$_id', $gte] }, { $lte: ['$_id', $lte] }] }, then: index };
  });
  return [
    { $match: { $or: ranges.map((range) => ({ _id: idsOf(range) })) } },
    { $group: { _id: { $switch: { branches } }, count: { $sum: 1 } } },
  ];
}

/** Reads the closed numbers only up to the first number that is not closed. It may be the one after the range. */
async function firstOpen(collections: Annulments, range: SerialRange): Promise<number> {
  let open = range.from;
  for await (const { _id } of closedIn(collections, range)) {
    if (serialOf(_id) !== open) break;
    open += 1;
  }
  return open;
}

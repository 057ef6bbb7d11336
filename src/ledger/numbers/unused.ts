/** Numbers that were reserved and never sent, oldest first, for reconciliation. Uses only the index `unused`. */
import type { Filter } from 'mongodb';
import { readSequences } from './authorizations.js';
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import { isLive } from '../vouchers/live-document.js';
import {
  clientReference,
  encfOf,
  type Authorization,
  type ReservationRecord,
  type UnusedPage,
  type UnusedQuery,
} from './numbers.js';

const unusedPageMax = 1_000;
/** We skip a number whose document was admitted a moment ago. There are few, so a few queries fill a page. */
const roundsMax = 20;

const shown = { _id: 1, ecfType: 1, n: 1, ref: 1, reservedAt: 1, authorization: 1 } as const;
type Shown = Pick<ReservationRecord, keyof typeof shown>;

export function createUnused(collections: Collections) {
  return async (query: UnusedQuery): Promise<UnusedPage> => {
    const limit = Math.min(query.limit, unusedPageMax);
    const authorizations = await authorizationsOf(collections, query);
    const found: Shown[] = [];
    let cursor = query.cursor;
    let more = true;
    for (let round = 0; more && found.length < limit && round < roundsMax; round++) {
      const wanted = limit - found.length;
      const page = await readPage(collections, { ...query, limit: wanted, ...(cursor && { cursor }) });
      const last = page.at(-1);
      more = page.length === wanted;
      if (last !== undefined) cursor = { at: last.reservedAt, id: last._id };
      found.push(...(await withoutDocument(collections, query, page)));
    }
    const numbers = found.map((record) => {
      const { ecfType, ref, reservedAt, authorization } = record;
      const expiresOn = authorizations.get(authorization)?.expiresOn ?? null;
      return { encf: encfOf(record), ecfType, ref: clientReference(ref), reservedAt, expiresOn };
    });
    return { numbers, next: more ? cursor : undefined };
  };
}

/** Exported for the explain test. */
export function unusedFilter(query: Omit<UnusedQuery, 'limit'>): Filter<ReservationRecord> {
  const { companyId, environment, reservedBefore, cursor } = query;
  const mine = { companyId, environment, state: 'reserved' } as const;
  if (cursor === undefined) return { ...mine, reservedAt: { $lte: reservedBefore } };
  return {
    ...mine,
    reservedAt: { $gte: cursor.at, $lte: reservedBefore },
    $or: [{ reservedAt: { $gt: cursor.at } }, { _id: { $gt: cursor.id } }],
  };
}

export const unusedOrder = { reservedAt: 1, _id: 1 } as const;

function readPage({ reservations }: Collections, query: UnusedQuery): Promise<Shown[]> {
  return reservations
    .find<Shown>(unusedFilter(query), {
      projection: shown,
      hint: 'unused',
      batchSize: query.limit,
      maxTimeMS: pageLimitMs,
    })
    .sort(unusedOrder)
    .limit(query.limit)
    .toArray();
}

/**
 * An admitted voucher has its number, although the number may be marked as used a moment later. A number that was voided or locked
 * while `next` skipped it is not free either.
 */
async function withoutDocument(
  { documents, annulments }: Collections,
  { companyId, environment }: UnusedQuery,
  page: readonly Shown[],
): Promise<Shown[]> {
  if (page.length === 0) return [];
  const [having, closed] = await Promise.all([
    documents
      .find(
        { companyId, environment, encf: { $in: page.map(encfOf) } },
        {
          projection: { _id: 0, encf: 1, state: 1, 'verdict.secuenciaUtilizada': 1 },
          maxTimeMS: pageLimitMs,
        },
      )
      .limit(page.length)
      .toArray(),
    annulments
      .find({ _id: { $in: page.map(({ _id }) => _id) } }, { projection: { encf: 1 }, maxTimeMS: pageLimitMs })
      .limit(page.length)
      .toArray(),
  ]);
  const taken = new Set([...having.filter(isLive), ...closed].map(({ encf }) => encf));
  return page.filter((record) => !taken.has(encfOf(record)));
}

async function authorizationsOf(
  collections: Collections,
  { companyId, environment }: UnusedQuery,
): Promise<ReadonlyMap<string, Authorization>> {
  const records = await readSequences(collections, companyId, environment);
  const all = records.flatMap(({ authorizations }) => authorizations);
  return new Map(all.map((authorization) => [authorization.id, authorization]));
}

/**
 * What a received voucher is found by: the words of its issuer's name, its RNC, e-NCF and amount, in the form that issued vouchers have
 * (docs/develop/adr/0036-search-by-kept-words.md). Receptions of an earlier version are indexed in the background.
 */
import type { Filter, IndexDescription } from 'mongodb';
import { amountOf } from '../../ecf/model/amounts.js';
import { searchVersion, searchWords } from '../../ecf/search-words.js';
import type { Collections } from '../collections.js';
import { inTurn } from '../mongo/in-turn.js';
import {
  receptionRef,
  type ReceivedVoucher,
  type ReceptionRecord,
  type ReceptionRef,
  type ReceptionSearch,
} from './reception-record.js';

export const receptionSearchIndexes: IndexDescription[] = [
  // Serves the search. A usual voucher enters it 30 to 50 times, all in its first write.
  { name: 'search', key: { companyId: 1, environment: 1, 'search.words': 1, receivedAt: -1, _id: -1 } },
  // Finds the vouchers of an earlier version, which the search does not find yet.
  { name: 'unindexed', key: { 'search.version': 1, companyId: 1 } },
];

type Searchable = Pick<ReceivedVoucher, 'encf' | 'rncEmisor' | 'razonSocialEmisor' | 'montoTotal'>;

export function receptionSearchOf({
  encf,
  rncEmisor,
  razonSocialEmisor,
  montoTotal,
}: Searchable): ReceptionSearch {
  const words = searchWords({
    encf,
    rncComprador: rncEmisor,
    razonSocialComprador: razonSocialEmisor,
    montoTotal: withCents(montoTotal),
  });
  return { version: searchVersion, words };
}

/** As the issuer signed it, it may have no cents. A text that is no amount must not stop the others from being indexed. */
function withCents(text: string): string {
  return /^\d+(?:\.\d+)?$/.test(text) ? amountOf(text).toFixed(2) : '0.00';
}

/** People need to know that it is this many, not how many more. */
const countedMax = 100_000;
const queryLimitMs = 5_000;
const unindexed: Filter<ReceptionRecord> = { 'search.version': null };
const asked = { hint: 'unindexed', maxTimeMS: queryLimitMs } as const;
const projection = {
  companyId: 1,
  environment: 1,
  rncEmisor: 1,
  encf: 1,
  razonSocialEmisor: 1,
  montoTotal: 1,
  sha256: 1,
} as const;

/** The receptions that searches do not find yet, counted up to `countedMax`. Absent company: of all companies. */
export function countUnindexedReceptions(
  { receptions }: Pick<Collections, 'receptions'>,
  companyId?: number,
): Promise<number> {
  const filter = { ...unindexed, ...(companyId !== undefined && { companyId }) };
  return receptions.countDocuments(filter, { ...asked, limit: countedMax });
}

export function createReceptionIndexing({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    countUnindexedReceptions: (companyId: number) => countUnindexedReceptions({ receptions }, companyId),

    /**
     * @param after the company that had the previous turn
     * @returns the company. Undefined: every reception is indexed
     */
    indexReceptions: async (after: number, limit: number): Promise<number | undefined> => {
      const next = await inTurn(after, (companyId) =>
        receptions.findOne(
          { ...unindexed, companyId },
          { ...asked, projection: { _id: 0, companyId: 1 }, sort: { 'search.version': 1, companyId: 1 } },
        ),
      );
      if (next === null) return undefined;
      const found = await receptions
        .find<Searchable & ReceptionRef>(
          { ...unindexed, companyId: next.companyId },
          { ...asked, projection },
        )
        .limit(limit)
        .toArray();
      const updates = found.map((reception) => ({
        updateOne: {
          // Another voucher may have taken the number meanwhile. Then it has its own words.
          filter: { ...receptionRef(reception), ...unindexed },
          update: { $set: { search: receptionSearchOf(reception) } },
        },
      }));
      await receptions.bulkWrite(updates, { ordered: false });
      return next.companyId;
    },
  };
}

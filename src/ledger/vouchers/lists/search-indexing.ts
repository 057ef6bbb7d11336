/** Indexes the vouchers of an earlier version for the search. The work can stop anywhere, and any worker continues it. */
import { MongoError, type Filter } from 'mongodb';
import { parseNormalised } from '../../../ecf/json/normalise.js';
import { mainFactsOf, type MainFacts } from '../../../ecf/model/document-facts.js';
import type { Collections } from '../../collections.js';
import type { Files } from '../../files.js';
import { inTurn } from '../../mongo/in-turn.js';
import { LedgerUnavailableError, ObjectStoreUnavailableError } from '../../unavailable.js';
import type { DocumentRecord } from '../document-record.js';
import { voucherSearchOf } from './voucher-search.js';

/** People need to know that it is this many, not how many more. */
const countedMax = 100_000;
const queryLimitMs = 5_000;

const unindexed: Filter<DocumentRecord> = { 'search.version': null };
const projection = {
  _id: 0,
  pending: 0,
  'signed.file': 0,
  'signed.summary.file': 0,
  submissions: 0,
} as const;
const asked = { hint: 'unindexed', maxTimeMS: queryLimitMs } as const;

/** The vouchers that searches do not find yet, counted up to `countedMax`. Absent company: of all companies. */
export function countUnindexed(
  { documents }: Pick<Collections, 'documents'>,
  companyId?: number,
): Promise<number> {
  const filter = { ...unindexed, ...(companyId !== undefined && { companyId }) };
  return documents.countDocuments(filter, { ...asked, limit: countedMax });
}

export function createSearchIndexing({ documents }: Pick<Collections, 'documents'>, { getFile }: Files) {
  return {
    countUnindexed: (companyId: number) => countUnindexed({ documents }, companyId),

    /**
     * @param after the company that had the previous turn
     * @returns the company. Undefined: every voucher is indexed
     */
    indexVouchers: async (after: number, limit: number): Promise<number | undefined> => {
      const next = await inTurn(after, (companyId) =>
        documents.findOne(
          { ...unindexed, companyId },
          { ...asked, projection: { _id: 0, companyId: 1 }, sort: { 'search.version': 1, companyId: 1 } },
        ),
      );
      if (next === null) return undefined;
      const { companyId } = next;
      const found = await documents
        .find({ ...unindexed, companyId }, { ...asked, projection })
        .limit(limit)
        .toArray();
      const updates = await inSequence(found, async (document) => {
        const facts = await newFactsOf(document);
        const search = voucherSearchOf({ ...document, ...facts });
        // A new attempt may have replaced the record meanwhile. Then it has its own.
        const { environment, encf, attempt } = document;
        const filter = { companyId, environment, encf, attempt, ...unindexed };
        return { updateOne: { filter, update: { $set: { ...facts, search } } } };
      });
      // Another worker may have indexed them meanwhile.
      if (updates.length > 0) await documents.bulkWrite(updates, { ordered: false });
      return companyId;
    },
  };

  async function newFactsOf({ contentFile }: DocumentRecord): Promise<NewFacts> {
    const { numeroFacturaInterna, montoTotalOtraMoneda } = (await readable(contentFile)) ?? {};
    return {
      ...(numeroFacturaInterna !== undefined && { numeroFacturaInterna }),
      ...(montoTotalOtraMoneda !== undefined && { montoTotalOtraMoneda }),
    };
  }

  /** Undefined: the content is damaged. Then the record itself has the other words, and the vouchers after this one are indexed too. */
  async function readable(file: DocumentRecord['contentFile']): Promise<NewFacts | undefined> {
    try {
      return mainFactsOf(parseNormalised(await getFile(file)));
    } catch (error) {
      if (isOutage(error)) throw error;
      return undefined;
    }
  }
}

/** What comes back by itself: the round tries the voucher again. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof MongoError ||
    error instanceof LedgerUnavailableError ||
    error instanceof ObjectStoreUnavailableError
  );
}

type NewFacts = Pick<MainFacts, 'numeroFacturaInterna' | 'montoTotalOtraMoneda'>;

/** One content at a time: a voucher may have 16 MB. */
async function inSequence<T, R>(all: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}

/** Prepares the vouchers of an earlier version for lists and sums. The work can stop anywhere, and any worker continues it. */
import { MongoError, type Filter } from 'mongodb';
import { parseNormalised } from '../../../ecf/json/normalise.js';
import { baseAmountNames, mainFactsOf, type MainFacts } from '../../../ecf/model/document-facts.js';
import type { Collections } from '../../collections.js';
import type { Files } from '../../files.js';
import { inTurn } from '../../mongo/in-turn.js';
import { LedgerUnavailableError, ObjectStoreUnavailableError } from '../../unavailable.js';
import type { DocumentRecord } from '../document-record.js';
import { earlierVersions, voucherSearchOf } from './voucher-search.js';

/** People need to know that it is this many, not how many more. */
const countedMax = 100_000;
const queryLimitMs = 5_000;

/** Searches do not find them yet. */
const unindexed: Filter<DocumentRecord> = { 'search.version': null };
/** Or the sums of a month lack their amounts by rate, or their foreign buyer. */
const outdated: Filter<DocumentRecord> = {
  'search.version': { $in: [null, ...earlierVersions] as number[] },
};
/** Those that vouchers of an earlier version lack. */
const newFacts = [
  'numeroFacturaInterna',
  'montoTotalOtraMoneda',
  'identificadorExtranjero',
  'lateNote',
  ...baseAmountNames,
] as const;
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
  return countOf({ documents }, unindexed, companyId);
}

function countOf(
  { documents }: Pick<Collections, 'documents'>,
  filter: Filter<DocumentRecord>,
  companyId?: number,
): Promise<number> {
  const ofCompany = companyId === undefined ? {} : { companyId };
  return documents.countDocuments({ ...filter, ...ofCompany }, { ...asked, limit: countedMax });
}

export function createSearchIndexing({ documents }: Pick<Collections, 'documents'>, { getFile }: Files) {
  return {
    countUnindexed: (companyId: number) => countUnindexed({ documents }, companyId),
    /** The vouchers whose amounts by rate are not in their records yet, counted up to `countedMax`. */
    countOutdated: (companyId: number) => countOf({ documents }, outdated, companyId),

    /**
     * @param after the company that had the previous turn
     * @returns the company. Undefined: every voucher is indexed
     */
    indexVouchers: async (after: number, limit: number): Promise<number | undefined> => {
      const next = await inTurn(after, (companyId) =>
        documents.findOne(
          { ...outdated, companyId },
          { ...asked, projection: { _id: 0, companyId: 1 }, sort: { 'search.version': 1, companyId: 1 } },
        ),
      );
      if (next === null) return undefined;
      const { companyId } = next;
      const found = await documents
        .find({ ...outdated, companyId }, { ...asked, projection })
        .limit(limit)
        .toArray();
      const updates = await inSequence(found, async (document) => {
        const facts = await newFactsOf(document);
        const search = voucherSearchOf({ ...document, ...facts });
        // A new attempt may have replaced the record meanwhile. Then it has its own.
        const { environment, encf, attempt } = document;
        const filter = { companyId, environment, encf, attempt, ...outdated };
        return { updateOne: { filter, update: { $set: { ...facts, search } } } };
      });
      // Another worker may have indexed them meanwhile.
      if (updates.length > 0) await documents.bulkWrite(updates, { ordered: false });
      return companyId;
    },
  };

  async function newFactsOf({ contentFile }: DocumentRecord): Promise<NewFacts> {
    const facts = await readable(contentFile);
    const known = newFacts.flatMap((name) => (facts?.[name] === undefined ? [] : [[name, facts[name]]]));
    return Object.fromEntries(known) as NewFacts;
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

type NewFacts = Pick<MainFacts, (typeof newFacts)[number]>;

/** One content at a time: a voucher may have 16 MB. */
async function inSequence<T, R>(all: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}

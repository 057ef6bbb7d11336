/** The forms of a write to a voucher's record. Each is one operation, so MongoDB decides which process wins. */
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { withoutId, type Collections } from '../collections.js';
import type { DocumentRecord } from './document-record.js';

/** The members of a voucher's record that a log line needs. */
export type VoucherBefore = Pick<
  DocumentRecord,
  'companyId' | 'environment' | 'encf' | 'attempt' | 'correlationId' | 'state' | 'waiting'
>;

export const voucherMembers = {
  _id: 0,
  companyId: 1,
  environment: 1,
  encf: 1,
  attempt: 1,
  correlationId: 1,
  state: 1,
  'waiting.reason': 1,
} as const;

/** Adds to an update that it changes what the API shows of the voucher, at the present time of the ledger's clock. */
export function shownChange(update: UpdateFilter<DocumentRecord>): UpdateFilter<DocumentRecord>;
export function shownChange(pipeline: readonly Document[]): Document[];
export function shownChange(
  update: UpdateFilter<DocumentRecord> | readonly Document[],
): UpdateFilter<DocumentRecord> | Document[] {
  if (Array.isArray(update)) return [...(update as readonly Document[]), { $set: { changedAt: '$$NOW' } }];
  const single = update as UpdateFilter<DocumentRecord>;
  return { ...single, $currentDate: { ...single.$currentDate, changedAt: true } };
}

export function documentWrites({ documents }: Pick<Collections, 'documents'>) {
  return {
    /** False: the record is no longer as the filter says, and nothing was written. */
    compareAndSet: async (
      filter: Filter<DocumentRecord>,
      update: UpdateFilter<DocumentRecord> | Document[],
    ) => (await documents.updateOne(filter, update)).matchedCount === 1,

    /** Like `compareAndSet`, but returns the changed record, so that a step continues without another read. */
    change: async (
      filter: Filter<DocumentRecord>,
      update: UpdateFilter<DocumentRecord> | Document[],
      arrayFilters?: Document[],
    ): Promise<DocumentRecord | undefined> => {
      // MongoDB refuses them beside a pipeline, also an empty list.
      const filters = arrayFilters && { arrayFilters };
      const options = { returnDocument: 'after', ...filters, ...withoutId } as const;
      return (await documents.findOneAndUpdate(filter, update, options)) ?? undefined;
    },

    /** Like `changeOpen`, but returns what the record was before. Undefined: the attempt is over. */
    changeOpenFrom: async (
      ref: AttemptRef,
      update: UpdateFilter<DocumentRecord> | Document[],
    ): Promise<VoucherBefore | undefined> => {
      const options = { returnDocument: 'before', projection: voucherMembers } as const;
      return (await documents.findOneAndUpdate({ ...ref, final: false }, update, options)) ?? undefined;
    },

    /** Changes the record unless the attempt is over. */
    changeOpen: async (ref: AttemptRef, update: UpdateFilter<DocumentRecord> | Document[]) => {
      await documents.updateOne({ ...ref, final: false }, update);
    },
  };
}

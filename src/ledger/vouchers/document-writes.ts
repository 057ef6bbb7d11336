/** The forms of a write to a voucher's record. Each is one operation, so MongoDB decides which process wins. */
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { withoutId, type Collections } from '../mongo/collections.js';
import type { DocumentRecord } from './document-record.js';

export function documentWrites({ documents }: Pick<Collections, 'documents'>) {
  return {
    /** False: the record is no longer as the filter says, and nothing was written. */
    compareAndSet: async (filter: Filter<DocumentRecord>, update: UpdateFilter<DocumentRecord>) =>
      (await documents.updateOne(filter, update)).matchedCount === 1,

    /** Like `compareAndSet`, but returns the changed record, so that a step continues without another read. */
    change: async (
      filter: Filter<DocumentRecord>,
      update: UpdateFilter<DocumentRecord>,
      arrayFilters: Document[] = [],
    ): Promise<DocumentRecord | undefined> => {
      const options = { returnDocument: 'after', arrayFilters, ...withoutId } as const;
      return (await documents.findOneAndUpdate(filter, update, options)) ?? undefined;
    },

    /** Changes the record unless the attempt is over. */
    changeOpen: async (ref: AttemptRef, update: UpdateFilter<DocumentRecord> | Document[]) => {
      await documents.updateOne({ ...ref, final: false }, update);
    },
  };
}

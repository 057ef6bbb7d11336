/**
 * The deliveries to buyers in the ledger. Nothing here changes any other part of a voucher. `deliverAt` is when a worker next checks the
 * delivery; it is absent when nothing is left to do.
 */
import type { Filter } from 'mongodb';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { withoutId, type Collections } from '../collections.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { dueIn, dueNow } from '../mongo/ledger-time.js';
import type { DocumentRecord } from '../vouchers/document-record.js';
import { documentWrites, shownChange } from '../vouchers/document-writes.js';
import { pendingWithDelivery } from '../vouchers/voucher-events.js';
import type { BuyerDelivery } from './buyer-delivery.js';

export function createBuyerDeliveries({ documents }: Pick<Collections, 'documents'>) {
  const writes = documentWrites({ documents });

  return {
    /**
     * Claims vouchers whose delivery is due, and moves their due time to `until`. Companies take turns; of each company, the delivery that
     * has been due longest comes first.
     */
    claimBuyerDeliveries: createDueClaims(documents, { member: 'deliverAt', ...withoutId }),

    /**
     * Replaces the delivery if it is still equal to `was`. Undefined if another process changed it first.
     * @param deliverAt when a worker checks again: `as-claimed` leaves the end of the claim; null if nothing is left to do
     */
    changeBuyerDelivery: (
      ref: AttemptRef,
      was: BuyerDelivery | undefined,
      next: Omit<BuyerDelivery, 'version'>,
      deliverAt: Date | 'as-claimed' | null,
    ) => {
      const version = was?.version ?? 0;
      const buyerDelivery: BuyerDelivery = { ...next, version: version + 1 };
      // Without a due time, nobody would come back to a try that ends with its process.
      if (deliverAt === 'as-claimed')
        return writes.change(
          { ...asRead(ref, was), deliverAt: { $exists: true } },
          shownChange({ $set: { buyerDelivery } }),
        );
      if (deliverAt !== null)
        return writes.change(asRead(ref, was), shownChange({ $set: { buyerDelivery, deliverAt } }));
      const pending = pendingWithDelivery(buyerDelivery, buyerDelivery.endedAt ?? buyerDelivery.since);
      return writes.change(
        asRead(ref, was),
        shownChange([
          { $set: { buyerDelivery: { $literal: buyerDelivery }, ...(pending && { pending }) } },
          { $unset: 'deliverAt' },
        ]),
      );
    },

    /** The receiver had no free slot, so no worker has to check before `until`. Nothing changes if another process changed the delivery. */
    deferBuyerDelivery: (ref: AttemptRef, was: BuyerDelivery | undefined, until: Date) =>
      writes.compareAndSet(
        { ...asRead(ref, was), deliverAt: { $exists: true } },
        { $max: { deliverAt: until } },
      ),

    /**
     * Ends a claim: the receiver had no free slot, so the delivery is due in `forMs`. By the ledger's clock, because nobody but a round
     * comes back to it.
     */
    putBackBuyerDelivery: (ref: AttemptRef, was: BuyerDelivery | undefined, forMs: number) =>
      writes.compareAndSet({ ...asRead(ref, was), deliverAt: { $exists: true } }, dueIn('deliverAt', forMs)),

    /** Starts the delivery anew, whatever its state, because a person ordered it. False if another process changed it first. */
    deliverAgain: (ref: AttemptRef, was: BuyerDelivery | undefined, now: Date) =>
      writes.compareAndSet(
        asRead(ref, was),
        was === undefined
          ? dueNow('deliverAt')
          : shownChange({
              ...dueNow('deliverAt'),
              $set: { 'buyerDelivery.state': 'waiting', 'buyerDelivery.since': now },
              $inc: { 'buyerDelivery.version': 1 },
              $unset: {
                'buyerDelivery.code': '',
                'buyerDelivery.reason': '',
                'buyerDelivery.endedAt': '',
              },
              $rename: { 'buyerDelivery.acknowledgement': 'buyerDelivery.earlierAcknowledgement' },
            }),
      ),

    /** Ends a delivery before its first try, because the voucher does not go to its buyer. */
    dropBuyerDelivery: (ref: AttemptRef, was: BuyerDelivery | undefined) =>
      writes.compareAndSet(asRead(ref, was), { $unset: { deliverAt: '' } }),
  };
}

function asRead(ref: AttemptRef, was: BuyerDelivery | undefined): Filter<DocumentRecord> {
  return {
    ...ref,
    final: true,
    ...(was === undefined ? { buyerDelivery: { $exists: false } } : { 'buyerDelivery.version': was.version }),
  };
}

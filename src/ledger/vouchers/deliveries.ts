/** The deliveries of a voucher to DGII. Each change is one write to the voucher's record. */
import type { Document } from 'mongodb';
import { statesToDeliver } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Collections } from '../collections.js';
import {
  removedDeliveries,
  trackIdsKept,
  type Delivery,
  type DocumentRecord,
  type RemovedOutcome,
  type WaitTimes,
} from './document-record.js';
import { documentWrites, shownChange } from './document-writes.js';

/** With this limit a record stays under 32 KB. */
const deliveriesKept = 12;

/** `n` alone is not enough, because a new delivery may replace an unsent one under the same `n`. */
export type DeliveryRef = Pick<Delivery, 'n' | 'startedAt'>;

export interface DeliveryEnd {
  readonly delivery: DeliveryRef;
  readonly patch: Partial<Delivery>;
}

export function createDeliveries({ documents }: Collections) {
  const writes = documentWrites({ documents });

  return {
    /**
     * signed | submitting → submitting, before the first byte goes out. False: another process started this delivery.
     * @param removed computed from the record that the caller read. It still holds, because the write fails if `submissionCount` has
     * changed since
     */
    beginDelivery: (
      ref: AttemptRef,
      delivery: Delivery,
      nextCheckAt: Date,
      removed: Pick<DocumentRecord, 'removedDeliveries'>,
    ) =>
      writes.compareAndSet(
        { ...ref, state: { $in: statesToDeliver }, submissionCount: delivery.n - 1 },
        {
          $set: { state: 'submitting', submissionCount: delivery.n, nextCheckAt, ...removed },
          $unset: { forced: '' },
          $push: { submissions: { $each: [delivery], $slice: -deliveriesKept } },
        },
      ),

    /** Replaces the last delivery if it was never sent, so that an outage does not lengthen the record. */
    beginDeliveryAgain: (ref: AttemptRef, delivery: Delivery, nextCheckAt: Date) =>
      writes.compareAndSet(
        {
          ...ref,
          state: 'submitting',
          submissions: { $elemMatch: { n: delivery.n, outcome: 'not-sent' } },
        },
        { $set: { 'submissions.$': delivery, nextCheckAt }, $unset: { forced: '' } },
      ),

    /**
     * False: the delivery has an outcome already, or a new delivery replaced it; then the caller's conclusion no longer holds.
     * @param forced the operator's order for one delivery. Pass it if nothing went out: the order then stays valid
     */
    updateDelivery: (
      ref: AttemptRef,
      // Callers pass whole deliveries. Its other members may have changed since, such as a mended lease.
      { n, startedAt }: DeliveryRef,
      patch: Partial<Delivery>,
      forced?: DocumentRecord['forced'],
    ) =>
      writes.compareAndSet(
        {
          ...ref,
          final: false,
          submissions: { $elemMatch: { n, startedAt, outcome: { $exists: false } } },
        },
        { $set: { ...membersOf('submissions.$', patch), ...(forced && { forced }) } },
      ),

    /**
     * submitting → submitted: DGII has the voucher under these trackIds. The same write records the outcome of the delivery.
     * Keeps an earlier `submittedAt`, earlier trackIds, and an outcome that the delivery already has.
     */
    recordSubmitted: (
      ref: AttemptRef,
      trackIds: readonly string[],
      { delivery, patch }: DeliveryEnd,
      { now, nextCheckAt }: Pick<WaitTimes, 'now' | 'nextCheckAt'>,
    ) =>
      writes.change(
        { ...ref, state: { $in: ['submitting', 'submitted'] } },
        shownChange({
          $set: { state: 'submitted', nextCheckAt, ...membersOf('submissions.$[delivery]', patch) },
          // `$min` keeps the first time.
          $min: { submittedAt: now },
          $addToSet: { trackIds: bounded(trackIds) },
          $unset: { waiting: '' },
        }),
        [openDelivery(delivery)],
      ),

    addTrackIds: (ref: AttemptRef, trackIds: readonly string[]) =>
      writes.changeOpen(ref, shownChange({ $addToSet: { trackIds: bounded(trackIds) } })),
  };
}

/** What the record says about its removed deliveries after one more delivery. */
export function removedBy(document: DocumentRecord): Pick<DocumentRecord, 'removedDeliveries'> {
  const [oldest] = document.submissions;
  if (oldest === undefined || document.submissions.length < deliveriesKept) return {};
  const before = removedDeliveries(document);
  const count = document.submissionCount - document.submissions.length + 1;
  const outcome =
    oldest.outcome !== 'refused' ? 'unsure' : oldest.signerRefused === true ? 'signer-refused' : 'refused';
  return { removedDeliveries: { count, worst: before === 'none' ? outcome : worstOf(before, outcome) } };
}

const fromBestToWorst = ['signer-refused', 'refused', 'unsure'] as const;

function worstOf(...outcomes: readonly RemovedOutcome[]): RemovedOutcome {
  return fromBestToWorst[Math.max(...outcomes.map((one) => fromBestToWorst.indexOf(one)))] ?? 'unsure';
}

function bounded(trackIds: readonly string[]) {
  return { $each: trackIds.slice(0, trackIdsKept) };
}

/** Array filter for `submissions.$[delivery]`: this delivery, if it has no outcome yet. */
export function openDelivery({ n, startedAt }: DeliveryRef): Document {
  return { 'delivery.n': n, 'delivery.startedAt': startedAt, 'delivery.outcome': { $exists: false } };
}

/** The members of a patch, each under this path: `$set` would otherwise replace the whole delivery. */
export function membersOf(path: string, patch: Partial<Delivery>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [`${path}.${name}`, value]));
}

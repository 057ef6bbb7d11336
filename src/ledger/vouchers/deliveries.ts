/** The deliveries of a voucher to DGII, and the verdict that ends its attempt. Each is one write to the voucher's record. */
import type { Document } from 'mongodb';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Collections } from '../mongo/collections.js';
import { trackIdsKept } from './admission.js';
import {
  removedDeliveries,
  type Delivery,
  type DocumentRecord,
  type RemovedOutcome,
  type Verdict,
  type WaitTimes,
} from './document-record.js';
import { leavesNumberFree } from './live-document.js';
import { documentWrites } from './documents.js';

/** Keeps a record under 32 KB: a voucher with many deliveries keeps only the latest ones. */
const deliveriesKept = 12;
/** The step that records a verdict applies it at once. If it has not done so after this time, it has died. */
const applyAgainAfterMs = 15_000;

/** Names one delivery. `n` alone is not enough, because a new delivery may replace an unsent one under the same `n`. */
export type DeliveryRef = Pick<Delivery, 'n' | 'startedAt'>;

/** A delivery and its outcome. */
export interface DeliveryEnd {
  readonly delivery: DeliveryRef;
  readonly patch: Partial<Delivery>;
}

interface NewVerdict {
  readonly state: DocumentRecord['state'];
  readonly verdict: Verdict;
  readonly ends?: DeliveryEnd | undefined;
  /** The voucher is accepted, and it may go to an electronic buyer. */
  readonly toBuyer?: boolean;
  /** Our own verdict, which holds only while nobody signed the voucher: a signed one may be at DGII. */
  readonly unsigned?: true;
}

export function createDeliveries({ documents }: Collections) {
  const writes = documentWrites({ documents });

  return {
    /**
     * signed | submitting → submitting, before the first byte goes out. False: another process started this delivery.
     * @param removed of the record as it was read before: `submissionCount` has not changed since, so the oldest delivery is still the same
     */
    beginDelivery: (
      ref: AttemptRef,
      delivery: Delivery,
      nextCheckAt: Date,
      removed: Pick<DocumentRecord, 'removedDeliveries'> = {},
    ) =>
      writes.compareAndSet(
        { ...ref, state: { $in: ['signed', 'submitting'] }, submissionCount: delivery.n - 1 },
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
     * Updates a delivery that has no outcome yet. False: it already has one, or a new delivery replaced it; then the caller's
     * conclusion no longer holds. `forced`: restores the operator's order, because nothing went out.
     */
    updateDelivery: (
      ref: AttemptRef,
      delivery: DeliveryRef,
      patch: Partial<Delivery>,
      forced?: DocumentRecord['forced'],
    ) =>
      writes.compareAndSet(
        { ...ref, final: false, submissions: { $elemMatch: { ...delivery, outcome: { $exists: false } } } },
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
        {
          $set: { state: 'submitted', nextCheckAt, ...membersOf('submissions.$[delivery]', patch) },
          // `$min` keeps the first time.
          $min: { submittedAt: now },
          $addToSet: { trackIds: bounded(trackIds) },
          $unset: { waiting: '' },
        },
        [openDelivery(delivery)],
      ),

    addTrackIds: (ref: AttemptRef, trackIds: readonly string[]) =>
      writes.changeOpen(ref, { $addToSet: { trackIds: bounded(trackIds) } }),
  };
}

/** What the record says about its removed deliveries after one more delivery. */
export function removedBy(document: DocumentRecord): Pick<DocumentRecord, 'removedDeliveries'> {
  const [oldest] = document.submissions;
  if (oldest === undefined || document.submissions.length < deliveriesKept) return {};
  const before = removedDeliveries(document);
  const count = document.submissionCount - document.submissions.length + 1;
  const now =
    oldest.outcome !== 'refused' ? 'unsure' : oldest.signerRefused === true ? 'signer-refused' : 'refused';
  return { removedDeliveries: { count, worst: before === 'none' ? now : worstOf(before, now) } };
}

const fromBestToWorst = ['signer-refused', 'refused', 'unsure'] as const;

function worstOf(...outcomes: readonly RemovedOutcome[]): RemovedOutcome {
  return fromBestToWorst[Math.max(...outcomes.map((one) => fromBestToWorst.indexOf(one)))] ?? 'unsure';
}

export function createVerdicts({ documents }: Collections) {
  const writes = documentWrites({ documents });

  return {
    /**
     * Any state that is not final → DGII's verdict. Undefined: the attempt was already final, and a verdict never changes; or our own
     * verdict came too late.
     * `ends`: the delivery whose answer gave the verdict, or that we asked DGII about. Its outcome is written too.
     */
    recordVerdict: (ref: AttemptRef, { state, verdict, ends, toBuyer, unsigned }: NewVerdict, now: Date) => {
      const settleAt = { settleAt: new Date(now.getTime() + applyAgainAfterMs) };
      const $set = {
        ...{ state, verdict, final: true, finalAt: now },
        ...(needsSettling(state, verdict) && settleAt),
        ...(toBuyer === true && { deliverAt: now }),
        ...(ends && membersOf('submissions.$[delivery]', ends.patch)),
      };
      return writes.change(
        { ...ref, final: false, ...(unsigned === true && { state: 'admitted' }) },
        { $set, $unset: { waiting: '', nextCheckAt: '' }, ...(ends && { $min: { submittedAt: now } }) },
        ends && [openDelivery(ends.delivery)],
      );
    },

    /** The verdict is applied: removes `settleAt`. */
    recordVerdictApplied: async (ref: AttemptRef) => {
      await documents.updateOne({ ...ref, final: true }, { $unset: { settleAt: '' } });
    },
  };
}

function bounded(trackIds: readonly string[]) {
  return { $each: trackIds.slice(0, trackIdsKept) };
}

/** Whether a verdict changes more than the voucher's own state (activities/issue/apply-verdict.ts). */
function needsSettling(state: DocumentRecord['state'], verdict: Verdict): boolean {
  const signerRejected = state === 'rejected' && verdict.configuration !== undefined;
  return signerRejected || leavesNumberFree({ state, verdict });
}

/** Array filter for `submissions.$[delivery]`: this delivery, if it has no outcome yet. */
function openDelivery({ n, startedAt }: DeliveryRef): Document {
  return { 'delivery.n': n, 'delivery.startedAt': startedAt, 'delivery.outcome': { $exists: false } };
}

function membersOf(path: string, patch: Partial<Delivery>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [`${path}.${name}`, value]));
}

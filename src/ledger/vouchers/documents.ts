/**
 * The steps of a voucher in the ledger. MongoDB arbitrates each change in one operation: a compare-and-set on the attempt and its
 * earlier state. The process that loses reads the record and continues from there.
 */
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Collections } from '../mongo/collections.js';
import { keepAttempt, trackIdsKept } from './admission.js';
import type { DocumentRecord, SignedXml, Submission, Verdict, WaitTimes } from './document-record.js';

/** Keeps a record under 32 KB: a voucher with many deliveries keeps only the latest ones. */
const submissionsKept = 12;
/** The step that records a verdict applies it at once. If it has not done so after this time, it has died. */
const applyAgainAfterMs = 15_000;

/** Names one delivery. `n` alone is not enough, because a new delivery may replace an unsent one under the same `n`. */
export type DeliveryRef = Pick<Submission, 'n' | 'startedAt'>;

const withoutId = { projection: { _id: 0 } } as const;

export function createDocuments({ documents, attempts }: Collections) {
  const compareAndSet = async (filter: Filter<DocumentRecord>, update: UpdateFilter<DocumentRecord>) =>
    (await documents.updateOne(filter, update)).matchedCount === 1;

  /** Like `compareAndSet`, but returns the changed record, so that a step continues without another read. */
  const change = async (
    filter: Filter<DocumentRecord>,
    update: UpdateFilter<DocumentRecord>,
    arrayFilters: Document[] = [],
  ): Promise<DocumentRecord | undefined> => {
    const options = { returnDocument: 'after', arrayFilters, ...withoutId } as const;
    return (await documents.findOneAndUpdate(filter, update, options)) ?? undefined;
  };

  const changeOpen = async (ref: AttemptRef, update: UpdateFilter<DocumentRecord>) => {
    await documents.updateOne({ ...ref, final: false }, update);
  };

  return {
    /**
     * admitted → signed. The first process to sign decides the bytes. Returns the changed record. Undefined: another process
     * signed first, or the attempt is over.
     */
    recordSigned: (ref: AttemptRef, signed: SignedXml, nextCheckAt: Date) =>
      change(
        { ...ref, state: 'admitted' },
        { $set: { state: 'signed', signed, nextCheckAt }, $unset: { waiting: '' } },
      ),

    /** signed | submitting → submitting, before the first byte goes out. False: another process started this delivery. */
    beginSubmission: (ref: AttemptRef, submission: Submission, nextCheckAt: Date) =>
      compareAndSet(
        { ...ref, state: { $in: ['signed', 'submitting'] }, submissionCount: submission.n - 1 },
        {
          $set: { state: 'submitting', submissionCount: submission.n, nextCheckAt },
          $unset: { forced: '' },
          $push: { submissions: { $each: [submission], $slice: -submissionsKept } },
        },
      ),

    /** Replaces the last delivery if it was never sent, so that an outage does not lengthen the record. */
    beginSubmissionAgain: (ref: AttemptRef, submission: Submission, nextCheckAt: Date) =>
      compareAndSet(
        {
          ...ref,
          state: 'submitting',
          submissions: { $elemMatch: { n: submission.n, outcome: 'not-sent' } },
        },
        { $set: { 'submissions.$': submission, nextCheckAt }, $unset: { forced: '' } },
      ),

    /**
     * Updates a delivery that has no outcome yet. False: it already has one, or a new delivery replaced it; then the caller's
     * conclusion no longer holds. `forced`: restores the operator's order, because nothing went out.
     */
    updateSubmission: (
      ref: AttemptRef,
      delivery: DeliveryRef,
      patch: Partial<Submission>,
      forced?: DocumentRecord['forced'],
    ) =>
      compareAndSet(
        { ...ref, final: false, submissions: { $elemMatch: { ...delivery, outcome: { $exists: false } } } },
        { $set: { ...membersOf('submissions.$', patch), ...(forced && { forced }) } },
      ),

    /**
     * submitting → submitted: DGII has the voucher under these trackIds. The same write records the outcome of the delivery.
     * Keeps an earlier `submittedAt`, earlier trackIds, and an outcome that the delivery already has.
     */
    recordSubmitted: (
      ref: AttemptRef,
      delivery: DeliveryRef,
      patch: Partial<Submission>,
      trackIds: readonly string[],
      now: Date,
      nextCheckAt: Date,
    ) =>
      change(
        { ...ref, state: { $in: ['submitting', 'submitted'] } },
        {
          $set: { state: 'submitted', nextCheckAt, ...membersOf('submissions.$[delivery]', patch) },
          // `$min` keeps the first time.
          $min: { submittedAt: now },
          $addToSet: { trackIds: { $each: trackIds.slice(0, trackIdsKept) } },
          $unset: { waiting: '' },
        },
        [openDelivery(delivery)],
      ),

    /**
     * signed | submitting → admitted, as the next attempt with a new signature. Only while no delivery was sent, or DGII refused
     * each one. False: a delivery may have arrived, or the attempt is over.
     */
    signAnew: async (document: DocumentRecord, now: Date) => {
      const { companyId, environment, encf, attempt, submissionCount } = document;
      await keepAttempt(attempts, document);
      return compareAndSet(
        {
          ...{ companyId, environment, encf, attempt, submissionCount },
          state: { $in: ['signed', 'submitting'] },
          // Every delivery must have an outcome that proves that DGII did not take it.
          submissions: { $not: { $elemMatch: { outcome: { $nin: ['not-sent', 'refused'] } } } },
        },
        {
          $set: {
            ...{ attempt: attempt + 1, state: 'admitted', nextCheckAt: now },
            ...{ submissionCount: 0, submissions: [] },
          },
          $unset: { signed: '', waiting: '' },
        },
      );
    },

    addTrackIds: (ref: AttemptRef, trackIds: readonly string[]) =>
      changeOpen(ref, { $addToSet: { trackIds: { $each: trackIds.slice(0, trackIdsKept) } } }),

    /**
     * Any state that is not final → DGII's verdict. Undefined: the attempt was already final, and a verdict never changes.
     * `brought`: the delivery whose answer gave the verdict, or that we asked DGII about. Its outcome is written too.
     */
    recordVerdict: (
      ref: AttemptRef,
      state: DocumentRecord['state'],
      verdict: Verdict,
      now: Date,
      brought?: { readonly delivery: DeliveryRef; readonly patch: Partial<Submission> },
    ) => {
      const settleAt = { settleAt: new Date(now.getTime() + applyAgainAfterMs) };
      const $set = {
        ...{ state, verdict, final: true, finalAt: now },
        ...(needsSettling(state, verdict) && settleAt),
        ...(brought && membersOf('submissions.$[delivery]', brought.patch)),
      };
      return change(
        { ...ref, final: false },
        { $set, $unset: { waiting: '', nextCheckAt: '' }, ...(brought && { $min: { submittedAt: now } }) },
        brought && [openDelivery(brought.delivery)],
      );
    },

    /** The verdict is applied: removes `settleAt`. */
    recordVerdictApplied: async (ref: AttemptRef) => {
      await documents.updateOne({ ...ref, final: true }, { $unset: { settleAt: '' } });
    },

    /** Records what the voucher waits for (null: nothing). */
    recordWaiting: async (
      ref: AttemptRef,
      reason: WaitingReason | null,
      { now, nextTryAt, nextCheckAt }: WaitTimes,
    ) => {
      if (reason === null) return changeOpen(ref, { $set: { nextCheckAt }, $unset: { waiting: '' } });
      // While the reason stays the same, keep `since`.
      const same = await compareAndSet(
        { ...ref, final: false, 'waiting.reason': reason },
        { $set: { nextCheckAt, 'waiting.nextTryAt': nextTryAt } },
      );
      if (!same) await changeOpen(ref, { $set: { nextCheckAt, waiting: { reason, since: now, nextTryAt } } });
    },

    postponeCheck: (ref: AttemptRef, nextCheckAt: Date) => changeOpen(ref, { $set: { nextCheckAt } }),

    /**
     * Claims documents whose `nextCheckAt` has passed, then final documents whose `settleAt` has passed, the longest overdue
     * first. Moves that time to `until`.
     */
    claimDue: async (now: Date, until: Date, limit: number): Promise<DocumentRecord[]> => {
      const claimed: DocumentRecord[] = [];
      const claimBy = async (member: 'nextCheckAt' | 'settleAt', final: boolean) => {
        while (claimed.length < limit) {
          const due = await documents.findOneAndUpdate(
            { final, [member]: { $lte: now } },
            { $set: { [member]: until } },
            { sort: { [member]: 1 }, ...withoutId },
          );
          if (due === null) return;
          claimed.push(due);
        }
      };
      await claimBy('nextCheckAt', false);
      await claimBy('settleAt', true);
      return claimed;
    },
  };
}

/** Whether a verdict changes more than the voucher's own state (activities/issue/apply-verdict.ts). */
function needsSettling(
  state: DocumentRecord['state'],
  { secuenciaUtilizada, configuration }: Verdict,
): boolean {
  if (state === 'refused') return true;
  return state === 'rejected' && (secuenciaUtilizada === false || configuration !== undefined);
}

/** Array filter for `submissions.$[delivery]`: this delivery, if it has no outcome yet. */
function openDelivery({ n, startedAt }: DeliveryRef): Document {
  return { 'delivery.n': n, 'delivery.startedAt': startedAt, 'delivery.outcome': { $exists: false } };
}

function membersOf(path: string, patch: Partial<Submission>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [`${path}.${name}`, value]));
}

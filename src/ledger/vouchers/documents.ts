/**
 * A voucher's signature, waiting reason and due checks. MongoDB arbitrates each change in one operation: a compare-and-set on the attempt
 * and its earlier state. The process that loses reads the record and continues from there.
 */
import type { Document, UpdateFilter } from 'mongodb';
import {
  endedByPeople,
  isRepeatedSoon,
  repeatedSoon,
  statesToDeliver,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { withoutId, type Collections } from '../collections.js';
import { byLedgerTime, claimsInTurn } from '../mongo/claim-due.js';
import { keepAttempt } from './attempts.js';
import type { DocumentRecord, SignedXml, WaitTimes } from './document-record.js';
import { documentWrites, shownChange, type VoucherBefore } from './document-writes.js';
import { pendingWithWait } from './voucher-events.js';

/** Makes a check due. `$min`: a process whose clock is ahead must not postpone it. */
const dueAt = (at: Date) => ({ $min: { nextCheckAt: at, 'waiting.nextTryAt': at } });

/**
 * Makes the check of a company's vouchers due if they wait for people, because what they wait for may have changed. The completer
 * then wakes their runs.
 */
export async function checkWaitingNow(
  { documents }: Pick<Collections, 'documents'>,
  companyId: number,
  now: Date,
): Promise<void> {
  await documents.updateMany(
    { companyId, final: false, 'waiting.reason': { $in: endedByPeople } },
    dueAt(now),
    { hint: 'waiting' },
  );
}

/**
 * Makes the checks of the notes due that wait for this voucher, because it has a result. The completer then wakes the runs that did not
 * continue before `at`.
 */
export async function checkNotesAt(
  { documents }: Pick<Collections, 'documents'>,
  { companyId, environment, encf }: AttemptRef,
  at: Date,
): Promise<void> {
  await documents.updateMany(
    {
      companyId,
      environment,
      'modifies.encf': encf,
      state: 'admitted',
      'waiting.reason': 'REFERENCE_PENDING',
    },
    dueAt(at),
    { hint: 'notes' },
  );
}

export function createDocuments({ documents, attempts }: Collections) {
  const writes = documentWrites({ documents });

  return {
    /** admitted → signed. The first process to sign decides the bytes. Undefined: another process signed first, or the attempt is over. */
    recordSigned: (ref: AttemptRef, signed: SignedXml, nextCheckAt: Date) =>
      writes.change(
        { ...ref, state: 'admitted' },
        shownChange({ $set: { state: 'signed', signed, nextCheckAt }, $unset: { waiting: '' } }),
      ),

    /**
     * signed | submitting → admitted, as the next attempt with a new signature. Only while no delivery was sent, or DGII refused each one.
     * False: a delivery may have arrived, or the attempt is over.
     */
    signAnew: async (document: DocumentRecord, now: Date) => {
      const { companyId, environment, encf, attempt, submissionCount } = document;
      await keepAttempt(attempts, document);
      return writes.compareAndSet(
        {
          companyId,
          environment,
          encf,
          attempt,
          submissionCount,
          state: { $in: statesToDeliver },
          // Every delivery must have an outcome that proves that DGII did not take it.
          submissions: { $not: { $elemMatch: { outcome: { $nin: ['not-sent', 'refused'] } } } },
          'removedDeliveries.worst': { $ne: 'unsure' },
        },
        shownChange({
          $set: {
            attempt: attempt + 1,
            state: 'admitted',
            nextCheckAt: now,
            submissionCount: 0,
            submissions: [],
          },
          $unset: { signed: '', waiting: '', removedDeliveries: '' },
        }),
      );
    },

    /**
     * Records what the voucher waits for (null: nothing), and since when it has been in contingency. Returns the change, or undefined if it
     * waited for the same before or the attempt is over.
     */
    recordWaiting: async (
      ref: AttemptRef,
      reason: WaitingReason | null,
      { now, nextTryAt, nextCheckAt, certificate }: WaitTimes,
    ): Promise<WaitingChange | undefined> => {
      const change = async (update: UpdateFilter<DocumentRecord> | Document[]) =>
        waitingChange(await writes.changeOpenFrom(ref, update), reason);
      if (reason === null) {
        const changedAt = { $cond: [{ $gt: ['$waiting', null] }, '$$NOW', '$changedAt'] };
        return change([{ $set: { nextCheckAt, changedAt } }, { $unset: 'waiting' }]);
      }
      // A DGII that is half down gives both reasons in turn, and it is one wait.
      const sameWait = { $in: ['$waiting.reason', isRepeatedSoon(reason) ? repeatedSoon : [reason]] };
      const kept = (member: 'since' | 'certificate', fresh: unknown) => ({
        $cond: [sameWait, `$waiting.${member}`, fresh],
      });
      const since = kept('since', now);
      const waiting = {
        reason,
        since,
        nextTryAt,
        certificate: kept('certificate', certificate ?? '$$REMOVE'),
      };
      const starts = reason === 'DGII_UNAVAILABLE' ? startsContingency : false;
      const contingencySince = { $cond: [starts, now, '$contingencySince'] };
      const changedAt = { $cond: [{ $eq: ['$waiting.reason', reason] }, '$changedAt', '$$NOW'] };
      const pending = pendingWithWait(reason, starts, now);
      return change([{ $set: { nextCheckAt, waiting, contingencySince, changedAt, pending } }]);
    },

    checkNotesAt: (ref: AttemptRef, at: Date) => checkNotesAt({ documents }, ref, at),

    postponeCheck: (ref: AttemptRef, nextCheckAt: Date) => writes.changeOpen(ref, { $set: { nextCheckAt } }),

    claimDue: createDueDocuments(documents),
  };
}

export interface WaitingChange {
  readonly document: VoucherBefore;
  readonly waiting: { readonly waited: WaitingReason | null; readonly waits: WaitingReason | null };
}

function waitingChange(
  before: VoucherBefore | undefined,
  waits: WaitingReason | null,
): WaitingChange | undefined {
  const waited = before?.waiting?.reason ?? null;
  return before === undefined || waited === waits
    ? undefined
    : { document: before, waiting: { waited, waits } };
}

/** An expression: the voucher is in contingency from now on, and was not yet with its present signature. */
const startsContingency = {
  $and: [
    { $in: ['$state', statesToDeliver] },
    { $not: [{ $gte: ['$contingencySince', '$signed.signedAt'] }] },
  ],
};

/**
 * Claims documents whose `nextCheckAt` has passed, and final documents whose `settleAt` has passed; that time moves to `until`. Companies take
 * turns; a company's longest overdue document comes first.
 */
function createDueDocuments(documents: Collections['documents']) {
  const claimOpen = claimsInTurn(documents, {
    member: 'nextCheckAt',
    where: { final: false },
    ...withoutId,
  });
  const claimUnsettled = claimsInTurn(documents, {
    member: 'settleAt',
    where: { final: true },
    ...withoutId,
  });

  return byLedgerTime(documents, async (times, limit) => {
    // Final documents with an unapplied verdict get a quarter, and open ones the rest. Free room then goes to the final ones.
    const quarter = Math.ceil(limit / 4);
    const claimed = await claimUnsettled(times, quarter);
    const mayHaveMore = claimed.length === quarter;
    claimed.push(...(await claimOpen(times, limit - claimed.length)));
    if (mayHaveMore) claimed.push(...(await claimUnsettled(times, limit - claimed.length)));
    return claimed;
  });
}

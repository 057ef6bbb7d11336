/** The steps of a voucher, and the taking of a number, as Temporal activities: idempotent, bounded, refusing by value. */
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { LedgerUnavailableError } from '../store/store.js';
import type { DocumentRef, InquiryEnd } from '../workflows/contract.js';
import { advance, type AtOnceTimeouts } from './issue/advance.js';
import type { ActivityDeps } from './deps.js';
import { answerInquiry } from './inquiries/answer-inquiry.js';
import { view, wait } from './issue/ledger-steps.js';
import { query } from './issue/query.js';
import {
  reserveSequence,
  type ReservedSequence,
  type ReserveSequenceInput,
} from './numbering/reserve-sequence.js';
import type { StepView } from './issue/step-result.js';
import { submit } from './issue/submit.js';

export type { StepView };

export interface IssueEcfActivities {
  /**
   * Reads where the ledger says the voucher is; one that is not signed yet is built, checked and signed, and while DGII
   * answers at once also delivered, and its result recorded.
   */
  advance(ref: DocumentRef, timeouts: AtOnceTimeouts, pauseMs: number): Promise<StepView>;
  submit(ref: DocumentRef, pauseMs: number): Promise<StepView>;
  /** A verdict is recorded with it. */
  query(ref: DocumentRef, timeoutMs: number, pauseMs: number): Promise<StepView>;
  /** The run ends without a verdict: the completer looks again in `forMs`. */
  park(ref: DocumentRef, forMs: number): Promise<StepView>;
}

export interface NumberingActivities {
  /** For workflows that assign numbers themselves. Fails only when the ledger is unreachable; to be tried again. */
  reserveSequence(input: ReserveSequenceInput): Promise<ReservedSequence>;
}

export interface InquiryActivities {
  /** Asks DGII what the question says and writes the answer beside it. Fails only when the ledger is unreachable, or by a defect. */
  answerInquiry(inquiryId: string): Promise<InquiryEnd>;
}

export function createActivities(
  deps: ActivityDeps,
): IssueEcfActivities & NumberingActivities & InquiryActivities {
  return {
    advance: (ref, timeouts, pauseMs) =>
      guarded(deps, ref, pauseMs, () => advance(deps, ref, timeouts, pauseMs, cancellationSignal())),
    submit: (ref, pauseMs) =>
      guarded(deps, ref, pauseMs, () => alive(() => submit(deps, ref, pauseMs, cancellationSignal()))),
    query: (ref, timeoutMs, pauseMs) =>
      guarded(deps, ref, pauseMs, () => query(deps, ref, timeoutMs, pauseMs, cancellationSignal())),
    park: (ref, forMs) =>
      guarded(deps, ref, forMs, async () => {
        await deps.store.postponeCheck(ref, new Date(deps.clock().getTime() + forMs));
        return view(deps, ref);
      }),
    reserveSequence: (input) =>
      byCodeAlone(deps, { companyId: input.companyId }, 'no number could be reserved', () =>
        reserveSequence(deps, input),
      ),
    answerInquiry: (inquiryId) =>
      byCodeAlone(deps, { inquiryId }, 'a question could not be put to DGII', () =>
        answerInquiry(deps, inquiryId, cancellationSignal()),
      ),
  };
}

/** What goes wrong is logged here; history gets a code. */
async function byCodeAlone<T>(
  { log }: ActivityDeps,
  about: object,
  message: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw ledgerUnavailable();
    log.error({ err: error, ...about }, message);
    throw defect();
  }
}

/**
 * Only the ledger being unreachable makes an activity fail, by code alone: Temporal tries it again. A defect of ours is
 * marked on the voucher, which waits; it must neither fail the workflow nor put inner texts into history.
 */
async function guarded(
  deps: ActivityDeps,
  ref: DocumentRef,
  pauseMs: number,
  step: () => Promise<StepView>,
): Promise<StepView> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw ledgerUnavailable();
    deps.log.error({ err: error, companyId: ref.companyId, encf: ref.encf }, 'a step failed');
  }
  try {
    return await wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError))
      deps.log.error({ err: error, encf: ref.encf }, 'cannot mark a fault');
    throw ledgerUnavailable();
  }
}

function ledgerUnavailable(): ApplicationFailure {
  const failure = ApplicationFailure.create({ message: 'LEDGER_UNAVAILABLE', type: 'LEDGER_UNAVAILABLE' });
  // History keeps codes, not the paths of our source.
  failure.stack = '';
  return failure;
}

/** To be tried again no more than Temporal's policy says; history gets the code alone. */
function defect(): ApplicationFailure {
  const failure = ApplicationFailure.create({ message: 'INTERNAL_FAULT', type: 'INTERNAL_FAULT' });
  failure.stack = '';
  return failure;
}

/** Lets Temporal notice within the heartbeat timeout that this worker is gone, however long the step may take. */
async function alive<T>(step: () => Promise<T>): Promise<T> {
  const { heartbeatTimeoutMs } = activityInfo();
  const beat = heartbeatTimeoutMs === undefined ? undefined : setInterval(heartbeat, heartbeatTimeoutMs / 3);
  try {
    return await step();
  } finally {
    clearInterval(beat);
  }
}

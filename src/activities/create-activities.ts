/** All activities that workflows call. Each may run again, has a time limit, and returns a refusal as a value. */
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { LedgerUnavailableError } from '../ledger/unavailable.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import type { InquiryEnd } from '../workflows/contract/inquiries.js';
import type { ReceiveEnd } from '../workflows/contract/received.js';
import { failWithCodeOnly, isBusy, ledgerUnavailable, withHeartbeat } from './activity-frame.js';
import { createAnnulmentActivities, type AnnulmentActivities } from './numbers/annulment-activities.js';
import {
  createCertificationActivities,
  type CertificationActivities,
} from './certification/certification-activities.js';
import { createBuyerActivities, type BuyerActivities } from './buyers/buyer-activities.js';
import { createWebhookActivities, type WebhookActivities } from './events/webhook-activities.js';
import { during } from '../shared/traces.js';
import type { ActivityDeps } from './deps.js';
import { answerInquiry } from './answer-inquiry.js';
import { markWaiting, park } from './vouchers/ledger-steps.js';
import { prepare } from './vouchers/prepare.js';
import { query, type QueryOptions } from './vouchers/query.js';
import { createRecentRecords } from './vouchers/recent-records.js';
import {
  prepareResult,
  queryResult,
  stepResultOf,
  submitResult,
  wasNotTried,
  type NotTriedResult,
  type StepResult,
} from './vouchers/step-result.js';
import { submit, type SubmitOptions } from './vouchers/submit.js';
import {
  reserveSequence,
  type ReservedSequence,
  type ReserveSequenceInput,
} from './numbers/reserve-sequence.js';
import { acknowledge } from './received/acknowledge.js';

export type { NotTriedResult, StepResult };

/**
 * The steps of a voucher. Each continues from the ledger's record. A quick step may use the copy that the step before returned. No argument
 * permits a delivery. `traceparent`: of the voucher's trace, if it is kept.
 */
export interface IssueEcfActivities {
  prepare(ref: AttemptRef, pauseMs: number, traceparent?: string): Promise<StepResult>;
  /** Delivers it to DGII. A summary's verdict is recorded with it. */
  submit(ref: AttemptRef, options: SubmitOptions, traceparent?: string): Promise<StepResult | NotTriedResult>;
  query(ref: AttemptRef, options: QueryOptions, traceparent?: string): Promise<StepResult | NotTriedResult>;
  /** The run ends without a verdict. The completer starts another one after `forMs`. */
  park(ref: AttemptRef, forMs: number, traceparent?: string): Promise<StepResult>;
}

export interface NumberingActivities {
  /** Gives a number to a workflow that issues by itself. Fails only while the ledger is unreachable; Temporal then tries again. */
  reserveSequence(input: ReserveSequenceInput): Promise<ReservedSequence>;
}

export interface InquiryActivities {
  /** Asks DGII the question and writes the answer beside it. Fails only if the ledger is unreachable, or by a defect of ours. */
  answerInquiry(inquiryId: string): Promise<InquiryEnd>;
}

export interface ReceivingActivities {
  /** Signs the ARECF of a reception, unless it is signed. Fails only if the ledger is unreachable, or by a defect of ours. */
  acknowledge(receptionId: string): Promise<ReceiveEnd>;
}

export function createActivities(
  deps: ActivityDeps,
): IssueEcfActivities &
  NumberingActivities &
  InquiryActivities &
  ReceivingActivities &
  BuyerActivities &
  AnnulmentActivities &
  CertificationActivities &
  WebhookActivities {
  const recentRecords = createRecentRecords();
  return {
    ...createAnnulmentActivities(deps),
    ...createBuyerActivities(deps),
    ...createCertificationActivities(deps),
    ...createWebhookActivities(deps, deps.webhooks),
    prepare: (ref, pauseMs, traceparent) =>
      takeStep(deps, { name: 'prepare', ref, pauseMs, traceparent }, async () => {
        const { document, sizes } = await prepare(deps, ref, pauseMs);
        recentRecords.keep(ref, document);
        return prepareResult(document, sizes);
      }),
    submit: (ref, options, traceparent) =>
      takeStep(deps, { name: 'submit', ref, pauseMs: options.pauseMs, traceparent }, () =>
        withHeartbeat(async () => {
          const recent = options.quickMs === undefined ? undefined : recentRecords.take(ref);
          const outcome = await submit(deps, ref, { ...options, recent }, cancellationSignal());
          if (!wasNotTried(outcome)) recentRecords.keep(ref, outcome);
          return submitResult(outcome);
        }),
      ),
    query: (ref, options, traceparent) =>
      takeStep(deps, { name: 'query', ref, pauseMs: options.pauseMs, traceparent }, async () => {
        const recent = options.quick === true ? recentRecords.take(ref) : undefined;
        return queryResult(await query(deps, ref, { ...options, recent }, cancellationSignal()));
      }),
    park: (ref, forMs, traceparent) =>
      takeStep(deps, { name: 'park', ref, pauseMs: forMs, traceparent }, async () =>
        stepResultOf(await park(deps, ref, forMs)),
      ),
    reserveSequence: (input) =>
      failWithCodeOnly(deps, { companyId: input.companyId }, 'no number could be reserved', () =>
        reserveSequence(deps, input),
      ),
    answerInquiry: (inquiryId) =>
      failWithCodeOnly(deps, { inquiryId }, 'a question could not be put to DGII', () =>
        answerInquiry(deps, inquiryId, cancellationSignal()),
      ),
    acknowledge: (receptionId) =>
      failWithCodeOnly(deps, { receptionId }, 'a reception could not be acknowledged', () =>
        acknowledge(deps, receptionId),
      ),
  };
}

interface Step {
  readonly name: keyof IssueEcfActivities;
  readonly ref: AttemptRef;
  readonly pauseMs: number;
  readonly traceparent: string | undefined;
}

/** Runs a step as a part of the voucher's trace. */
function takeStep<Result extends StepResult | NotTriedResult>(
  deps: ActivityDeps,
  step: Step,
  work: () => Promise<Result>,
): Promise<Result | StepResult> {
  const { name, ref, traceparent } = step;
  if (traceparent === undefined) return runStep(deps, step, work);
  const facts = {
    'ecf.company_id': ref.companyId,
    'ecf.environment': ref.environment,
    'ecf.encf': ref.encf,
    'ecf.attempt': ref.attempt,
    'temporal.attempt': activityInfo().attempt,
  };
  return during(
    deps.traces.open(name, { traceparent, facts }),
    () => runStep(deps, step, work),
    (result: Result | StepResult) =>
      'notTried' in result
        ? { 'ecf.not_tried': result.notTried }
        : { 'ecf.state': result.state, 'ecf.waiting': result.waiting ?? undefined },
  );
}

/**
 * Runs a step and measures its time. The activity fails only while the ledger is unreachable: history gets a code, and Temporal
 * tries again. If no thread is free to check a large voucher, the voucher waits for time only. After a defect of ours it waits for
 * INTERNAL_FAULT. A defect must not fail the workflow, and our error texts must not get into history.
 */
async function runStep<Result extends StepResult | NotTriedResult>(
  deps: ActivityDeps,
  { ref, pauseMs }: Step,
  work: () => Promise<Result>,
): Promise<Result | StepResult> {
  const startedMs = performance.now();
  const result = await work().catch((error: unknown) => {
    if (error instanceof LedgerUnavailableError) throw ledgerUnavailable();
    if (isBusy(error)) return markFailed(deps, ref, null, pauseMs);
    deps.log.error({ err: error, companyId: ref.companyId, encf: ref.encf }, 'a step failed');
    return markFailed(deps, ref, 'INTERNAL_FAULT', pauseMs);
  });
  return { ...result, ms: Math.round(performance.now() - startedMs) };
}

async function markFailed(
  deps: ActivityDeps,
  ref: AttemptRef,
  reason: 'INTERNAL_FAULT' | null,
  pauseMs: number,
): Promise<StepResult> {
  try {
    return stepResultOf(await markWaiting(deps, ref, reason, { pauseMs }));
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError))
      deps.log.error({ err: error, encf: ref.encf }, 'cannot mark a fault');
    throw ledgerUnavailable();
  }
}

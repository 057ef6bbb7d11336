/** query: asks DGII for the result of every trackId that it gave, and records the verdict. */
import type { ResultAnswer, Unavailable } from '../../dgii/replies/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { afterCheck, afterQuery } from '../../dgii/replies/next-step.js';
import { assertNever } from '../../shared/errors.js';
import { trackIdsKept, type DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import {
  keepReply,
  load,
  markWaiting,
  ofThisAttempt,
  type Current,
  type FromPreviousStep,
} from './ledger-steps.js';
import { recordVerdict } from './record-verdict.js';
import { waitAndSuspend } from './signer-refusal.js';
import type { StepOutcome } from './step-result.js';

/**
 * One e-NCF may have several trackIds. The lowest rank decides: accepted before in process, in process before rejected. A trackId
 * without an answer may still be accepted, so until then a rejection of another one is not final.
 */
const rank = { accepted: 0, 'conditionally-accepted': 0, pending: 1, unavailable: 1, rejected: 2 } as const;

export interface QueryOptions {
  readonly timeoutMs: number;
  /** The pause that follows when there is no verdict yet. */
  readonly pauseMs: number;
  /** Within a workflow task, so only while DGII answers at once. */
  readonly quick?: boolean;
}

export async function query(
  deps: ActivityDeps,
  ref: AttemptRef,
  options: QueryOptions & FromPreviousStep,
  cancelled: AbortSignal,
): Promise<StepOutcome> {
  // Only the host for full vouchers: a summary gets its verdict as the answer to its delivery.
  const slot = options.quick === true ? deps.dgiiSpeed.takeSlot(`${ref.environment}/ecf`) : undefined;
  if (typeof slot === 'string') return { notTried: slot };
  try {
    return await askForResult(deps, ref, options, cancelled);
  } finally {
    slot?.release();
  }
}

async function askForResult(
  deps: ActivityDeps,
  ref: AttemptRef,
  { timeoutMs, pauseMs, recent }: QueryOptions & FromPreviousStep,
  cancelled: AbortSignal,
): Promise<Current> {
  const document = recent ?? (await load(deps, ref));
  if (document === 'superseded') return document;
  // The worker that recorded a verdict may have died before it applied it.
  await applyVerdict(deps, ref, document);
  if (document.state !== 'submitted') return document;

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return markWaiting(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };
  return withDeadline(timeoutMs, cancelled, (signal) =>
    resultOf(deps, { auth, ref, document, pauseMs }, signal),
  );
}

interface Question {
  readonly auth: Credentials;
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
  readonly pauseMs: number;
}

async function resultOf(deps: ActivityDeps, question: Question, signal: AbortSignal): Promise<Current> {
  const { ref, document, pauseMs } = question;
  const askedAt = deps.clock();
  const noResultYet = () => markWaiting(deps, ref, silent(deps, document) ? 'DGII_SILENT' : null, pauseMs);
  const first = await findingsOf(deps, question, document.trackIds, signal);
  const findings = inDoubt(document, best(first))
    ? await withOtherDeliveries(deps, question, first, signal)
    : first;
  if (findings === 'list-late') return noResultYet();
  if ('kind' in findings) return waitAndSuspend(deps, ref, afterCheck(findings), { askedAt, pauseMs });

  const finding = best(findings);
  if (finding === undefined) throw new Error(`Document ${ref.encf} is submitted, yet holds no trackId`);
  const next = afterQuery(finding.answer);
  switch (next.step) {
    case 'query-again':
      return next.waiting === null ? noResultYet() : waitAndSuspend(deps, ref, next, { askedAt, pauseMs });
    case 'check-other-deliveries':
      // Another delivery used the number, probably our earlier one, but DGII does not show it. This is no verdict on the voucher.
      if (document.submissionCount > 1 && findings.length === 1)
        return markWaiting(deps, ref, 'CONFIRM_BY_HAND', pauseMs);
      // There was only one delivery, or DGII showed the results of the others too and this one ranks first.
      return recordFinding(deps, question, finding);
    case 'record':
      return recordFinding(deps, question, finding);
    default:
      return assertNever(next.step);
  }
}

/** DGII may have rejected this delivery because of another one of ours. */
function inDoubt({ submissionCount }: DocumentRecord, finding: Finding | undefined): boolean {
  if (finding?.result !== 'rejected') return false;
  return submissionCount > 1 || afterQuery(finding.answer).step === 'check-other-deliveries';
}

/**
 * DGII may have rejected a second delivery because the first one arrived after all. Or a proxy delivered one request twice, and we
 * have the trackId of the rejected copy. So ask DGII for all trackIds of the e-NCF, and for the results of those that are new to us.
 */
async function withOtherDeliveries(
  deps: ActivityDeps,
  question: Question,
  findings: readonly Finding[],
  signal: AbortSignal,
): Promise<readonly Finding[] | 'list-late' | Unavailable> {
  const { auth, ref, document } = question;
  const { rncEmisor, encf, trackIds } = document;
  const answer = await deps.dgii.trackIds(auth, { rncEmisor, encf }, signal);
  if (answer.kind === 'unavailable') return answer;
  const listed = answer.kind === 'found' ? ofThisAttempt(document, answer.trackIds) : [];
  // DGII itself gave us this trackId. If its list does not have it, the list is late and proves nothing.
  const shown = answer.kind === 'not-offered' || trackIds.some((trackId) => listed.includes(trackId));
  if (document.submissionCount === 1 && !shown) return 'list-late';
  const fresh = listed.filter((trackId) => !trackIds.includes(trackId));
  if (fresh.length === 0) return findings;
  await deps.store.addTrackIds(ref, fresh);
  return [...findings, ...(await findingsOf(deps, question, fresh, signal))];
}

/** Records DGII's verdict on the voucher. */
async function recordFinding(
  deps: ActivityDeps,
  { ref, document }: Question,
  { trackId, answer }: Finding,
): Promise<Current> {
  if (answer.kind !== 'final') throw new Error(`A verdict of DGII's is final, not ${answer.kind}`);
  const { reply, ...result } = answer;
  const replyFile = await keepReply(deps, ref, reply);
  return recordVerdict(deps, ref, { result, document, trackId, replyFile });
}

interface Finding {
  readonly trackId: string;
  readonly result: keyof typeof rank;
  readonly answer: ResultAnswer;
}

async function findingsOf(
  deps: ActivityDeps,
  { auth }: Question,
  trackIds: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const asked = trackIds.slice(-trackIdsKept).reverse();
  return Promise.all(
    asked.map(async (trackId) => {
      const answer = await deps.dgii.result(auth, trackId, signal);
      return { trackId, result: kindOf(answer), answer };
    }),
  );
}

function kindOf(answer: ResultAnswer): keyof typeof rank {
  switch (answer.kind) {
    case 'final':
      return answer.verdict;
    // DGII itself gave us this trackId, so its result is late, not absent.
    case 'not-found':
    case 'pending':
      return 'pending';
    case 'unavailable':
      return 'unavailable';
    default:
      return assertNever(answer);
  }
}

function best(findings: readonly Finding[]): Finding | undefined {
  return [...findings].sort((a, b) => rank[a.result] - rank[b.result])[0];
}

function silent(deps: ActivityDeps, document: DocumentRecord): boolean {
  const since = document.submissions.at(-1)?.startedAt ?? document.receivedAt;
  return deps.clock().getTime() - since.getTime() > deps.settings.silentAfterMs;
}

/** query: asks DGII for the result of every trackId it gave, and records its verdict. */
import type { ResultAnswer } from '../../dgii/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { decide } from '../../dgii/decide.js';
import { causeOf } from '../../dgii/known-texts.js';
import { assertNever } from '../../errors.js';
import type { DocumentRecord } from '../../store/document-record.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { keepReply, load, superseded, wait } from './ledger-steps.js';
import { record } from './record-verdict.js';
import { settle } from './apply-verdict.js';
import { stepViewOf, type StepView } from './step-result.js';
import { waitBy } from '../background/suspension.js';
import { ofThisAttempt } from './check-earlier-delivery.js';

/** As many as the ledger keeps: the oldest delivery is the likeliest to be the accepted one. */
const trackIdsAskedMax = 40;

/**
 * Several trackIds may exist for one e-NCF: accepted counts before in process, in process before rejected. One that
 * DGII did not answer for may be any of them: no rejection is final meanwhile.
 */
const rank = { accepted: 0, 'conditionally-accepted': 0, pending: 1, unavailable: 1, rejected: 2 } as const;

export async function query(
  deps: ActivityDeps,
  ref: DocumentRef,
  timeoutMs: number,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  // The worker that recorded the verdict may have died before it gave the number back.
  await settle(deps, ref, document);
  if (document.state !== 'submitted') return stepViewOf(document);

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };
  return queryFrom(deps, auth, ref, document, timeoutMs, pauseMs, cancelled);
}

/** Of a voucher that was handed over, as it was just read or written. */
export function queryFrom(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  timeoutMs: number,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  return withDeadline(timeoutMs, cancelled, (signal) => resultOf(deps, auth, ref, document, pauseMs, signal));
}

async function resultOf(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  pauseMs: number,
  signal: AbortSignal,
): Promise<StepView> {
  const askedAt = deps.clock();
  let trackIds = document.trackIds;
  let findings = await resultsOf(deps, auth, trackIds, signal);
  const first = best(findings);
  if (first?.standing === 'rejected' && (document.submissionCount > 1 || alreadyUsed(first.answer))) {
    // A rejected resend may only say that the first delivery had arrived after all: DGII knows all its trackIds. And a proxy
    // may have delivered the one request twice: then the trackId we were told may be that of the copy.
    const known = await deps.dgii.trackIds(
      auth,
      { rncEmisor: document.rncEmisor, encf: document.encf },
      signal,
    );
    if (known.kind === 'unavailable') return waitBy(deps, ref, decide(known), askedAt, pauseMs);
    const listed = known.kind === 'found' ? ofThisAttempt(document, known.trackIds) : [];
    // DGII gave this trackId itself: a list without it is late, not an answer.
    const shown = known.kind === 'not-offered' || trackIds.some((trackId) => listed.includes(trackId));
    if (document.submissionCount === 1 && !shown)
      return wait(deps, ref, silent(deps, document) ? 'DGII_SILENT' : null, pauseMs);
    const fresh = listed.filter((trackId) => !trackIds.includes(trackId));
    if (fresh.length > 0) {
      await deps.store.addTrackIds(ref, fresh);
      trackIds = [...trackIds, ...fresh];
      findings = [...findings, ...(await resultsOf(deps, auth, fresh, signal))];
    }
  }

  const finding = best(findings);
  if (finding === undefined) throw new Error(`Document ${ref.encf} is submitted, yet holds no trackId`);
  if (finding.standing === 'unavailable') return waitBy(deps, ref, decide(finding.answer), askedAt, pauseMs);
  if (finding.standing === 'pending') {
    return wait(deps, ref, silent(deps, document) ? 'DGII_SILENT' : null, pauseMs);
  }
  if (document.submissionCount > 1 && trackIds.length === 1 && alreadyUsed(finding.answer)) {
    // Used, and not by this delivery: by our earlier one, most likely, which DGII does not show. No verdict on the voucher.
    return wait(deps, ref, 'CONFIRM_BY_HAND', pauseMs);
  }
  if (finding.answer.kind !== 'final')
    throw new Error(`A verdict of DGII's is final, not ${finding.answer.kind}`);
  const { reply, ...result } = finding.answer;
  return record(deps, ref, finding.trackId, result, await keepReply(deps, ref, reply));
}

function alreadyUsed(answer: ResultAnswer): boolean {
  return (
    answer.kind === 'final' && answer.verdict === 'rejected' && causeOf(answer.mensajes) === 'already-used'
  );
}

interface Finding {
  readonly trackId: string;
  readonly standing: keyof typeof rank;
  readonly answer: ResultAnswer;
}

async function resultsOf(
  deps: ActivityDeps,
  auth: Credentials,
  trackIds: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const asked = trackIds.slice(-trackIdsAskedMax).reverse();
  return Promise.all(
    asked.map(async (trackId) => {
      const answer = await deps.dgii.result(auth, trackId, signal);
      return { trackId, standing: standingOf(answer), answer };
    }),
  );
}

function standingOf(answer: ResultAnswer): keyof typeof rank {
  switch (answer.kind) {
    case 'final':
      return answer.verdict;
    // DGII gave this trackId: not knowing it is not an answer yet.
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
  return [...findings].sort((a, b) => rank[a.standing] - rank[b.standing])[0];
}

function silent(deps: ActivityDeps, document: DocumentRecord): boolean {
  const since = document.submissions.at(-1)?.startedAt ?? document.receivedAt;
  return deps.clock().getTime() - since.getTime() > deps.settings.silentAfterMs;
}

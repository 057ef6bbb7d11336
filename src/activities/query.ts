/** query: asks DGII for the result of every trackId it gave. Changes no state: a verdict is kept as a file, for `record`. */
import type { DgiiReply, FinalResult, ResultAnswer } from '../dgii/answers.js';
import type { Credentials } from '../dgii/client.js';
import { decide } from '../dgii/decide.js';
import { assertNever } from '../errors.js';
import type { DocumentRecord } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { load, superseded, wait } from './ledger-steps.js';
import { stepViewOf, type StepView } from './step-view.js';

/** What `query` keeps and `record` reads: DGII's verdict as understood, beside the very bytes it was read from. */
export interface KeptVerdict {
  readonly trackId: string;
  readonly result: FinalResult;
  readonly reply: DgiiReply;
}

/** Asked at once, newest first; older ones only matter while none of these is accepted. */
const trackIdsAskedMax = 5;

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
): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  if (document.state !== 'submitted') return stepViewOf(document);

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };
  const signal = AbortSignal.timeout(timeoutMs);

  let findings = await resultsOf(deps, auth, document.trackIds, signal);
  if (best(findings)?.standing === 'rejected' && document.submissionCount > 1) {
    // A rejected resend may only say that the first delivery had arrived after all: DGII knows all its trackIds.
    const known = await deps.dgii.trackIds(
      auth,
      { rncEmisor: document.rncEmisor, encf: document.encf },
      signal,
    );
    if (known.kind === 'unavailable') return wait(deps, ref, decide(known).waiting, pauseMs);
    const fresh =
      known.kind === 'found'
        ? known.trackIds
            .map(({ trackId }) => trackId)
            .filter((trackId) => !document.trackIds.includes(trackId))
        : [];
    if (fresh.length > 0) {
      await deps.store.addTrackIds(ref, fresh);
      findings = [...findings, ...(await resultsOf(deps, auth, fresh, signal))];
    }
  }

  const finding = best(findings);
  if (finding === undefined) return wait(deps, ref, 'DGII_UNAVAILABLE', pauseMs);
  if (finding.standing === 'pending')
    return wait(deps, ref, silent(deps, document) ? 'DGII_SILENT' : null, pauseMs);
  return { ...stepViewOf(document), reply: await keep(deps, ref, finding) };
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

async function keep(deps: ActivityDeps, ref: DocumentRef, { trackId, answer }: Finding): Promise<string> {
  if (answer.kind !== 'final') throw new Error('Only a final answer is kept as a verdict');
  const { reply, ...result } = answer;
  const kept: KeptVerdict = { trackId, result, reply };
  return deps.store.putFile(ref.companyId, 'reply', JSON.stringify(kept), deps.clock());
}

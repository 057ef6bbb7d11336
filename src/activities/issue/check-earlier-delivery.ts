/**
 * Where a delivery without an answer got to, by DGII's own word: the e-NCF's trackIds, or for a summary its query. The same
 * bytes go out again only after DGII answered twice, apart, that it does not know them.
 */
import type { WaitingReason } from '../../ecf/document-states.js';
import type { Credentials } from '../../dgii/client.js';
import { decideWhereabouts } from '../../dgii/decide.js';
import type { DocumentRecord, Submission } from '../../store/document-record.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { checkAt, keepReply } from './ledger-steps.js';
import { record } from './record-verdict.js';

/** `found`: the ledger has it. `undecided`: DGII does not show it yet. `waiting`: what has to come first (null: time). */
export type Whereabouts =
  | 'found'
  | 'lost'
  | 'undecided'
  | { readonly waiting: WaitingReason | null; readonly suspendCompany: boolean };

export async function ask(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  delivery: Submission,
  cancelled: AbortSignal,
): Promise<Whereabouts> {
  const answer =
    document.signed?.summary === undefined
      ? await deps.dgii.trackIds(auth, { rncEmisor: document.rncEmisor, encf: document.encf }, cancelled)
      : await deps.dgii.queryRfce(
          auth,
          {
            rncEmisor: document.rncEmisor,
            encf: document.encf,
            codigoSeguridad: document.signed.securityCode,
          },
          cancelled,
        );
  const now = deps.clock();
  const found = { outcome: 'found', endedAt: now } as const;
  switch (answer.kind) {
    case 'unavailable':
      return decideWhereabouts(answer);
    case 'pending':
      return { waiting: null, suspendCompany: false };
    case 'final': {
      // Found by the security code of these very bytes: the verdict is theirs, whoever delivered them.
      const { reply, ...result } = answer;
      await record(deps, ref, null, result, await keepReply(deps, ref, reply), { delivery, patch: found });
      return 'found';
    }
    case 'found': {
      const trackIds = ofThisAttempt(document, answer.trackIds);
      if (trackIds.length === 0) return absent(deps, ref, delivery, now, true);
      await deps.store.recordSubmitted(ref, delivery, found, trackIds, now, checkAt(deps, 0));
      return 'found';
    }
    case 'not-found':
      return absent(deps, ref, delivery, now, true);
    // certecf knows no such query for an e-CF: there the end of the lease has to do.
    case 'not-offered':
      return absent(deps, ref, delivery, now, false);
  }
}

/** DGII does not show it, or could not be asked. */
async function absent(
  deps: ActivityDeps,
  ref: DocumentRef,
  delivery: Submission,
  now: Date,
  asked: boolean,
): Promise<Whereabouts> {
  // While the lease lasts another process may still be sending: its absence at DGII proves nothing yet.
  if (now < delivery.leaseUntil) return 'undecided';
  // "Already used" for our own bytes, and DGII does not show by whom: a person has to look in DGII's office.
  if (delivery.codes !== undefined) return { waiting: 'CONFIRM_BY_HAND', suspendCompany: false };
  if (asked) {
    if (delivery.notFoundAt === undefined) {
      await deps.store.updateSubmission(ref, delivery, { notFoundAt: now });
      return 'undecided';
    }
    if (now.getTime() - delivery.notFoundAt.getTime() < deps.settings.askAgainMs) return 'undecided';
  }
  const closed = await deps.store.updateSubmission(ref, delivery, { outcome: 'lost', endedAt: now });
  return closed ? 'lost' : 'undecided';
}

/** DGII lists the deliveries of earlier, rejected attempts under the same e-NCF: their verdicts are not this one's. */
export function ofThisAttempt(
  document: DocumentRecord,
  known: readonly { readonly trackId: string }[],
): readonly string[] {
  return known.map(({ trackId }) => trackId).filter((trackId) => !document.earlierTrackIds.includes(trackId));
}

/**
 * Holds a note until the voucher that it modifies has a result. DGII takes a note only after that voucher is accepted. It rejects
 * a note that comes earlier, and that probably burns the note's number. So the note waits unsigned. Then we check note and voucher
 * once more, under the claim that all notes on that voucher share. A type 31 that refers to a consumption voucher (code 5) is held in
 * the same way, but it changes nothing of that voucher, so it claims nothing.
 */
import { documentStates } from '../../ecf/model/document-states.js';
import { dayMs } from '../../ecf/durations.js';
import { localDate } from '../../ecf/model/dates.js';
import { isNote } from '../../ecf/model/ecf-types.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { Fault } from '../../ecf/model/fault.js';
import { refusals, type Refusal } from '../../ecf/messages/refusals.js';
import type { Facts } from '../../ecf/model/facts.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { markWaiting, type CurrentDocument } from './ledger-steps.js';
import { recordOwnVerdict } from './record-verdict.js';

type Decision = { readonly pending: Referenced } | { readonly refusal: Refusal; readonly why: string };

/** In each round one note wins, so this many notes may claim at the same moment. */
const roundsMax = 100;

/**
 * The longest wait of a note while its modified voucher cannot reach DGII. If DGII is away for more than 15 working days, issuers may use
 * paper instead (Instructivo Contingencia p.12). The company then decides anew what to issue.
 */
const contingencyWaitMaxMs = 30 * dayMs;

interface Note {
  readonly document: DocumentRecord;
  readonly content: Uint8Array;
}

/** Undefined: the voucher may be signed. Otherwise it waits or is refused, and this is its record. */
export async function holdNote(
  deps: ActivityDeps,
  ref: AttemptRef,
  note: Note,
  pauseMs: number,
): Promise<CurrentDocument | undefined> {
  const { document } = note;
  if (document.modifies === undefined) return undefined;
  const decision = await claimPart(deps, ref, note, document.modifies.encf);
  if (decision === 'go-on') return undefined;
  // It waits for time only, because nothing wakes it. The other claims become signatures in a moment, so its check is due soon.
  if (decision === 'crowded') return markWaiting(deps, ref, null, { pauseMs: 0 });
  const refuse = (codigo: Refusal, valor: string) =>
    recordOwnVerdict(deps, document, 'refused', { codigo, valor });
  if ('refusal' in decision) return refuse(decision.refusal, decision.why);

  // We promise this time to clients, so it is never shorter. The last try comes right after it, however long the usual pause is.
  const leftMs = waitEndMs(deps, document, decision.pending) - deps.clock().getTime();
  if (leftMs > 0) return markWaiting(deps, ref, 'REFERENCE_PENDING', { pauseMs: Math.min(pauseMs, leftMs) });
  return refuse('REFERENCE_NOT_FINAL', refusals.REFERENCE_NOT_FINAL.mensaje);
}

/**
 * When the note stops waiting, as an instant in milliseconds: 72 hours after we received it. If an outage keeps the modified voucher from
 * DGII, the 72 hours start when DGII has that voucher, because it could have no result before.
 */
function waitEndMs(
  { settings: { referenceWaitMaxMs } }: ActivityDeps,
  { receivedAt }: DocumentRecord,
  { contingency }: Referenced,
): number {
  const receivedMs = receivedAt.getTime();
  const usualMs = receivedMs + referenceWaitMaxMs;
  if (contingency === undefined) return usualMs;
  const latestMs = receivedMs + contingencyWaitMaxMs;
  const endMs = (contingency.endedAt?.getTime() ?? latestMs) + referenceWaitMaxMs;
  return Math.max(usualMs, Math.min(endMs, latestMs));
}

/**
 * Checks the note against the voucher `encf`, and claims its part if it fits. When another note claims between the check and the claim, both
 * are done again. `crowded`: too many notes claim at the same moment.
 */
async function claimPart(
  deps: ActivityDeps,
  ref: AttemptRef,
  note: Note,
  encf: string,
): Promise<Decision | 'go-on' | 'crowded'> {
  for (let round = 0; round < roundsMax; round += 1) {
    const { referenced, seen } = await deps.store.readForClaim(ref, encf);
    if (referenced === undefined) return 'go-on';
    const decision = await decideNote(deps, note, referenced);
    if (decision !== 'go-on' || !isNote(note.document.tipoeCF)) return decision;
    const claim = await deps.store.claimReferenced(ref, seen);
    if (claim === 'claimed') return 'go-on';
    if (claim === 'crowded') return 'crowded';
  }
  return 'crowded';
}

async function decideNote(
  { checker, clock }: ActivityDeps,
  { document, content }: Note,
  referenced: Referenced,
): Promise<Decision | 'go-on'> {
  const { accepted, final } = documentStates[referenced.state];
  if (!final) return { pending: referenced };
  const { companyId, rncEmisor, conditionalAllowed } = document;
  const today = localDate(clock().getTime());
  const facts: Facts = { today, company: { rnc: rncEmisor }, referenced, conditionalAllowed };
  const fault = await checker.noteFault(companyId, content, facts);
  if (fault === undefined) return 'go-on';
  return { refusal: accepted === 0 ? 'REFERENCE_REJECTED' : refusalOf(fault), why: fault.mensaje };
}

function refusalOf({ code }: Fault): Refusal {
  return code === 'NOTA-05' ? 'REFERENCE_BALANCE_EXCEEDED' : 'REFERENCE_MISMATCH';
}

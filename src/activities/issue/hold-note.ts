/**
 * A note and the voucher that it modifies. DGII takes a note only when that voucher is accepted; sent before, it is
 * rejected and probably burns its number. So it waits, unsigned, for a voucher of ours that has no result yet; and what
 * the ledger can decide of the two is judged once more, under the claim that all notes on that voucher share.
 */
import { documentStates } from '../../ecf/document-states.js';
import { localDate } from '../../ecf/dates.js';
import type { Ecf } from '../../ecf/ecf.js';
import type { Referenced } from '../../ecf/facts.js';
import type { Fault } from '../../ecf/fault.js';
import { refusals, type Refusal } from '../../ecf/refusals.js';
import { ledgerFaults } from '../../ecf/validate.js';
import type { DocumentRecord } from '../../store/document-record.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { viewAfter, wait } from './ledger-steps.js';
import { wakeNotes } from './record-verdict.js';
import { settle } from './apply-verdict.js';
import type { StepView } from './step-result.js';

type Verdict = 'pending' | { readonly refusal: Refusal; readonly why: string };

/** Undefined: the voucher may be signed. Otherwise it waits, or is refused, and this is where it stands. */
export async function holdNote(
  deps: ActivityDeps,
  ref: DocumentRef,
  document: DocumentRecord,
  ecf: Ecf,
  pauseMs: number,
): Promise<StepView | undefined> {
  const { modifies } = document;
  if (modifies === undefined) return undefined;
  const decide = (referenced: Referenced) => decideNote(ecf, document, referenced, deps.clock());
  const decision = await deps.store.claimReferenced<Verdict>(ref, modifies.encf, decide);
  if (decision === 'go-on') return undefined;
  if (decision === 'crowded') return wait(deps, ref, 'REFERENCE_PENDING', pauseMs);
  if (decision !== 'pending') return refuse(deps, ref, decision.refusal, decision.why);

  const waitedMs = deps.clock().getTime() - document.receivedAt.getTime();
  // Refused at the last look that is not too late: "at most" is what clients were told.
  if (waitedMs + pauseMs <= deps.settings.referenceWaitMaxMs)
    return wait(deps, ref, 'REFERENCE_PENDING', pauseMs);
  return refuse(deps, ref, 'REFERENCE_NOT_FINAL', refusals.REFERENCE_NOT_FINAL.mensaje);
}

function decideNote(
  ecf: Ecf,
  // Absent in a record of an earlier version, which let conditional faults pass.
  { rncEmisor, conditionalAllowed = true }: DocumentRecord,
  referenced: Referenced,
  now: Date,
): Verdict | 'go-on' {
  const { accepted } = documentStates[referenced.state];
  if (accepted === null) return 'pending';
  const facts = {
    today: localDate(now.getTime()),
    company: { rnc: rncEmisor },
    referenced,
    conditionalAllowed,
  };
  const [fault] = ledgerFaults(ecf, facts);
  if (fault === undefined) return 'go-on';
  return { refusal: accepted === 0 ? 'REFERENCE_REJECTED' : refusalOf(fault), why: fault.mensaje };
}

function refusalOf({ code }: Fault): Refusal {
  return code === 'NOTA-05' ? 'REFERENCE_BALANCE_EXCEEDED' : 'REFERENCE_MISMATCH';
}

/** A final state of our own making: DGII never saw this voucher, so its number is free. */
async function refuse(deps: ActivityDeps, ref: DocumentRef, codigo: Refusal, valor: string) {
  const verdict = {
    trackId: null,
    codigoDgii: '',
    estado: '',
    mensajes: [{ codigo, valor }],
    secuenciaUtilizada: null,
    replyFile: null,
  };
  const written = await deps.store.recordVerdict(ref, 'refused', verdict, deps.clock());
  await settle(deps, ref, written);
  if (written !== undefined) await wakeNotes(deps, ref);
  return viewAfter(deps, ref, written);
}

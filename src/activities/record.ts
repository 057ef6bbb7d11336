/** record: DGII's verdict into the ledger. The first one stands; an accepted voucher never leaves that state. */
import type { FinalResult, RefusalCause } from '../dgii/answers.js';
import { causeOf } from '../dgii/known-texts.js';
import type { DocumentRecord, Submission, Verdict } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { load, viewAfter } from './ledger-steps.js';
import type { StepView } from './step-view.js';

/** A ledger record stays under 32 KB; the whole of DGII's reply stands in its file. */
const messagesMax = 20;
const messageCharsMax = 300;
const codeCharsMax = 40;

/**
 * @param trackId the delivery it is about; null for a summary, which has none. @param replyFile DGII's very words, written
 * before. @param brought the delivery that ends with this verdict.
 */
export async function record(
  deps: ActivityDeps,
  ref: DocumentRef,
  trackId: string | null,
  result: FinalResult,
  replyFile: string,
  brought?: { readonly delivery: Submission; readonly patch: Partial<Submission> },
): Promise<StepView> {
  const verdict: Verdict = {
    trackId,
    codigoDgii: result.codigo.slice(0, codeCharsMax),
    estado: result.estado.slice(0, messageCharsMax),
    mensajes: result.mensajes.slice(0, messagesMax).map(({ codigo, valor }) => {
      return { codigo: codigo.slice(0, codeCharsMax), valor: valor.slice(0, messageCharsMax) };
    }),
    secuenciaUtilizada: result.secuenciaUtilizada,
    replyFile,
  };
  const now = deps.clock();
  const written = await deps.store.recordVerdict(ref, result.verdict, verdict, now, brought);
  await settleNumber(deps, ref, written ?? (await load(deps, ref)));
  await Promise.all([settleCompany(deps, ref, verdict, result.verdict, now), wakeNotes(deps, ref)]);
  return viewAfter(deps, ref, written);
}

/**
 * A rejected voucher whose number DGII did not use gives it back, as does one that we refused to send. Harmless to
 * repeat: a later attempt keeps it.
 */
export async function settleNumber(
  deps: ActivityDeps,
  ref: DocumentRef,
  document: DocumentRecord | undefined,
): Promise<void> {
  const free = document?.state === 'rejected' && document.verdict?.secuenciaUtilizada === false;
  if (free || document?.state === 'refused') await deps.store.giveBack(ref);
}

/** Notes that wait for this voucher need wait no longer. One that is not reached comes back by its own pause. */
export async function wakeNotes(
  deps: ActivityDeps,
  { companyId, environment, encf }: DocumentRef,
): Promise<void> {
  const notes = await deps.store.notesWaitingFor(companyId, environment, encf);
  if (notes.length > 0) await deps.wake(notes);
}

/**
 * Whoever is not delegated, or has a certificate that DGII does not take, would burn a number with each voucher: no more
 * are handed out until one goes through.
 */
async function settleCompany(
  deps: ActivityDeps,
  { companyId, environment }: DocumentRef,
  { mensajes }: Verdict,
  verdict: FinalResult['verdict'],
  now: Date,
): Promise<void> {
  if (verdict === 'rejected') {
    const reason = suspensions[causeOf(mensajes)];
    if (reason !== undefined) await deps.store.suspendIssuing(companyId, environment, reason, now);
    return;
  }
  const company = await deps.store.findCompany(companyId);
  if (company?.suspended !== undefined) await deps.store.resumeIssuing(companyId, environment);
}

const suspensions: Readonly<Partial<Record<RefusalCause, 'NOT_DELEGATED' | 'CERTIFICATE_REFUSED'>>> = {
  'not-delegated': 'NOT_DELEGATED',
  certificate: 'CERTIFICATE_REFUSED',
};

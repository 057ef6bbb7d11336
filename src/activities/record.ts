/** record: DGII's verdict into the ledger. The first one stands; an accepted voucher never leaves that state. */
import type { FinalResult } from '../dgii/answers.js';
import type { Verdict } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { viewAfter } from './ledger-steps.js';
import type { StepView } from './step-view.js';

/** A ledger record stays under 32 KB; the whole of DGII's reply stands in its file. */
const messagesMax = 20;
const messageCharsMax = 300;
const codeCharsMax = 40;

/** @param trackId the delivery it is about. @param replyFile DGII's very words, written before. */
export async function record(
  deps: ActivityDeps,
  ref: DocumentRef,
  trackId: string,
  result: FinalResult,
  replyFile: string,
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
  return viewAfter(deps, ref, await deps.store.recordVerdict(ref, result.verdict, verdict, deps.clock()));
}

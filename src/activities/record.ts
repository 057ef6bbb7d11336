/** record: DGII's verdict into the ledger. The first one stands; an accepted voucher never leaves that state. */
import type { Verdict } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { load, superseded, view } from './ledger-steps.js';
import type { KeptVerdict } from './query.js';
import { stepViewOf, type StepView } from './step-view.js';

/** A ledger record stays under 32 KB; the whole of DGII's reply stands in its file. */
const messagesMax = 20;
const messageCharsMax = 300;
const codeCharsMax = 40;

export async function record(deps: ActivityDeps, ref: DocumentRef, replyFile: string): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  if (document.final) return stepViewOf(document);

  const { trackId, result } = JSON.parse(await deps.store.getFile(replyFile)) as KeptVerdict;
  const verdict: Verdict = {
    trackId,
    codigoDgii: result.codigo.slice(0, codeCharsMax),
    estado: result.estado.slice(0, messageCharsMax),
    mensajes: result.mensajes
      .slice(0, messagesMax)

      .map(({ codigo, valor }) => ({
        codigo: codigo.slice(0, codeCharsMax),
        valor: valor.slice(0, messageCharsMax),
      })),
    secuenciaUtilizada: result.secuenciaUtilizada,
    replyFile,
  };
  await deps.store.recordVerdict(ref, result.verdict, verdict, deps.clock());
  return view(deps, ref);
}

/** record: DGII's verdict into the ledger. The first one stands; an accepted voucher never leaves that state. */
import type { DgiiMessage, FinalResult } from '../../dgii/answers.js';
import { causeOf } from '../../dgii/known-texts.js';
import type { Submission, Verdict } from '../../store/document-record.js';
import type { FileRef } from '../../store/files.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { load, superseded } from './ledger-steps.js';
import { settle } from './apply-verdict.js';
import { stepViewOf, type StepView } from './step-result.js';
import { accusations } from '../background/suspension.js';

/** A ledger record stays under 32 KB; the whole of DGII's reply stands in its file. */
const messagesMax = 20;
const messageCharsMax = 300;
const codeCharsMax = 40;
const messageBytesMax = 5_000;

/**
 * @param trackId the delivery it is about; null for a summary, which has none. @param replyFile DGII's very words, written
 * before. @param brought the delivery that ends with this verdict.
 */
export async function record(
  deps: ActivityDeps,
  ref: DocumentRef,
  trackId: string | null,
  result: FinalResult,
  replyFile: FileRef,
  brought?: { readonly delivery: Submission; readonly patch: Partial<Submission> },
): Promise<StepView> {
  const verdict: Verdict = {
    trackId,
    codigoDgii: result.codigo.slice(0, codeCharsMax),
    estado: result.estado.slice(0, messageCharsMax),
    mensajes: messagesOf(result.mensajes),
    secuenciaUtilizada: result.secuenciaUtilizada,
    replyFile,
    ...configurationOf(result),
  };
  const written = await deps.store.recordVerdict(ref, result.verdict, verdict, deps.clock(), brought);
  const standing = written ?? (await load(deps, ref));
  await Promise.all([settle(deps, ref, standing), wakeNotes(deps, ref)]);
  return standing === undefined ? superseded : stepViewOf(standing);
}

/** Notes that wait for this voucher need wait no longer. One that is not reached comes back by its own pause. */
export async function wakeNotes(
  deps: ActivityDeps,
  { companyId, environment, encf }: DocumentRef,
): Promise<void> {
  const notes = await deps.store.notesWaitingFor(companyId, environment, encf);
  if (notes.length > 0) await deps.wake(notes);
}

/** DGII accuses the signer: the next voucher would meet the same, and might burn its number. */
function configurationOf({ verdict, mensajes }: FinalResult): Pick<Verdict, 'configuration'> {
  const configuration = verdict === 'rejected' ? accusations[causeOf(mensajes)] : undefined;
  return configuration === undefined ? {} : { configuration };
}

/** As many messages, and as much of each, as there is room for. */
function messagesOf(mensajes: readonly DgiiMessage[]): DgiiMessage[] {
  const kept: DgiiMessage[] = [];
  let room = messageBytesMax;
  for (const { codigo, valor } of mensajes.slice(0, messagesMax)) {
    const message = { codigo: codigo.slice(0, codeCharsMax), valor: valor.slice(0, messageCharsMax) };
    room -= Buffer.byteLength(message.codigo) + Buffer.byteLength(message.valor);
    if (room < 0) break;
    kept.push(message);
  }
  return kept;
}

/** Writes DGII's verdict into the ledger. The first verdict stays; an accepted voucher never leaves that state. */
import type { DgiiMessage, FinalResult } from '../../dgii/replies/answers.js';
import { causeOf } from '../../dgii/replies/known-texts.js';
import type { FileRef, Submission, Verdict } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import { load, type Current } from './ledger-steps.js';
import { accusations } from './signer-refusal.js';

/** A ledger record stays under 32 KB; DGII's whole reply is in its file. */
const messagesMax = 20;
const messageCharsMax = 300;
const codeCharsMax = 40;
const messageBytesMax = 5_000;

export interface DgiiVerdict {
  readonly result: FinalResult;
  /** The delivery that the verdict is about; null for a summary, which has no trackId. */
  readonly trackId: string | null;
  /** DGII's reply as it came, kept before. */
  readonly replyFile: FileRef;
  /** The delivery that ends with this verdict. */
  readonly ends?: { readonly delivery: Submission; readonly patch: Partial<Submission> };
}

export async function recordVerdict(
  deps: ActivityDeps,
  ref: AttemptRef,
  { result, trackId, replyFile, ends }: DgiiVerdict,
): Promise<Current> {
  const verdict: Verdict = {
    trackId,
    codigoDgii: result.codigo.slice(0, codeCharsMax),
    estado: result.estado.slice(0, messageCharsMax),
    mensajes: messagesOf(result.mensajes),
    secuenciaUtilizada: result.secuenciaUtilizada,
    replyFile,
    ...configurationOf(result),
  };
  const written = await deps.store.recordVerdict(ref, result.verdict, verdict, deps.clock(), ends);
  const document = written ?? (await load(deps, ref));
  await Promise.all([applyVerdict(deps, ref, document), wakeNotes(deps, ref)]);
  return document;
}

/** Notes that wait for this voucher need wait no longer. One that cannot be reached tries again after its own pause. */
export async function wakeNotes(
  deps: ActivityDeps,
  { companyId, environment, encf }: AttemptRef,
): Promise<void> {
  const notes = await deps.store.notesWaitingFor(companyId, environment, encf);
  if (notes.length > 0) await deps.wake(notes);
}

/** DGII accuses the signer: the next voucher would be refused too, and might burn its number. */
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

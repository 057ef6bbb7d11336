/** Writes a verdict, DGII's or ours, into the ledger. The first verdict stays; an accepted voucher never leaves that state. */
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { FinalResult } from '../../dgii/replies/answers.js';
import { isAlreadyUsed, type NextStep } from '../../dgii/replies/next-step.js';
import {
  numberCalledUsed,
  ownVerdict,
  type DocumentRecord,
  type FileRef,
  type Delivery,
  type Verdict,
} from '../../ledger/vouchers/document-record.js';
import { mayGoToBuyer } from '../../ecf/codes/buyer-delivery.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { attemptRefOf, type VoucherRef } from '../../ledger/vouchers/voucher-events.js';
import { applyVerdict } from './apply-verdict.js';
import {
  messageCodeCharsMax,
  nextCheckAfter,
  cutMessages,
  readCurrent,
  messageCharsMax,
  type CurrentDocument,
} from './ledger-steps.js';

interface DgiiVerdict {
  readonly result: FinalResult;
  /** Set if DGII rejected the signer and not the voucher. It would reject the next voucher too, and might burn its number. */
  readonly suspendFor: NextStep['suspendFor'];
  readonly document: DocumentRecord;
  /** The delivery that the verdict is about; null for a summary, which has no trackId. */
  readonly trackId: string | null;
  readonly replyFile: FileRef;
  readonly ends?: { readonly delivery: Delivery; readonly patch: Partial<Delivery> };
}

export async function recordDgiiVerdict(
  deps: ActivityDeps,
  ref: AttemptRef,
  { result, suspendFor, document, trackId, replyFile, ends }: DgiiVerdict,
): Promise<CurrentDocument> {
  const verdict: Verdict = {
    trackId,
    codigoDgii: result.codigo.slice(0, messageCodeCharsMax),
    estado: result.estado.slice(0, messageCharsMax),
    mensajes: cutMessages(result.mensajes),
    secuenciaUtilizada: isAlreadyUsed(result) || numberCalledUsed(document) || result.secuenciaUtilizada,
    replyFile,
    ...(suspendFor === null ? {} : { configuration: suspendFor }),
  };
  const toBuyer = result.verdict !== 'rejected' && mayGoToBuyer(document);
  const written = await deps.store.recordVerdict(
    document,
    { state: result.verdict, verdict, ends, toBuyer },
    deps.clock(),
  );
  return wakeNotesAndApply(deps, ref, written);
}

/** The voucher is not signed, so DGII never got it. `refused`: its number is free. `annulled`: its number was voided. */
export async function recordOwnVerdict(
  deps: ActivityDeps,
  voucher: VoucherRef,
  state: 'refused' | 'annulled',
  { codigo, valor }: DgiiMessage,
): Promise<CurrentDocument> {
  const ref = attemptRefOf(voucher);
  const written = await deps.store.recordVerdict(
    voucher,
    { state, verdict: ownVerdict(codigo, valor), unsigned: true },
    deps.clock(),
  );
  return wakeNotesAndApply(deps, ref, written);
}

/** @param written the record with our verdict. Undefined: another process recorded a verdict first, or signed the voucher */
async function wakeNotesAndApply(
  deps: ActivityDeps,
  ref: AttemptRef,
  written: DocumentRecord | undefined,
): Promise<CurrentDocument> {
  // The wake-up is not awaited, because the completer wakes a note that gets no signal.
  wakeNotes(deps, ref).catch((error: unknown) => {
    deps.log.warn({ err: error, ...ref }, 'the notes that wait for a voucher were not woken');
  });
  const document = written ?? (await readCurrent(deps, ref));
  await applyVerdict(deps, ref, document);
  return document;
}

/** Wakes the notes that wait for this voucher. The completer wakes those of them that get no signal, and all beyond the first two hundred. */
async function wakeNotes(deps: ActivityDeps, ref: AttemptRef): Promise<void> {
  const { companyId, environment, encf } = ref;
  const notes = await deps.store.notesWaitingFor(companyId, environment, encf);
  if (notes.length === 0) return;
  await deps.store.checkNotesAt(ref, nextCheckAfter(deps, 0));
  await deps.wake(notes);
}

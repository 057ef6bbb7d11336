/** What a note on a voucher starts from: the voucher, what is left of it, and the notes that it has already. */
import type { NoteDraft } from '../../documents/check/note-draft.js';
import type { Checker } from '../../documents/threads/checker.js';
import { amountOf } from '../../ecf/model/amounts.js';
import { localDate } from '../../ecf/model/dates.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { isNote } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { NoteOrder } from '../../ecf/notes/draft-note.js';
import type { Store } from '../../ledger/ledger.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { VoucherRow } from '../../ledger/vouchers/lists/voucher-pages.js';
import { refused, type Refused } from '../../shared/refused.js';
import { contentsOf } from './voucher-contents.js';

interface NoteDeps {
  readonly store: Pick<Store, 'findDocument' | 'findReferenced' | 'notesOn' | 'getFileBytes'>;
  readonly checker: Pick<Checker, 'noteDraft'>;
  readonly clock: () => Date;
}

interface Modified {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
}

/** Decimal texts. A credit note may take what is left: the total and the accepted debit notes, less the other credit notes (NOTA-05). */
export interface NoteBalance {
  readonly total: string;
  readonly debited: string;
  readonly credited: string;
  readonly left: string;
}

export interface NoteBasis extends NoteDraft {
  readonly outcome: 'found';
  readonly balance: NoteBalance;
  /** The voucher has more notes than were read, so the units and bases that they took are not known. */
  readonly more: boolean;
}

export type NoteRefusal =
  Refused<'ECF_NOT_FOUND'> | Refused<'NOTE_NOT_POSSIBLE', { readonly mensaje: string }>;

/** Of all notes that are read. Beyond it their lines are not counted. */
const noteBytesMax = 4_000_000;

/** @param order absent: only what is left is wanted */
export async function noteBasis(
  { store, checker, clock }: NoteDeps,
  { companyId, environment, encf }: Modified,
  order?: Omit<NoteOrder, 'today'>,
): Promise<NoteBasis | NoteRefusal> {
  const [document, referenced, notes] = await Promise.all([
    store.findDocument(companyId, environment, encf),
    // No voucher has the number '', so every note counts.
    store.findReferenced(companyId, environment, encf, ''),
    store.notesOn(companyId, environment, encf),
  ]);
  if (document === undefined) return refused('ECF_NOT_FOUND');
  const reason = whyNot(document, referenced?.annulled === true);
  if (reason !== undefined) return refused('NOTE_NOT_POSSIBLE', { mensaje: reason });
  const counted = notes.rows.filter(counts);
  const contents = await contentsOf(store, { companyId, environment }, counted, noteBytesMax);
  const today = localDate(clock().getTime());
  const facts = { today, company: { rnc: document.rncEmisor } };
  const draft = await checker.noteDraft(companyId, await store.getFileBytes(document.contentFile), {
    notes: contents.map(({ type, content }) => ({ type: type === 33 ? 33 : 34, content })),
    ...(order && { order: { ...order, today, facts } }),
  });
  const more = notes.more || contents.length < counted.length;
  return { outcome: 'found', ...draft, balance: balanceOf(document, referenced), more };
}

/**
 * For the page of the voucher, which needs neither the lines nor the contents of the notes. Undefined: the voucher takes no notes.
 *
 * @param hasNotes without any, the sum over them is not asked for
 */
export async function noteBalance(
  store: Pick<Store, 'findReferenced'>,
  document: DocumentRecord,
  hasNotes: boolean,
): Promise<(NoteBalance & { readonly annulled: boolean }) | undefined> {
  const { companyId, environment, encf, tipoeCF, state } = document;
  if (documentStates[state].accepted !== 1 || isNote(tipoeCF)) return undefined;
  const referenced = hasNotes ? await store.findReferenced(companyId, environment, encf, '') : undefined;
  return { ...balanceOf(document, referenced), annulled: referenced?.annulled === true };
}

function balanceOf(
  { montoTotal: total }: DocumentRecord,
  { credited = '0', debited = '0' }: Partial<Pick<Referenced, 'credited' | 'debited'>> = {},
): NoteBalance {
  const left = amountOf(total).plus(amountOf(debited)).minus(amountOf(credited)).toFixed();
  return { total, debited, credited, left };
}

function whyNot({ encf, tipoeCF, state }: DocumentRecord, annulled: boolean): string | undefined {
  if (isNote(tipoeCF)) return `${encf} ya es una nota: una nota se refiere al comprobante original.`;
  const { accepted, status } = documentStates[state];
  if (accepted === null)
    return `${encf} todavía no tiene el resultado de la DGII (${status}): espere a que lo acepte.`;
  if (accepted === 0)
    return `${encf} no es válido (${status}), así que no lleva notas: emita la venta otra vez.`;
  return annulled ? `Una nota de crédito ya anuló ${encf} (código 1): no admite más notas.` : undefined;
}

/** As NOTA-05 counts them: credit notes that are not over without acceptance, and debit notes that DGII accepted. */
function counts({ tipoeCF, state }: VoucherRow): boolean {
  const { accepted } = documentStates[state];
  return tipoeCF === 34 ? accepted !== 0 : tipoeCF === 33 && accepted === 1;
}

/** A note on a voucher of the ledger: what other notes took from the voucher, and the JSON of the note that the caller wants. */
import type { Facts } from '../../ecf/model/facts.js';
import { creditedBy, type Credited } from '../../ecf/notes/credited.js';
import { draftNote, type NoteOrder } from '../../ecf/notes/draft-note.js';
import { usualAmounts } from '../../ecf/usual-amounts.js';
import { readVoucher } from './read-voucher.js';

export interface NoteDraftInput {
  /** The notes that count, in the JSON of the ledger. */
  readonly notes: readonly { readonly type: 33 | 34; readonly content: Uint8Array }[];
  /** Absent: only what other notes took is wanted. */
  readonly order?: NoteOrder & { readonly facts: Facts };
}

export interface NoteDraft {
  readonly credited: Credited;
  /** JSON in UTF-8, without the number and with its amounts. */
  readonly note: Uint8Array | undefined;
}

/** @param content the voucher that the note modifies, in the JSON of the ledger */
export function noteDraft(content: Uint8Array, { notes, order }: NoteDraftInput): NoteDraft {
  const voucher = read(content);
  const credited = creditedBy(
    voucher,
    notes.map(({ type, content: bytes }) => ({ type, content: read(bytes) })),
  );
  if (order === undefined) return { credited, note: undefined };
  const { facts, ...wanted } = order;
  const note = draftNote(voucher, wanted, credited);
  if (note === undefined) throw new Error('The ledger has a voucher without a number or a date');
  usualAmounts(note, facts);
  return { credited, note: new TextEncoder().encode(JSON.stringify(note)) };
}

function read(bytes: Uint8Array): unknown {
  const body = readVoucher(bytes);
  if (!body.ok) throw new Error('The ledger has a voucher that is no JSON');
  return body.value;
}

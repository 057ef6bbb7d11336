/** What the guide of a note starts from, and the note that follows from what a person chose. */
import type { NoteType } from '../../../../../ecf/model/ecf-types.js';
import { draftNote } from '../../../../../ecf/notes/draft-note.js';
import { type NoteCode } from '../../../../../ecf/notes/note-codes.js';
import type { NoteBasis, Voucher } from '../../../../api/answers.js';
import { firstChoice, orderOf } from './choice.js';

export interface NoteStart {
  readonly type: NoteType;
  /** The code that a link asked for. */
  readonly code?: NoteCode;
  readonly voucher: Voucher;
  /** The JSON of the voucher that the note modifies, parsed. */
  readonly content: unknown;
  readonly basis: NoteBasis;
}

/** The text that the form starts with. */
export function noteText(start: NoteStart, today: string, choice = firstChoice(start)): string {
  const note = draftNote(start.content, orderOf(start.type, choice, today), start.basis.credited);
  return JSON.stringify(note ?? { ECF: {} }, undefined, 2);
}

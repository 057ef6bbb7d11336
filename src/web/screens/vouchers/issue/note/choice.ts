/** What a person chose in the guide of a note. The draft keeps it as JSON, so that it comes back with the note. */
import type { NoteType } from '../../../../../ecf/model/ecf-types.js';
import { type NoteOrder } from '../../../../../ecf/notes/draft-note.js';
import { noteCodes, type NoteCode } from '../../../../../ecf/notes/note-codes.js';
import type { NoteLine } from '../../../../../ecf/notes/note-lines.js';
import { typedNumber } from '../../../../shared/typed/typed-amount.js';

/** As typed: NumeroLinea → units or an amount. */
export interface TypedLine {
  readonly by: 'quantity' | 'amount';
  readonly text: string;
}

export interface NoteChoice {
  readonly code: NoteCode;
  readonly lines: Readonly<Record<string, TypedLine>>;
  readonly reason: string;
}

export function firstChoice({
  type,
  code,
}: {
  readonly type: NoteType;
  readonly code?: NoteCode;
}): NoteChoice {
  const usual = type === 33 ? noteCodes.correctsAmounts : noteCodes.cancels;
  return { code: type === 33 ? usual : (code ?? usual), lines: {}, reason: '' };
}

export function choiceIn(text: string): NoteChoice | undefined {
  return text === '' ? undefined : (JSON.parse(text) as NoteChoice);
}

export function orderOf(type: NoteType, { code, lines, reason }: NoteChoice, today: string): NoteOrder {
  const order = { type, code, today, reason };
  if (code !== noteCodes.correctsAmounts) return order;
  return { ...order, lines: Object.entries(lines).map(([line, typed]) => lineOf(Number(line), typed)) };
}

function lineOf(line: number, { by, text }: TypedLine): NoteLine {
  const number = typedNumber(text);
  return by === 'quantity' ? { line, quantity: number } : { line, amount: number };
}

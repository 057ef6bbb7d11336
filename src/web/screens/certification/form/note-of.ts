/** What the form starts with for a note: the voucher that it modifies, and the reference to it. */
import { shapeOf, type Shape } from '../../../../ecf/json/shape.js';
import { amountOf, sum } from '../../../../ecf/model/amounts.js';
import { daysBetween, parseDate } from '../../../../ecf/model/dates.js';
import { documentStates } from '../../../../ecf/model/document-states.js';
import { creditNoteDaysMax, type NoteType } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import {
  isList,
  isObject,
  numberOrText,
  parseJson,
  textOf,
  typedText,
  type Json,
  type JsonObject,
} from '../../../shared/exact-json.js';

interface NoteStart {
  readonly type: NoteType;
  readonly cancels: boolean;
  readonly today: string;
}

/** CodigoModificacion. A credit note over everything that is left of the voucher cancels it; a debit note can only correct amounts. */
const codes = { cancels: '1', correctsAmounts: '3' } as const;

/** Whether no credit note has taken a part of the voucher, so that a note for its whole amount cancels it. */
export function isWhole({ notes }: Pick<Voucher, 'notes'>): boolean {
  return creditsOf(notes).length === 0 && !notes.more;
}

/** The credit notes that count: DGII accepted them, or has not decided yet. */
function creditsOf({ items }: Voucher['notes']): Voucher['notes']['items'] {
  return items.filter(({ tipoeCF, state }) => tipoeCF === 34 && documentStates[state].accepted !== 0);
}

interface Credit {
  readonly credited: string;
  readonly debited: string;
  readonly left: string;
}

/** Amounts as NOTA-05 counts them; undefined without credit notes, and if there are more notes than the page has. */
export function creditOn({ montoTotal, notes }: Pick<Voucher, 'montoTotal' | 'notes'>): Credit | undefined {
  const credits = creditsOf(notes);
  if (credits.length === 0 || notes.more) return undefined;
  const debits = notes.items.filter(
    ({ tipoeCF, state }) => tipoeCF === 33 && documentStates[state].accepted === 1,
  );
  const credited = sum(credits.map((note) => amountOf(String(note.montoTotal))));
  const debited = sum(debits.map((note) => amountOf(String(note.montoTotal))));
  const left = amountOf(String(montoTotal)).plus(debited).minus(credited);
  return { credited: credited.toFixed(), debited: debited.toFixed(), left: left.toFixed() };
}

/**
 * A note of today for the whole amount of the voucher, which the person then changes. It has the fields that its type allows.
 * @param note `cancels`: a note for the whole amount cancels the voucher, see `isWhole`. `today`: DD-MM-YYYY
 * @returns undefined if the content is not a voucher
 */
export function noteOf(content: string, { type, cancels, today }: NoteStart): string | undefined {
  const tree = parseJson(content);
  const ecf = objectAt(tree, 'ECF') ?? (isObject(tree) ? tree : undefined);
  const header = objectAt(ecf, 'Encabezado');
  const { eNCF: number, FechaVencimientoSecuencia: _expiry, ...idDoc } = objectAt(header, 'IdDoc') ?? {};
  const issuer = objectAt(header, 'Emisor');
  const issuedOn = typedText(issuer?.['FechaEmision']);
  if (number === undefined || parseDate(issuedOn) === undefined) return undefined;
  const isLate = daysBetween(issuedOn, today) > creditNoteDaysMax;
  const note = {
    ...ecf,
    Encabezado: {
      ...header,
      IdDoc: {
        ...idDoc,
        TipoeCF: numberOrText(String(type)),
        IndicadorNotaCredito: numberOrText(isLate ? '1' : '0'),
      },
      Emisor: { ...issuer, FechaEmision: today },
    },
    InformacionReferencia: {
      NCFModificado: number,
      FechaNCFModificado: issuedOn,
      CodigoModificacion: numberOrText(type === 34 && cancels ? codes.cancels : codes.correctsAmounts),
    },
  };
  return textOf({ ECF: fieldsOf(note, shapeOf(type)) });
}

export function fieldsOf(tree: Json, shape: Shape): Json {
  if (isList(tree)) return tree.map((one) => fieldsOf(one, shape));
  if (!isObject(tree)) return tree;
  const fields = shape.members.flatMap(({ name, jsonName, shape: inner }) => {
    const value = tree[jsonName] ?? tree[name];
    if (value === undefined) return [];
    return [[jsonName, inner === undefined ? value : fieldsOf(value, inner)] as const];
  });
  return Object.fromEntries(fields);
}

function objectAt(tree: Json | undefined, name: string): JsonObject | undefined {
  const value = isObject(tree) ? tree[name] : undefined;
  return isObject(value) ? value : undefined;
}

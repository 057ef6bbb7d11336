/**
 * Checks one leaf: a JSON value against its field type. A sound value yields its canonical text; a faulty one may still
 * yield a text, so that the XML can be shown with what the client sent.
 */
import { replaceHidden } from '../hidden-characters.js';
import { decimalText } from '../model/amounts.js';
import type {
  CodeType,
  DecimalType,
  FieldType,
  IntegerType,
  TextForm,
  TextType,
} from '../catalogue/field-types.js';
import { parseDate } from '../model/dates.js';
import { ecfTypeList, parseEcfType } from '../model/ecf-types.js';
import { parseEncf } from '../model/encf.js';
import { excerpt, type StructureFault } from '../model/fault.js';
import { nearestCodes } from './nearest-code.js';
import { didYouMean } from './nearest-name.js';

export interface Checked {
  /** Undefined when there is nothing to write in the XML. */
  readonly text: string | undefined;
  readonly fault?: { readonly kind: StructureFault | 'encf' | 'tipoEcf'; readonly detail: string };
}

/** Characters that XML 1.0 does not allow: control characters, lone surrogates, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** For texts that people type or paste: what XML cannot hold, and what nobody sees, becomes a space. */
export function withoutForbidden(text: string): string {
  return replaceHidden(text.replace(new RegExp(forbidden, 'gu'), ' '), () => ' ');
}

/** Longer texts are refused without further checks; the longest field has 1,000 characters. */
const inspectedMax = 100_000;

export function checkValue(value: unknown, type: FieldType): Checked {
  switch (type.kind) {
    case 'text':
      return checkText(value, type);
    case 'decimal':
      return checkDecimal(value, type);
    case 'integer':
      return checkInteger(value, type);
    case 'code':
      return type.json === 'number' ? checkNumberCode(value, type) : checkTextCode(value, type);
    case 'date':
      return checkDate(value);
    case 'encf':
      return checkEncf(value);
    case 'tipoEcf':
      return checkTipoEcf(value);
    case 'signingTime':
      return faulty('ofTheService', 'Quítelo de la solicitud.');
  }
}

function checkText(value: unknown, type: TextType): Checked {
  const text = textOf(value, type.maxLength);
  if (typeof text !== 'string') return text;
  const { minLength, maxLength, form } = type;
  if (text.length > maxLength && codePoints(text) > maxLength) {
    return faulty('tooLong', `El máximo es de ${maxLength} caracteres; tiene ${codePoints(text)}.`, text);
  }
  if (minLength > 1 && codePoints(text) < minLength) {
    const detail = `Se esperaban al menos ${minLength} caracteres; tiene ${codePoints(text)}.`;
    return faulty('pattern', detail, text);
  }
  if (form !== undefined && !form.regexp.test(text)) {
    const example = form.example === undefined ? '' : `, por ejemplo «${form.example}»`;
    const received = `Se esperaba ${form.expected}${example}; se recibió «${excerpt(text)}».`;
    const refused = firstRefused(text, form);
    if (refused === undefined) return faulty('pattern', received, text);
    return faulty('pattern', `${received} La DGII no admite ${refused} en este campo.`, text);
  }
  return { text };
}

function firstRefused(text: string, { character }: TextForm): string | undefined {
  if (character === undefined) return undefined;
  for (const one of text)
    if (!character.test(one)) return characterNames.get(one) ?? `el carácter «${excerpt(one)}»`;
  return undefined;
}

const characterNames: ReadonlyMap<string, string> = new Map([
  ['_', 'el guion bajo (_)'],
  ['-', 'el guion (-)'],
  ['.', 'el punto (.)'],
  [',', 'la coma (,)'],
  [' ', 'el espacio'],
  ['\u00A0', 'el espacio duro'],
  ['\t', 'el tabulador'],
  ['\n', 'el salto de línea'],
  ['\r', 'el salto de línea'],
]);

function checkDecimal(value: unknown, type: DecimalType): Checked {
  const text = numberOf(value);
  if (typeof text !== 'string') return text;
  const [integers = '', decimals = ''] = (text.startsWith('-') ? text.slice(1) : text).split('.');
  if (integers.length > type.integers || decimals.length > type.decimals) {
    const expected = `El máximo es de ${type.integers} enteros y ${type.decimals} decimales`;
    return faulty('numberFormat', `${expected}; se recibió ${excerpt(text)}.`, text);
  }
  if (type.sign === 'positive' && (text === '0' || text.startsWith('-'))) {
    const detail = `Debe ser mayor que cero; se recibió ${text}. Si no aplica, no lo envíe.`;
    return faulty('numberRange', detail, text);
  }
  if (type.sign === 'unsigned' && text.startsWith('-')) {
    return faulty('numberRange', `No puede ser negativo; se recibió ${text}.`, text);
  }
  return { text };
}

function checkInteger(value: unknown, { min, max }: IntegerType): Checked {
  const text = numberOf(value);
  if (typeof text !== 'string') return text;
  if (text.includes('.'))
    return faulty('numberFormat', `Se esperaba un entero; se recibió ${excerpt(text)}.`, text);
  const number = Number(text);
  if (number < min || number > max) {
    const detail = `Se esperaba un entero de ${min} a ${max}; se recibió ${excerpt(text)}.`;
    return faulty('numberRange', detail, text);
  }
  return { text };
}

function checkNumberCode(value: unknown, type: CodeType): Checked {
  const text = numberOf(value);
  if (typeof text === 'string') return inTable(text, type);
  if (typeof value !== 'string' || text.text !== undefined) return text;
  // A client that sends `UND` needs the table, not only the type.
  const expected = `Se esperaba un número JSON, uno de: ${codesOf(type)}`;
  return faulty('wrongType', `${expected}; se recibió el texto «${excerpt(value)}».${meant(value, type)}`);
}

function checkTextCode(value: unknown, type: CodeType): Checked {
  if (typeof value === 'number') {
    const expected = `Se esperaba un texto JSON, entre comillas, uno de: ${codesOf(type)}`;
    const given = String(value);
    return faulty('wrongType', `${expected}; se recibió el número ${excerpt(given)}.${meant(given, type)}`);
  }
  const text = textOf(value);
  return typeof text === 'string' ? inTable(text, type) : text;
}

function inTable(text: string, type: CodeType): Checked {
  if (type.table.codes.has(text)) return { text };
  const detail = `Se esperaba uno de: ${codesOf(type)}; se recibió «${excerpt(text)}».${meant(text, type)}`;
  return faulty('notInTable', detail, text);
}

/** Tables up to `listedMax` codes are listed in full; of a longer table, the first `firstMax` codes serve as examples. */
const listedMax = 10;
const firstMax = 5;

/**
 * The allowed values as JSON writes them, with their meaning: `1 Contado; 2 Crédito`, `"01" Ingresos por operaciones; …`.
 * Undefined when the type has no list of values.
 */
export function allowedValues(type: FieldType): string | undefined {
  if (type.kind === 'code') return codesOf(type);
  return type.kind === 'tipoEcf' ? ecfTypeList.join(', ') : undefined;
}

function codesOf({ json, table: { name, codes } }: CodeType): string {
  const all = codes.size <= listedMax;
  const rows = [...codes].slice(0, all ? listedMax : firstMax).map((row) => shownRow(row, json));
  const rest = all ? '' : `; … (${codes.size} códigos: ${name} en /openapi.json)`;
  return rows.join('; ') + rest;
}

function shownRow([code, meaning]: readonly [string, string], json: CodeType['json']): string {
  return `${json === 'number' ? code : JSON.stringify(code)} ${meaning}`;
}

/** ` ¿Quiso decir 43 Unidad?`, or nothing if no code is near. */
function meant(given: string, { json, table }: CodeType): string {
  const near = nearestCodes(given, table).map((row) => shownRow(row, json));
  return near.length === 0 ? '' : ` ${didYouMean(near)}`;
}

function checkDate(value: unknown): Checked {
  const text = textOf(value);
  if (typeof text !== 'string') return text;
  return parseDate(text) === undefined ? faulty('date', `Se recibió «${excerpt(text)}».`, text) : { text };
}

function checkEncf(value: unknown): Checked {
  const text = textOf(value);
  if (typeof text !== 'string') return faulty('encf', received(value));
  return parseEncf(text) === undefined ? faulty('encf', received(text), text) : { text };
}

function checkTipoEcf(value: unknown): Checked {
  const text = numberOf(value);
  if (typeof text !== 'string') return text;
  return parseEcfType(text) === undefined ? faulty('tipoEcf', received(value), text) : { text };
}

function textOf(value: unknown, maxLength?: number): string | Checked {
  if (typeof value !== 'string') return faulty('wrongType', expectedInstead('un texto', value));
  if (value.length > inspectedMax) {
    const expected =
      maxLength === undefined ? 'Es demasiado largo' : `El máximo es de ${maxLength} caracteres`;
    return faulty('tooLong', `${expected}; tiene ${value.length}.`);
  }
  if (forbidden.test(value))
    return faulty('forbiddenCharacter', 'Quite los caracteres de control y los símbolos incompletos.');
  // A text of blanks only counts as empty: .NET drops it when it reads the XML, and the signature would fail.
  return /^[ \t\n\r]*$/.test(value) ? faulty('emptyText', received(value)) : value;
}

/** A number sent as a text, short enough for a double to hold it exactly. */
const quotedNumber = /^-?(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

function numberOf(value: unknown): string | Checked {
  if (typeof value === 'string' && quotedNumber.test(value)) {
    // The meaning is clear, so the rules check this number and the XML shows it.
    const detail = `Se esperaba un número JSON, sin comillas: ${value}; se recibió el texto «${value}».`;
    return faulty('wrongType', detail, decimalText(Number(value)));
  }
  if (typeof value !== 'number') return faulty('wrongType', expectedInstead('un número', value));
  return Number.isFinite(value)
    ? decimalText(value)
    : faulty('numberFormat', 'El número es demasiado grande.');
}

/** `Se esperaba un texto; se recibió el número 5.` */
export function expectedInstead(expected: string, value: unknown): string {
  return `Se esperaba ${expected}; se recibió ${jsonTypeName(value)}.`;
}

function jsonTypeName(value: unknown): string {
  if (value === null) return 'null (un campo sin valor no se envía)';
  if (Array.isArray(value)) return 'una lista';
  switch (typeof value) {
    case 'string':
      return `el texto «${excerpt(value)}»`;
    case 'number':
      return `el número ${excerpt(String(value))}`;
    case 'boolean':
      return String(value);
    default:
      return 'un objeto';
  }
}

function received(value: unknown): string {
  return `Se recibió ${jsonTypeName(value)}.`;
}

function faulty(kind: NonNullable<Checked['fault']>['kind'], detail: string, text?: string): Checked {
  return { text, fault: { kind, detail } };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

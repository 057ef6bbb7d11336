/** From a cell to the JSON text of a field's value. The catalogue decides which values a field may have. */
import { isJsonNumber, type FieldType } from '../../ecf/catalogue/field-types.js';
import { checkValue } from '../../ecf/json/check-value.js';
import { amountOf, decimalText } from '../../ecf/model/amounts.js';
import { excerpt, structureFaults } from '../../ecf/model/fault.js';
import type { Cell } from './xlsx/sheet.js';

export type JsonValue =
  | { readonly ok: true; readonly json: string }
  /** Spanish: what was expected and found. */
  | { readonly ok: false; readonly detail: string };

/** A number keeps the digits that the cell has: `1180.00`. A text is the cell's text. */
export function jsonValueOf({ kind, text }: Cell, type: FieldType): JsonValue {
  if (kind === 'other') return refused(`La celda no es un texto ni un número: «${excerpt(text)}».`);
  if (kind === 'date') {
    const day = text.slice(0, 10);
    return type.kind === 'date'
      ? checked(day, JSON.stringify(day), type)
      : refused(`La celda tiene la fecha ${text}, y el campo no es una fecha.`);
  }
  if (isJsonNumber(type)) return numberOf(text.trim(), type);
  // A number has lost its leading zeros, and a date its form.
  if (kind === 'number') return refused(`La celda debe ser un texto; tiene el número ${text}.`);
  // Blanks may belong to a name, but never to a code or a date.
  const value = type.kind === 'text' && type.form === undefined ? text : text.trim();
  return checked(value, JSON.stringify(value), type);
}

function numberOf(text: string, type: FieldType): JsonValue {
  const [, sign = '', integers, decimals = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (integers === undefined)
    return refused(`Se esperaba un número, como 1250.00; se recibió «${excerpt(text)}».`);
  // JSON allows no leading zeros.
  const json = `${sign}${integers.replace(/^0+(?=\d)/, '')}${decimals}`;
  const value = Number(json);
  if (!Number.isFinite(value) || amountOf(json).toFixed() !== amountOf(decimalText(value)).toFixed())
    return refused(`${structureFaults.inexactNumber.nombre} Se recibió ${excerpt(json)}.`);
  return checked(value, json, type);
}

function checked(value: unknown, json: string, type: FieldType): JsonValue {
  const { fault } = checkValue(value, type);
  if (fault === undefined) return { ok: true, json };
  if (fault.kind === 'encf' || fault.kind === 'tipoEcf') return refused(fault.detail);
  return refused(`${structureFaults[fault.kind].nombre} ${fault.detail}`);
}

function refused(detail: string): JsonValue {
  return { ok: false, detail };
}

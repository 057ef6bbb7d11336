/** JSON whose numbers keep their digits as typed. Amounts are never JavaScript numbers. */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

export interface JsonObject {
  readonly [name: string]: Json;
}
export type Json = null | boolean | string | LosslessNumber | readonly Json[] | JsonObject;

export function parseJson(text: string): Json | undefined {
  try {
    return parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function textOf(tree: Json): string {
  return stringify(tree, undefined, 2) ?? 'null';
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The text of a value as a form's field shows it. */
export function typedText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (isLosslessNumber(value)) return value.value;
  return typeof value === 'object' ? '' : String(value);
}

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A text that is not a number stays a text, so that the check reports what was typed. */
export function numberOrText(text: string): Json {
  return numberForm.test(text) ? new LosslessNumber(text) : text;
}

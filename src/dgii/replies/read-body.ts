/**
 * Reads the body of a DGII answer in any form: JSON object, array or bare string, the XML answers of DGII's document,
 * ASP.NET's ProblemDetails, a proxy's HTML, or an empty body. It ignores the case of keys, because the documents and the live
 * services differ (`eNCF`, `encf`).
 * Source: Descripción técnica de servicios DGII, "Formatos salida"; web services as observed.
 */
import { XMLParser } from 'fast-xml-parser';
import { isObject } from '../../ecf/json/structure.js';
import { isWellFormed } from '../../signing/verify/xml-document.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';

/** The members of one JSON object or XML element, keys in lower case. */
export type Fields = ReadonlyMap<string, unknown>;

export type Body =
  | { readonly form: 'object'; readonly fields: Fields }
  | { readonly form: 'array'; readonly items: readonly unknown[] }
  /** `quoted`: a JSON string or an XML `<string>`, so DGII's own handlers wrote it. */
  | { readonly form: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly form: 'null' | 'html' | 'empty' | 'unreadable' };

/** More messages than any voucher gets. The raw reply keeps the rest. */
export const messagesMax = 500;
/** DGII's longest known text is under 400 characters. */
export const messageLengthMax = 4_000;
const messageDepthMax = 2;
/** DGII's answers are three levels deep. */
const xmlDepthMax = 20;

const xmlParser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  // Codes such as 004 stay text.
  parseTagValue: false,
  maxNestedTags: xmlDepthMax,
});

/** Never throws. A body that it cannot read is `unreadable`. */
export function readBody(contentType: string, body: string): Body {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return { form: 'empty' };
  if (/^\s*text\/html/i.test(contentType) || /^<(!doctype\s+html|html|head|body)\b/i.test(text))
    return { form: 'html' };
  if (text.startsWith('<')) return readXml(text);
  return readJson(text);
}

function readJson(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A text that only begins like JSON was cut off or damaged on the way.
    return /^[[{"]/.test(text) ? { form: 'unreadable' } : { form: 'text', text: clip(text), quoted: false };
  }
  if (value === null) return { form: 'null' };
  if (typeof value === 'string') return { form: 'text', text: clip(value), quoted: true };
  if (Array.isArray(value)) return { form: 'array', items: value };
  if (typeof value === 'object') return { form: 'object', fields: fieldsOf(value) };
  return { form: 'unreadable' };
}

function readXml(text: string): Body {
  // DGII's answers have no DOCTYPE; without one there are no entities to expand. The parser below would accept cut-off XML.
  if (/<!DOCTYPE/i.test(text) || !isWellFormed(text)) return { form: 'unreadable' };
  let parsed: unknown;
  try {
    parsed = xmlParser.parse(text);
  } catch {
    return { form: 'unreadable' };
  }
  const [root, value] = Object.entries(isObject(parsed) ? parsed : {})[0] ?? ['', undefined];
  if (typeof value === 'string') {
    if (value === '') return { form: 'empty' };
    return { form: 'text', text: clip(value), quoted: root.toLowerCase() === 'string' };
  }
  if (!isObject(value)) return { form: 'unreadable' };
  if (/^ArrayOf/i.test(root)) return { form: 'array', items: Object.values(value).flat() };
  return { form: 'object', fields: fieldsOf(value) };
}

/** The members of an object under lower-case keys; an empty map for anything else. The first of two spellings wins. */
export function fieldsOf(value: unknown): Fields {
  const fields = new Map<string, unknown>();
  if (!isObject(value)) return fields;
  for (const [key, member] of Object.entries(value)) {
    const name = key.toLowerCase();
    if (!fields.has(name)) fields.set(name, member);
  }
  return fields;
}

/** A text, number or boolean as trimmed text; null for everything else and for empty text. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = scalarText(fields.get(name.toLowerCase()));
    if (text !== '') return text;
  }
  return null;
}

/** true or false, as JSON or as text in upper or lower case; null for everything else. */
export function booleanOf(fields: Fields, name: string): boolean | null {
  const text = scalarText(fields.get(name.toLowerCase())).toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

/**
 * All messages of an answer: `mensajes` in all its forms, `mensaje`, `error`, `errores`, ASP.NET's `title`, `detail` and
 * `errors` per field, or a bare text. Leaves out the empty message of an accepted voucher.
 */
export function messagesOf(body: Body): DgiiMessage[] {
  const messages: DgiiMessage[] = [];
  for (const { codigo, valor } of everyMessageOf(body)) {
    const said = valor !== '' || !/^0*$/.test(codigo);
    const repeated = messages.some((message) => message.codigo === codigo && message.valor === valor);
    if (said && !repeated && messages.length < messagesMax) messages.push({ codigo, valor: clip(valor) });
  }
  return messages;
}

function everyMessageOf(body: Body): readonly DgiiMessage[] {
  if (body.form === 'text') return [bare(body.text)];
  if (body.form === 'array') return messagesIn(body.items);
  if (body.form !== 'object') return [];
  const { fields } = body;
  const names = ['mensajes', 'mensaje', 'error', 'errores', 'title', 'detail'];
  const named = names.flatMap((name) => messagesIn(fields.get(name)));
  const errors = fields.get('errors');
  if (!isObject(errors)) return [...named, ...messagesIn(errors)];
  const byField = Object.entries(errors).flatMap(([field, texts]) =>
    listOf(texts).map((text) => bare(`${field}: ${scalarText(text)}`)),
  );
  return [...named, ...byField];
}

function messagesIn(value: unknown, depth = 0): readonly DgiiMessage[] {
  return listOf(value).flatMap((entry) => {
    if (!isObject(entry)) return [bare(scalarText(entry))];
    const fields = fieldsOf(entry);
    const codigo = textOf(fields, 'codigo', 'code');
    const valor = textOf(fields, 'valor', 'mensaje', 'message', 'descripcion');
    if (codigo !== null || valor !== null) return [{ codigo: codigo ?? '', valor: valor ?? '' }];
    // XML lists wrap each entry in an element of its own.
    if (depth === messageDepthMax) return [];
    return [...fields.values()].flatMap((inner) => messagesIn(inner, depth + 1));
  });
}

function bare(valor: string): DgiiMessage {
  return { codigo: '', valor };
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function clip(text: string): string {
  return text.length > messageLengthMax ? `${text.slice(0, messageLengthMax)}…` : text;
}

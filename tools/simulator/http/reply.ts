/** Answers in DGII's forms: JSON by default, XML for a caller that accepts only XML (web services §3.2, §3.3), HTML pages. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string | Buffer;
  readonly location?: string;
  /** Default: whole and at once. */
  readonly manner?: Manner;
}

export interface Manner {
  readonly action: 'slow' | 'in-pieces' | 'accept-then-drop' | 'endless';
  readonly slowMs?: number;
}

const jsonType = 'application/json; charset=utf-8';
const utcOffsetHours = -4;
const hourMs = 3_600_000;

export function json(status: number, value: unknown): Reply {
  return { status, contentType: jsonType, body: JSON.stringify(value) };
}

/** DGII answers a missing or expired token with the status alone. */
export function empty(status: number): Reply {
  return { status, body: '' };
}

/** An HTML page: from a proxy in front of DGII, which is no verdict, or from the query by QR code. */
export function html(status: number, title: string, inner = ''): Reply {
  const body = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${inner}</body></html>`;
  return { status, contentType: 'text/html; charset=utf-8', body };
}

/** @param root name of the root element in the XML form. */
export function negotiated(headers: IncomingHttpHeaders, status: number, root: string, value: object): Reply {
  if (!wantsXml(headers)) return json(status, value);
  const body = `<?xml version="1.0" encoding="UTF-8"?>${xmlOf(root, value)}`;
  return { status, contentType: 'application/xml; charset=utf-8', body };
}

export function wantsXml({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('xml') && !accept.includes('json') && !accept.includes('html');
}

/** A list: an array in JSON, `ArrayOf…` in .NET's XML. */
export function xmlList(headers: IncomingHttpHeaders, item: string, list: readonly object[]): Reply {
  return wantsXml(headers) ? negotiated(headers, 200, `ArrayOf${item}`, { [item]: list }) : json(200, list);
}

export function send(response: ServerResponse, { status, contentType, body, location }: Reply): void {
  response.statusCode = status;
  if (location !== undefined) response.setHeader('location', location);
  if (contentType !== undefined) response.setHeader('content-type', contentType);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** Local time in America/Santo_Domingo, which has no daylight saving. Read the result with the UTC getters. */
export function santoDomingo(instant: Date): Date {
  return new Date(instant.getTime() + utcOffsetHours * hourMs);
}

/** `dd-MM-yyyy HH:mm:ss`, as documents write instants. */
export function localDateTime(instant: Date): string {
  const [date = '', time = ''] = santoDomingo(instant).toISOString().slice(0, 19).split('T');
  return `${date.split('-').reverse().join('-')} ${time}`;
}

/** `8/15/2023 6:06:57 AM`, as DGII writes instants in its answers. */
export function usDateTime(instant: Date): string {
  const local = santoDomingo(instant);
  const [hour, minute, second] = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()];
  const time = `${hour % 12 || 12}:${two(minute)}:${two(second)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()} ${time}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** As .NET writes them: an array repeats its element, and a missing value is an empty element. */
function xmlOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => xmlOf(name, one)).join('');
  if (value === null || value === undefined || value === '') return `<${name} />`;
  if (typeof value === 'string') return element(name, value);
  if (typeof value !== 'object') return `<${name}>${JSON.stringify(value)}</${name}>`;
  const inner = Object.entries(value).map(([key, member]) => xmlOf(key, member));
  return `<${name}>${inner.join('')}</${name}>`;
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function element(name: string, value: string): string {
  return `<${name}>${escape(value)}</${name}>`;
}

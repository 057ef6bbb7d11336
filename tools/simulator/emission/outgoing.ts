/** Sends a signed file to the receiver of another taxpayer, after authentication if it has declared one, as DGII does. */
import { randomUUID } from 'node:crypto';
import { Agent, request, type Dispatcher } from 'undici';
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { readTree, textAt } from '../verdict/xml-tree.js';
import type { EmissionForm } from './documents.js';

export interface Destination {
  /** Address of the service, with or without its `/fe/…`. */
  readonly url: string;
  /** Absent or "": the receiver has declared no authentication. */
  readonly authenticationUrl?: string;
}

export interface OutgoingFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly document: 'ECF' | 'ACECF';
}

export interface Sender {
  readonly rnc: string;
  readonly certificate: SigningCertificate;
  readonly form: EmissionForm;
}

export type Sent = { readonly status: number; readonly body: Buffer } | { readonly failure: string };

const suffixes = { ECF: '/fe/recepcion/api/ecf', ACECF: '/fe/aprobacioncomercial/api/ecf' } as const;
const authentication = '/fe/autenticacion/api';
/** DGII's own limit is not known. */
const limitMs = 30_000;
const answerBytesMax = 1024 * 1024;
const callers = new Map<string, Dispatcher>();

export async function sendFile(to: Destination, file: OutgoingFile, from: Sender): Promise<Sent> {
  try {
    const headers: Record<string, string> = {};
    if (to.authenticationUrl !== undefined && to.authenticationUrl !== '') {
      const token = await tokenFrom(to.authenticationUrl, from);
      if (typeof token !== 'string') return token;
      headers['authorization'] = `Bearer ${token}`;
    }
    return await post(addressOf(to.url, suffixes[file.document]), file, from, headers);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function tokenFrom(url: string, from: Sender): Promise<string | Sent> {
  const base = withoutEnd(url).replace(/\/fe\/autenticacion\/api(?:\/\w*)?$/i, '') + authentication;
  const seed = await ask(`${base}/semilla`, from, { method: 'GET' });
  if (seed.status !== 200) return seed;
  const bytes = Buffer.from(signXml(seed.body.toString('utf8'), from.certificate));
  // DGII's own test receiver is called with these capital letters.
  const validation = `${base}/${from.form === 'captured' ? 'ValidacionCertificado' : 'validacioncertificado'}`;
  const file = { name: 'semilla.xml', bytes, document: 'ECF' } as const;
  const answer = await post(validation, file, { ...from, form: 'documented' }, {});
  if (answer.status !== 200) return answer;
  const token = tokenIn(answer.body.toString('utf8'));
  return token === '' ? { failure: 'The answer to the signed seed has no token' } : token;
}

function tokenIn(text: string): string {
  if (text.trimStart().startsWith('<')) return textAt(readTree(text), 'token');
  const parsed: unknown = JSON.parse(text);
  const token: unknown = Reflect.get(Object(parsed) as object, 'token');
  return typeof token === 'string' ? token : '';
}

function addressOf(url: string, suffix: string): string {
  const base = withoutEnd(url);
  return base.toLowerCase().endsWith(suffix) ? base : base + suffix;
}

function withoutEnd(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

function post(url: string, file: OutgoingFile, from: Sender, headers: Record<string, string>) {
  const boundary = randomUUID();
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\n${partHeaders(file, from.form)}\r\n\r\n`),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const contentType = `multipart/form-data; boundary="${boundary}"`;
  return ask(url, from, { method: 'POST', headers: { ...headers, 'content-type': contentType }, body });
}

/** As captured, nothing is quoted. The part of an e-CF has a strange type, and the part of an ACECF has no type. */
function partHeaders({ name, document }: OutgoingFile, form: EmissionForm): string {
  if (form === 'documented')
    return `Content-Disposition: form-data; name="xml"; filename="${name}"\r\nContent-Type: text/xml`;
  const disposition = `Content-Disposition: form-data; name=xml; filename=${name}; filename*=utf-8''${name}`;
  return document === 'ECF' ? `Content-Type: multipart/form-data;\r\n${disposition}` : disposition;
}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

async function ask(url: string, { rnc }: Sender, { method, headers = {}, body }: Question) {
  const response = await request(url, {
    ...callerTo(url, rnc),
    method,
    headers: { accept: '*/*', ...headers },
    body: body ?? null,
    signal: AbortSignal.timeout(limitMs),
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerBytesMax) throw new Error('The answer is too large');
    chunks.push(chunk);
  }
  return { status: response.statusCode, body: Buffer.concat(chunks) };
}

/** On one machine each taxpayer has an address of its own, as elsewhere: a proxy limits what one address sends. */
function callerTo(url: string, rnc: string): { readonly dispatcher?: Dispatcher } {
  if (process.platform !== 'linux' || new URL(url).hostname !== '127.0.0.1') return {};
  const localAddress = `127.2.0.${(Number(rnc) % 250) + 1}`;
  const dispatcher = callers.get(localAddress) ?? new Agent({ localAddress });
  callers.set(localAddress, dispatcher);
  return { dispatcher };
}

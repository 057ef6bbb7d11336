/**
 * Reads a request body: limited bytes, then JSON, unless it is a file. The checker reads the JSON of a voucher, because a large one takes
 * long. A body that is not JSON is returned as a value, not thrown, because validate answers it with 200 and a fault.
 */
import type { Request, RequestHandler, Response } from 'express';
import { readBytes } from '../../documents/check/read-voucher.js';
import { jsonLimits, type JsonLimits } from '../../ecf/json/read-json.js';
import { ServiceError } from '../../shared/errors.js';
import { contextOf } from './request-context.js';

export interface RefusedBody {
  readonly ok: false;
  readonly code: 'CONTENT_TYPE_INVALID' | 'JSON_INVALID';
  readonly mensaje: string;
}

export type BodyBytes = { readonly ok: true; readonly bytes: Uint8Array } | RefusedBody;

/**
 * In bytes. `ecf`: enough for 10,000 lines with every field. `draft`: the JSON of a voucher of 1,000 lines, as a text that a person wrote.
 * `file`: a file as it is. `base64`: JSON with a file of 100 KB; a certificate is in base64 twice. `json`: all others; the longest list of
 * numbers to annul has 50 KB. `login`: three short fields, with every character escaped.
 */
export const bodyLimits = {
  ecf: 16 * 1024 * 1024,
  draft: 2 * 1024 * 1024,
  file: 5 * 1024 * 1024,
  base64: 256 * 1024,
  json: 100 * 1024,
  login: 4 * 1024,
} as const;

/**
 * Values in a body that is no voucher. It is read on the event loop, and this many take about two milliseconds. The longest genuine body,
 * a thousand ranges of numbers to annul, has 3,004.
 */
const plainLimits: JsonLimits = { ...jsonLimits, nodesMax: 5_000 };

export type BodyKind = keyof typeof bodyLimits;

/** Throws when too little is left. */
type AcquireBytes = (bytes: number) => void;

export type Chunks = AsyncIterable<Uint8Array>;

/** What a handler gets as `req.body`; undefined if reading took too long. After an error the rest of the body is not read. */
type ReadChunks = (res: Response, chunks: Chunks) => Promise<unknown>;

/**
 * Reads the body into `req.body`. If Content-Length is too large, it refuses the request before it reads a byte. Otherwise it refuses as
 * soon as the body is too long or there is no memory for it.
 */
export function collectBody(
  kind: BodyKind,
  acquireBytesOf: (res: Response) => AcquireBytes,
  read: ReadChunks = (_res, chunks) => allBytes(chunks),
): RequestHandler {
  const bytesMax = bodyLimits[kind];
  return async (req, res, next) => {
    if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw new ServiceError('BODY_TOO_LARGE');
    // A small compressed body could expand to gigabytes. We do not read it, and bytesOf reports the reason.
    if (isCompressed(req.headers['content-encoding'])) {
      next();
      return;
    }
    const acquireBytes = acquireBytesOf(res);
    let length = 0;
    const take = (bytes: number) => {
      length += bytes;
      if (length > bytesMax) throw new ServiceError('BODY_TOO_LARGE');
      acquireBytes(bytes);
    };
    try {
      const body = await read(res, chunksOf(req, take));
      if (body === undefined) throw new ServiceError('REQUEST_TIMEOUT');
      req.body = body;
    } catch (error) {
      // The client left in the middle of the body. There is no one to answer, and this is not our error.
      if (req.destroyed && !req.complete) throw new ServiceError('REQUEST_INVALID', {}, { cause: error });
      throw error;
    }
    next();
  };
}

async function* chunksOf(req: Request, take: AcquireBytes): Chunks {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const part = chunk as Uint8Array;
    take(part.length);
    yield part;
  }
}

export async function allBytes(chunks: Chunks): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const jsonType = 'application/json';
const fileType = 'application/octet-stream';

export function bytesOf(req: Request, contentType: string | undefined, wanted = jsonType): BodyBytes {
  const mensaje = checkContentType(contentType, req.headers['content-encoding'], wanted);
  if (mensaje !== undefined) return { ok: false, code: 'CONTENT_TYPE_INVALID', mensaje };
  const bytes: unknown = req.body;
  return { ok: true, bytes: bytes instanceof Uint8Array ? bytes : new Uint8Array() };
}

/** The bytes, if the headers allow to read them. @throws CONTENT_TYPE_INVALID */
function acceptedBytes(req: Request, res: Response, wanted?: string): Uint8Array {
  const body = bytesOf(req, contextOf(res).contentType, wanted);
  if (!body.ok) throw new ServiceError(body.code, { mensaje: body.mensaje });
  return body.bytes;
}

function checkContentType(
  contentType: string | undefined,
  encoding: string | undefined,
  wanted: string,
): string | undefined {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== wanted) return `El cuerpo debe enviarse con Content-Type: ${wanted}.`;
  const charset = parameters.map((parameter) => /^\s*charset="?([^"\s]*)"?\s*$/.exec(parameter)?.[1]);
  if (charset.some((name) => name !== undefined && name !== 'utf-8' && name !== 'utf8')) {
    return 'El cuerpo debe estar en UTF-8.';
  }
  return isCompressed(encoding) ? 'El cuerpo no debe enviarse comprimido (Content-Encoding).' : undefined;
}

function isCompressed(encoding: string | undefined): boolean {
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
}

/**
 * Hides two things from the OpenAPI validator. First, the parameters of the Content-Type: it would compile a validator for each new
 * text, and keep it for ever. Second, HEAD: it does not treat HEAD as GET. Node leaves the body out of the answer to a HEAD.
 */
export const plainRequest: RequestHandler = (req, _res, next) => {
  if (req.headers['content-type'] !== undefined) req.headers['content-type'] = jsonType;
  if (req.method === 'HEAD') req.method = 'GET';
  next();
};

export const readPlainBody: RequestHandler = (req, res, next) => {
  const body = readBytes(acceptedBytes(req, res), plainLimits);
  if (!body.ok) throw new ServiceError('JSON_INVALID', { mensaje: body.mensaje });
  const [fault] = body.faults;
  if (fault !== undefined)
    throw new ServiceError('REQUEST_INVALID', { campo: fault.campo, mensaje: fault.mensaje });
  req.body = body.value;
  next();
};

/** For an operation whose fields are all optional: no body is the same as an empty object, with any Content-Type. */
export const readOptionalBody: RequestHandler = (req, res, next) => {
  const bytes: unknown = req.body;
  if (!(bytes instanceof Uint8Array) || bytes.length > 0) {
    readPlainBody(req, res, next);
    return;
  }
  req.body = {};
  // The OpenAPI validator compares it with the contract.
  req.headers['content-type'] = jsonType;
  next();
};

export const readFileBody: RequestHandler = (req, res, next) => {
  req.body = acceptedBytes(req, res, fileType);
  req.headers['content-type'] = fileType;
  next();
};

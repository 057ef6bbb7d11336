/**
 * Content that stays the same while the process runs, such as a script or a page of the documentation. It is kept in memory, plain and
 * compressed. A file that is read for each answer would stay open when its client leaves before its turn on the connection.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface Asset {
  readonly plain: Form;
  readonly gzip: Form;
}

export function assetOf(content: string | Buffer): Asset {
  const plain = Buffer.from(content);
  return { plain: formOf(plain), gzip: formOf(gzipSync(plain, { level: 9 })) };
}

/** Computed once: Express would hash the whole content again for each answer. */
function formOf(bytes: Buffer): Form {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** The caller has set the type. */
export function sendAsset(req: Request, res: Response, { plain, gzip }: Asset): void {
  const zipped = req.acceptsEncodings('gzip') === 'gzip';
  const { bytes, etag } = zipped ? gzip : plain;
  if (zipped) res.set('Content-Encoding', 'gzip');
  res.vary('Accept-Encoding').set('ETag', etag).send(bytes);
}

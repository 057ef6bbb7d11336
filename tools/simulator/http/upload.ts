/** Reads a client's post: a body with a size limit, and in it the one multipart part named `xml`. */
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';

/** A voucher of 10,000 lines takes about 8 MB. */
export const bodyBytesMax = 20 * 1024 * 1024;

export interface Upload {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export type UploadFault =
  /** No Content-Length, no body, or no multipart: DGII uses this text for all of them. */
  | 'Multipart cannot be empty'
  | 'too-large'
  /** The form is not exactly one part named `xml` with a file name. */
  | 'part-invalid';

/** @returns undefined when the body is too large; the rest of it is not read. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readUpload(request: IncomingMessage): Promise<Upload | UploadFault> {
  const contentType = request.headers['content-type'] ?? '';
  const announced = request.headers['content-length'];
  // DGII does not accept chunked uploads. A post refused for its headers is not read, so that the answer still arrives.
  if (announced === undefined) return 'Multipart cannot be empty';
  if (Number(announced) > bodyBytesMax) return 'too-large';
  const body = await readBody(request, bodyBytesMax);
  if (body === undefined) return 'too-large';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return 'Multipart cannot be empty';
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- discouraged for unbounded bodies; this one is bounded and read
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    const parts = Array.from(form.entries());
    const [part] = parts;
    if (part === undefined || parts.length > 1 || part[0] !== 'xml' || typeof part[1] === 'string')
      return 'part-invalid';
    return { fileName: part[1].name, bytes: Buffer.from(await part[1].arrayBuffer()) };
  } catch {
    return 'part-invalid';
  }
}

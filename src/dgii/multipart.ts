/**
 * The only body that DGII's POSTs accept: multipart/form-data with a single part `xml`, a file name and `text/xml`.
 * Source: Descripción técnica de servicios DGII, "Ejemplo curl" of each POST.
 */
import { randomUUID } from 'node:crypto';

export interface Multipart {
  readonly contentType: string;
  /** One buffer, so that it goes out with Content-Length. Without that header DGII answers "Multipart cannot be empty". */
  readonly body: Buffer;
}

const fileNamePattern = /^[A-Za-z0-9]{1,40}\.xml$/;

const firstByte = '<'.charCodeAt(0);

/**
 * FormData would take 20 times as long, and this is on the way of every voucher.
 * @throws Error on a file name or a byte-order mark that DGII refuses (codes 81, 3243 and 001): a broken invariant
 */
export function multipartXml(fileName: string, xml: string | Uint8Array): Multipart {
  if (!fileNamePattern.test(fileName)) throw new Error('The file name of a delivery must be {RNC}{eNCF}.xml');
  const bytes = Buffer.from(xml);
  if (bytes[0] !== firstByte)
    throw new Error('A delivery must begin with its first tag, without a byte-order mark');
  // Random, so no XML contains it.
  const boundary = `ecf-${randomUUID()}`;
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="xml"; filename="${fileName}"`,
    'Content-Type: text/xml',
    '',
    '',
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head.join('\r\n')), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

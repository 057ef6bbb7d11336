/**
 * Finds the XML in a form. DGII's own program leaves out the quotes around names and the type of the part, so a library reads the form that
 * also accepts what senders really write.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Chunks } from '../http/request-body.js';

const headersMax = 20;

/** Other requests get their turn after each slice. A slice full of small parts takes about a millisecond. */
const sliceBytes = 16 * 1024;

/** The content of the only part, which must have the name `xml`. Undefined for any other body, as soon as that is clear. */
export async function xmlPartOf(
  chunks: Chunks,
  contentType: string | undefined,
): Promise<Buffer | undefined> {
  const reader = readerOf(contentType);
  if (reader === undefined) return undefined;
  const content: Buffer[] = [];
  const form = { hasXml: false, isRefused: false };
  const refuse = () => {
    form.isRefused = true;
  };
  // With a second part, nobody could say which one is meant.
  reader.on('partsLimit', refuse);
  reader.on('file', (name: string | undefined, file) => {
    if (name?.toLowerCase() === 'xml') form.hasXml = true;
    else refuse();
    file.on('data', (chunk: Buffer) => content.push(chunk));
    file.on('error', refuse);
  });
  const ended = new Promise<void>((resolve) => {
    reader.on('finish', resolve);
    reader.on('error', () => {
      refuse();
      resolve();
    });
  });
  for await (const { buffer, byteOffset, length } of chunks) {
    for (let start = 0; start < length; start += sliceBytes) {
      reader.write(Buffer.from(buffer, byteOffset + start, Math.min(sliceBytes, length - start)));
      if (form.isRefused) return undefined;
      await nextTurn();
    }
  }
  reader.end();
  await ended;
  return form.hasXml && !form.isRefused ? Buffer.concat(content) : undefined;
}

function readerOf(contentType = ''): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // A part without a file name or a type is read like any other.
      isPartAFile: () => true,
      limits: { parts: 1, headerPairs: headersMax },
    });
  } catch {
    return undefined;
  }
}

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

/**
 * The content of the only part, which must have the name `xml`. Undefined for any other body, as soon as that is clear: strangers send
 * them, and the rest is not read.
 */
export async function xmlPartOf(
  chunks: Chunks,
  contentType: string | undefined,
): Promise<Buffer | undefined> {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const form = openForm(contentType);
  if (form === undefined) return undefined;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      form.write(chunk.subarray(start, start + sliceBytes));
      if (form.isRefused()) return undefined;
      await nextTurn();
    }
  }
  return form.end();
}

interface Form {
  readonly write: (slice: Uint8Array) => void;
  /** It has another part, or a fault. */
  readonly isRefused: () => boolean;
  /** The content of the part `xml`, if the form has no other part and no fault. */
  readonly end: () => Promise<Buffer | undefined>;
}

/** Undefined without a boundary. */
function openForm(contentType: string): Form | undefined {
  const content: Buffer[] = [];
  let hasXml = false;
  let refused = false;
  const refuse = () => {
    refused = true;
  };
  const reader = readerOf(contentType);
  if (reader === undefined) return undefined;
  // With a second part, nobody could say which one is meant.
  reader.on('partsLimit', refuse);
  reader.on('file', (name: string | undefined, file) => {
    if (name?.toLowerCase() === 'xml') hasXml = true;
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
  return {
    write: ({ buffer, byteOffset, length }) => reader.write(Buffer.from(buffer, byteOffset, length)),
    isRefused: () => refused,
    end: async () => {
      reader.end();
      await ended;
      return hasXml && !refused ? Buffer.concat(content) : undefined;
    },
  };
}

function readerOf(contentType: string): BusboyInstance | undefined {
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

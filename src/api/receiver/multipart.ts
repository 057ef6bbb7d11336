/**
 * Finds the XML in a form. DGII's own program leaves out the quotes around names and the type of the part, so a library reads the form that
 * also accepts what senders really write.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';

const headersMax = 20;

/** Other requests get their turn after each slice. A slice full of small parts takes about a millisecond. */
const sliceBytes = 16 * 1024;

/** The content of the only part, which must have the name `xml`. Undefined for any other body. */
export async function xmlPartOf(
  body: Uint8Array,
  contentType: string | undefined,
): Promise<Buffer | undefined> {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    const part = await onlyPartOf(body, contentType);
    return part?.name.toLowerCase() === 'xml' ? part.content() : undefined;
  } catch {
    return undefined;
  }
}

interface Part {
  readonly name: string;
  readonly content: () => Buffer;
}

/** Undefined without a part, and with a second one, because nobody could say which one is meant. The rest of the body is not read then. */
async function onlyPartOf(body: Uint8Array, contentType: string): Promise<Part | undefined> {
  const found: { part?: Part; hasAnother: boolean } = { hasAnother: false };
  const reader = new Busboy({
    headers: { 'content-type': contentType },
    // A part without a file name or a type is read like any other.
    isPartAFile: () => true,
    limits: { parts: 1, headerPairs: headersMax },
  });
  const ended = new Promise<void>((resolve, reject) => {
    reader.on('partsLimit', () => (found.hasAnother = true));
    reader.on('file', (name: string, file) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('error', reject);
      found.part = { name, content: () => Buffer.concat(chunks) };
    });
    reader.on('finish', resolve);
    reader.on('error', reject);
  });
  // A fault counts only when the whole body is written.
  ended.catch(() => undefined);
  for (let start = 0; start < body.length && !found.hasAnother; start += sliceBytes) {
    const slice = body.subarray(start, start + sliceBytes);
    reader.write(Buffer.from(slice.buffer, slice.byteOffset, slice.length));
    await nextTurn();
  }
  if (found.hasAnother) return undefined;
  reader.end();
  await ended;
  return found.part;
}

/**
 * Finds the XML in a form. DGII's own program leaves out the quotes around names and the type of the part, so a library reads the form that
 * also accepts what senders really write.
 */
import { Busboy } from '@fastify/busboy';

/** Only one part is wanted. The reader looks for a second one, because with two nobody could say which one is meant. */
const partsMax = 2;
const headersMax = 20;

/** The content of the only part, which must have the name `xml`. Undefined for any other body. */
export async function xmlPartOf(
  body: Uint8Array,
  contentType: string | undefined,
): Promise<Buffer | undefined> {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    const parts = await partsOf(body, contentType);
    const [first] = parts;
    return parts.length === 1 && first?.name.toLowerCase() === 'xml' ? first.content : undefined;
  } catch {
    return undefined;
  }
}

interface Part {
  readonly name: string;
  readonly content: Buffer;
}

function partsOf(body: Uint8Array, contentType: string): Promise<readonly Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const reader = new Busboy({
      headers: { 'content-type': contentType },
      // A part without a file name or a type is read like any other.
      isPartAFile: () => true,
      limits: { parts: partsMax, files: partsMax, headerPairs: headersMax },
    });
    reader.on('file', (name: string, file) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('end', () => parts.push({ name, content: Buffer.concat(chunks) }));
      file.on('error', reject);
    });
    reader.on('finish', () => resolve(parts));
    reader.on('error', reject);
    reader.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
}

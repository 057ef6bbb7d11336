/** Makes ZIP files beside the event loop: Node compresses in its own threads, so other requests are served meanwhile. */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

const deflate = promisify(deflateRaw);
/** Methods of the ZIP format (APPNOTE.TXT, 4.4.5). */
const stored = 0;
const deflated = 8;

/** One file after the other, so that a ZIP takes one of Node's four threads. fflate alone would compress small files on the event loop. */
export async function zipOf(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error !== null) throw error;
    parts.push(part);
  });
  for (const [filename, bytes] of files) {
    // A PDF is compressed already.
    const compression = filename.endsWith('.pdf') ? stored : deflated;
    const content = Buffer.from(compression === stored ? bytes : await deflate(bytes));
    const file: ZipInputFile = { filename, size: bytes.length, crc: crc32(bytes), compression };
    zip.add(file);
    file.ondata?.(null, content, true);
  }
  zip.end();
  return Buffer.concat(parts);
}

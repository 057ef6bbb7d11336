/**
 * Opens the ZIP of a workbook. A ZIP may lie about its sizes, so two checks protect the memory: the size that an entry declares, and yauzl's
 * check that no more comes out. A checksum finds damaged bytes.
 */
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { workbookFault, type WorkbookFault } from '../faults.js';

/** Genuine workbooks of the certification process have less than 1 MB. */
export const workbookBytesMax = 5 * 1024 * 1024;
/**
 * In bytes, of all parts together that are read. Reading about 20 MB takes a second. The largest part of a genuine workbook is the sheet
 * ECF, with about 6 MB of XML.
 */
export const unpackedBytesMax = 16 * 1024 * 1024;
/** A workbook has a few entries for each sheet. */
const entriesMax = 1000;

export type Unpacked =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly fault: WorkbookFault };

export interface Archive {
  readonly ok: true;
  unpack(name: string, bytesMax?: number): Promise<Unpacked>;
}

export async function openArchive(
  bytes: Uint8Array,
): Promise<Archive | { readonly ok: false; readonly fault: WorkbookFault }> {
  if (bytes.length > workbookBytesMax) {
    const detail = `El máximo es de ${workbookBytesMax / 1024 / 1024} MB.`;
    return { ok: false, fault: workbookFault('WORKBOOK_TOO_LARGE', { detail }) };
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.subarray(0, oleStart.length).equals(oleStart)) {
    return unreadable('Es un .xls antiguo, o tiene contraseña: guárdelo como .xlsx sin contraseña.');
  }
  const zip = await openZip(data);
  if (zip === undefined) return unreadable('No es un .xlsx, o está incompleto: descárguelo de nuevo.');
  let bytesLeft = unpackedBytesMax;
  return {
    ok: true,
    unpack: async (name, bytesMax = unpackedBytesMax) => {
      const entry = zip.entries.get(name);
      if (entry === undefined) return unreadable(`Le falta la parte ${name}.`);
      const { uncompressedSize } = entry;
      if (uncompressedSize > Math.min(bytesMax, bytesLeft)) return tooLarge(name);
      bytesLeft -= uncompressedSize;
      return unpack(zip.file, entry, name);
    },
  };
}

/** OLE: the container of .xls files, and of .xlsx files with a password. */
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

interface Zip {
  readonly file: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

/**
 * Undefined when the bytes are no ZIP, or when an entry is encrypted or appears twice. We read only entries by name and write no file, so
 * yauzl need not refuse names that lead elsewhere: an entry that nobody reads may have one.
 */
async function openZip(data: Buffer): Promise<Zip | undefined> {
  const entries = new Map<string, Entry>();
  try {
    const file = await fromBufferPromise(withoutTrailer(data), { lazyEntries: true, decodeStrings: false });
    if (file.entryCount > entriesMax) return undefined;
    for await (const entry of file.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/');
      if (entries.has(name) || entry.isEncrypted()) return undefined;
      entries.set(name, entry);
    }
    return { file, entries };
  } catch {
    return undefined;
  }
}

const endStart = Buffer.from('PK\x05\x06', 'latin1');
const endBytes = 22;

/** Some mail and download programs add bytes after the end of a ZIP. Excel ignores them, yauzl refuses them. */
function withoutTrailer(data: Buffer): Buffer {
  const end = data.lastIndexOf(endStart);
  if (end === -1 || end + endBytes > data.length) return data;
  return data.subarray(0, end + endBytes + data.readUInt16LE(end + endBytes - 2));
}

/** yauzl fails when the unpacked size differs from the entry's. It does not check the checksum, so we do. */
async function unpack(zip: ZipFile, entry: Entry, name: string): Promise<Unpacked> {
  const bytes = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch(() => undefined);
  return bytes !== undefined && crc32(bytes) === entry.crc32
    ? { ok: true, bytes }
    : unreadable(`La parte ${name} está dañada: descargue el libro de nuevo.`);
}

function tooLarge(name: string): Unpacked {
  const detail = `La parte ${name} tiene demasiados datos.`;
  return { ok: false, fault: workbookFault('WORKBOOK_TOO_LARGE', { detail }) };
}

function unreadable(detail: string): { readonly ok: false; readonly fault: WorkbookFault } {
  return { ok: false, fault: workbookFault('WORKBOOK_UNREADABLE', { detail }) };
}

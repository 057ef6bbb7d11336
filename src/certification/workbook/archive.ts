/**
 * Opens the ZIP of a workbook. A ZIP may lie about its sizes, so two checks protect the memory: the size that an entry declares, and a
 * limit for what really comes out. zlib stops at that limit. A checksum finds damaged bytes.
 */
import { crc32, inflateRawSync } from 'node:zlib';
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

/** What unpacks an entry: its bytes, or why they cannot be read. */
export type Unpacked =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly fault: WorkbookFault };

export interface Archive {
  readonly ok: true;
  /** @param bytesMax the limit for this part, below the one for all parts */
  unpack(name: string, bytesMax?: number): Unpacked;
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its local header begins. */
  readonly offset: number;
}

export function openArchive(
  bytes: Uint8Array,
): Archive | { readonly ok: false; readonly fault: WorkbookFault } {
  if (bytes.length > workbookBytesMax) {
    const detail = `El máximo es de ${workbookBytesMax / 1024 / 1024} MB.`;
    return { ok: false, fault: workbookFault('WORKBOOK_TOO_LARGE', { detail }) };
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.subarray(0, oleStart.length).equals(oleStart)) {
    return unreadable('Es un .xls antiguo, o tiene contraseña: guárdelo como .xlsx sin contraseña.');
  }
  const entries = readDirectory(data);
  if (entries === undefined) return unreadable('No es un .xlsx, o está incompleto: descárguelo de nuevo.');
  let bytesLeft = unpackedBytesMax;
  return {
    ok: true,
    unpack: (name, bytesMax = unpackedBytesMax) => {
      const entry = entries.get(name);
      if (entry === undefined) return unreadable(`Le falta la parte ${name}.`);
      if (entry.bytes > Math.min(bytesMax, bytesLeft)) return tooLarge(name);
      bytesLeft -= entry.bytes;
      return unpack(data, entry, name);
    },
  };
}

/** OLE: the container of .xls files, and of .xlsx files with a password. */
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const endBytes = 22;
/** The end record may be followed by a comment of this size. */
const commentBytesMax = 0xffff;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;
const encryptedFlag = 1;

/**
 * The entries, by name. Undefined when the bytes are no ZIP, or when an entry is encrypted or appears twice. ZIP64 exists for files of
 * more than 4 GB: its markers are offsets and sizes beyond our limits.
 */
function readDirectory(data: Buffer): ReadonlyMap<string, Entry> | undefined {
  const end = findEnd(data);
  if (end === undefined) return undefined;
  const count = data.readUInt16LE(end + 10);
  if (count > entriesMax) return undefined;
  const entries = new Map<string, Entry>();
  let at = data.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + directoryEntryBytes > data.length || data.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameEnd = at + directoryEntryBytes + data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + directoryEntryBytes, nameEnd);
    if (entries.has(name) || (data.readUInt16LE(at + 8) & encryptedFlag) !== 0) return undefined;
    entries.set(name, {
      method: data.readUInt16LE(at + 10),
      crc: data.readUInt32LE(at + 16),
      packedBytes: data.readUInt32LE(at + 20),
      bytes: data.readUInt32LE(at + 24),
      offset: data.readUInt32LE(at + 42),
    });
    at = nameEnd + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(data: Buffer): number | undefined {
  const first = Math.max(0, data.length - endBytes - commentBytesMax);
  for (let at = data.length - endBytes; at >= first; at--)
    if (data.readUInt32LE(at) === 0x06054b50) return at;
  return undefined;
}

const stored = 0;
const deflated = 8;

function unpack(data: Buffer, entry: Entry, name: string): Unpacked {
  const { offset, packedBytes, bytes } = entry;
  const damaged = unreadable(`La parte ${name} está dañada: descargue el libro de nuevo.`);
  if (offset + localHeaderBytes > data.length || data.readUInt32LE(offset) !== 0x04034b50) return damaged;
  const start = offset + localHeaderBytes + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28);
  const packed = data.subarray(start, start + packedBytes);
  const content =
    entry.method === stored ? packed : entry.method === deflated ? inflate(packed, bytes) : undefined;
  if (content?.length !== bytes || crc32(content) !== entry.crc) return damaged;
  return { ok: true, bytes: content };
}

/** Undefined when the data is damaged, or longer than declared. */
function inflate(packed: Buffer, bytes: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    return undefined;
  }
}

function tooLarge(name: string): Unpacked {
  const detail = `La parte ${name} tiene demasiados datos.`;
  return { ok: false, fault: workbookFault('WORKBOOK_TOO_LARGE', { detail }) };
}

function unreadable(detail: string): { readonly ok: false; readonly fault: WorkbookFault } {
  return { ok: false, fault: workbookFault('WORKBOOK_UNREADABLE', { detail }) };
}

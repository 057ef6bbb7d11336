/** Opens DGII's file on disk, plain or inside its ZIP. Its size is bounded, whatever the ZIP claims. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { localDate, parseDate, utcDateTime } from '../../ecf/model/dates.js';
import { RegistryFileError } from './registry-error.js';

/** DGII's table has 115 MB in 2026, its ZIP 27 MB. */
const tableBytesMax = 1024 * 1024 * 1024;
/** DGII's ZIP has one entry. */
const entriesMax = 1_000;

export interface RegistryFile {
  readonly name: string;
  /** The day up to which the data is current, DD-MM-YYYY: from a name, else the day the file was written. */
  readonly dataDate: string;
  chunks(): AsyncIterable<Uint8Array>;
  close(): void;
}

/** @throws RegistryFileError, or the system's own error when it cannot read the path */
export async function openRegistryFile(path: string, bytesMax = tableBytesMax): Promise<RegistryFile> {
  return (await isZip(path)) ? openZip(path, bytesMax) : openPlain(path, bytesMax);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) throw new RegistryFileError('EMPTY');
    // The header of the first file, or the end record of an empty ZIP.
    return ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'));
  } finally {
    await file.close();
  }
}

async function openPlain(path: string, bytesMax: number): Promise<RegistryFile> {
  const { size, mtime } = await stat(path);
  if (size > bytesMax) throw new RegistryFileError('TOO_LARGE');
  const name = basename(path);
  return {
    name,
    dataDate: dateInName(name) ?? localDate(mtime.getTime()),
    chunks: () => createReadStream(path),
    close: () => undefined,
  };
}

async function openZip(path: string, bytesMax: number): Promise<RegistryFile> {
  const zip = await orDamaged(() =>
    openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }),
  );
  try {
    const entry = await orDamaged(() => tableIn(zip));
    if (entry.uncompressedSize > bytesMax) throw new RegistryFileError('TOO_LARGE');
    const name = basename(entry.fileName);
    // A ZIP stores the writer's local time, here DGII's, without a zone. We read it as UTC so that its day does not change.
    const written = entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true });
    return {
      name,
      dataDate: dateInName(name) ?? dateInName(basename(path)) ?? utcDateTime(written.getTime()).slice(0, 10),
      chunks: () => unpacked(zip, entry),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function tableIn(zip: ZipFile): Promise<Entry> {
  if (zip.entryCount > entriesMax) throw new RegistryFileError('ZIP_WITHOUT_TABLE');
  let found: Entry | undefined;
  for await (const entry of zip.eachEntry()) {
    if (!/\.(txt|csv)$/i.test(entry.fileName) || !entry.canDecodeFileData()) continue;
    if (found === undefined || entry.uncompressedSize > found.uncompressedSize) found = entry;
  }
  if (found === undefined) throw new RegistryFileError('ZIP_WITHOUT_TABLE');
  return found;
}

/** yauzl fails when the unpacked size differs from the entry's. It does not check the checksum, so we do. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await orDamaged(() => zip.openReadStreamPromise(entry));
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (sum !== entry.crc32) throw new RegistryFileError('ZIP_DAMAGED');
}

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): RegistryFileError {
  return error instanceof RegistryFileError
    ? error
    : new RegistryFileError('ZIP_DAMAGED', '', { cause: error });
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** `RNC_Contribuyentes_Actualizado_29_Ago_2026.csv` → DD-MM-YYYY; undefined when the name has no date. */
export function dateInName(name: string): string | undefined {
  const match = /(?<!\d)(\d{1,2})[ _.-]?(?:de[ _])?([a-z]{3})[a-z]*[ _.-]?(?:de[ _])?(\d{4})(?!\d)/i.exec(
    name,
  );
  if (match === null) return undefined;
  const [, day = '', word = '', year = ''] = match;
  // September is abbreviated as Sep or Set.
  const month = months.indexOf(word.toLowerCase().replace('set', 'sep')) + 1;
  const date = [day.padStart(2, '0'), String(month).padStart(2, '0'), year].join('-');
  return parseDate(date) === undefined ? undefined : date;
}

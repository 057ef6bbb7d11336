/**
 * Stores XML, JSON, DGII's replies and logos. A small content is compressed into the ledger record itself and needs no extra write. A
 * larger one becomes a file here, written before the record that refers to it. A file's id contains the hash of its content, so it is safe
 * to write the same file again. An old content may be in the object store instead (cold/move-bodies.ts); readers do not notice.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { Binary } from 'mongodb';
import type { FileRef } from './vouchers/document-record.js';
import type { Collections, FileKind } from './collections.js';
import type { ObjectStore } from './cold/object-store.js';
import { isInserted } from './mongo/guard.js';
import { BodyLostError, ObjectStoreUnavailableError } from './unavailable.js';

const compress = promisify(gzip);
const gunzipped = promisify(gunzip);

/** A file is one MongoDB record of at most 16 MiB. The difference is room for the other members. */
const compressedBytesMax = 15 * 1024 * 1024;
/** The largest body the api accepts plus the overhead of XML is smaller than this. */
const unzipLimit = { maxOutputLength: 64 * 1024 * 1024 };

/** The content of a file or an object. */
export const decompress = (bytes: Uint8Array): Promise<Buffer> => gunzipped(bytes, unzipLimit);

/** Copies a record, or a part of one, without its compressed contents, to show it to people. */
export function withoutContents<T extends object>(record: T): T {
  const shown = Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Binary) return [];
    if (Array.isArray(value)) return [[name, value.map((one: unknown) => plain(one))]];
    return [[name, plain(value)]];
  });
  return Object.fromEntries(shown) as T;
}

function plain(value: unknown): unknown {
  const nested = typeof value === 'object' && value !== null && !(value instanceof Date);
  return nested && !Array.isArray(value) ? withoutContents(value) : value;
}

export interface ContentToKeep {
  readonly companyId: number;
  readonly kind: FileKind;
  /** Bytes, or a text, which is kept in UTF-8. */
  readonly content: string | Uint8Array;
  readonly now: Date;
  /** How many compressed bytes the record has room for. 0: the content becomes a file. */
  readonly roomBytes: number;
}

export interface KeptContent {
  readonly ref: FileRef;
  /** SHA-256 of the uncompressed bytes, hex. */
  readonly sha256: string;
  /** How many bytes it uses within the record. 0: it is a file. */
  readonly bytesInRecord: number;
}

export type Files = ReturnType<typeof createFiles>;

/** @param cold absent: no old content is in an object store */
export function createFiles({ files }: Collections, cold?: Pick<ObjectStore, 'get'>) {
  /** @throws when it does not fit one record. */
  const putFile = async (companyId: number, kind: FileKind, content: Buffer, now: Date) => {
    const sha256 = sha256Of(content);
    const _id = `${companyId}/${sha256}`;
    const compressed = await compress(content);
    if (compressed.length > compressedBytesMax)
      throw new Error(`File ${_id} is too large: ${compressed.length} bytes`);
    const bytes = new Binary(compressed);
    // An old voucher may have the same content. Then it may be in the object store, and is read from there.
    await isInserted(files.insertOne({ _id, kind, bytes, length: content.length, createdAt: now }));
    return { id: _id, sha256 };
  };

  /**
   * Throws if the file does not exist, which is a broken invariant: a file is written before the record that refers to it.
   * @throws ObjectStoreUnavailableError
   * @throws BodyLostError
   */
  const getFileBytes = async (ref: FileRef): Promise<Buffer> => {
    if (typeof ref !== 'string') return gunzipSync(ref.buffer, unzipLimit);
    const file = await files.findOne({ _id: ref });
    if (file === null) throw new Error(`File ${ref} is missing`);
    if (file.bytes !== undefined) return decompress(file.bytes.buffer);
    if (cold === undefined)
      throw new ObjectStoreUnavailableError(`GET ${ref}: this process has no settings of the object store`);
    return readObject(cold, ref);
  };

  return {
    keepContent: async ({
      companyId,
      kind,
      content,
      now,
      roomBytes,
    }: ContentToKeep): Promise<KeptContent> => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : asBuffer(content);
      // These contents do not compress tenfold, so a larger one cannot fit.
      if (bytes.length <= roomBytes * 10) {
        // Synchronous: for so few bytes it is faster than a thread of the pool.
        const compressed = gzipSync(bytes);
        if (compressed.length <= roomBytes)
          return {
            ref: new Binary(compressed),
            sha256: sha256Of(bytes),
            bytesInRecord: compressed.length,
          };
      }
      const { id, sha256 } = await putFile(companyId, kind, bytes, now);
      return { ref: id, sha256, bytesInRecord: 0 };
    },

    /** The UTF-8 bytes of a text. A text of megabytes takes long to decode. */
    getFileBytes,

    getFile: async (ref: FileRef): Promise<string> => (await getFileBytes(ref)).toString('utf8'),
  };
}

/**
 * The content of an object, checked against the hash in its id.
 * @throws ObjectStoreUnavailableError
 * @throws BodyLostError
 */
export async function readObject(cold: Pick<ObjectStore, 'get'>, id: string): Promise<Buffer> {
  const compressed = await cold.get(id);
  if (compressed === undefined) throw new BodyLostError(id, 'missing');
  const content = await decompress(compressed).catch(() => undefined);
  if (content === undefined || sha256Of(content) !== hashIn(id)) throw new BodyLostError(id, 'altered');
  return content;
}

export function fileIdOf(companyId: number, content: Uint8Array): string {
  return `${companyId}/${sha256Of(content)}`;
}

function hashIn(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Contents too large for a ledger record: the voucher as sent, the signed XML, DGII's raw replies. Content-addressed, so
 * writing one again is harmless; written before the record that refers to it.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary } from 'mongodb';
import type { Collections, FileKind } from './collections.js';
import { guard, isDuplicateKey } from './guard.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A file is one MongoDB record, which ends at 16 MiB; room is left for its other members. */
const compressedBytesMax = 15 * 1024 * 1024;
/** No content is larger than the largest body the api takes, with the XML's overhead. */
const contentBytesMax = 64 * 1024 * 1024;

export interface StoredFile {
  readonly id: string;
  /** Of the UTF-8 bytes, hex. */
  readonly sha256: string;
}

export interface Files {
  /** Stores a text as UTF-8. @throws when it does not fit one record. */
  putFile(companyId: number, kind: FileKind, text: string, now: Date): Promise<StoredFile>;
  /** @throws when the file does not exist: a record never refers to a file that was not written before it. */
  getFile(id: string): Promise<string>;
}

/** Files are read again right after they were written, by the next step; what is kept for that is bounded. */
const rememberedCharsMax = 32 * 1024 * 1024;

export function createFiles({ files }: Collections): Files {
  // By id, the oldest first. Contents never change: their id is their hash.
  const remembered = new Map<string, string>();
  let rememberedChars = 0;

  const remember = (id: string, text: string) => {
    if (remembered.has(id) || text.length > rememberedCharsMax / 8) return;
    remembered.set(id, text);
    rememberedChars += text.length;
    for (const [oldest, content] of remembered) {
      if (rememberedChars <= rememberedCharsMax) break;
      remembered.delete(oldest);
      rememberedChars -= content.length;
    }
  };

  return {
    putFile: (companyId, kind, text, now) =>
      guard(async () => {
        const content = Buffer.from(text, 'utf8');
        const sha256 = createHash('sha256').update(content).digest('hex');
        const _id = `${companyId}/${sha256}`;
        const bytes = await compress(content);
        if (bytes.length > compressedBytesMax)
          throw new Error(`File ${_id} is too large: ${bytes.length} bytes`);
        try {
          await files.insertOne({
            _id,
            kind,
            bytes: new Binary(bytes),
            length: content.length,
            createdAt: now,
          });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        remember(_id, text);
        return { id: _id, sha256 };
      }),
    getFile: (id) =>
      guard(async () => {
        const known = remembered.get(id);
        if (known !== undefined) return known;
        const file = await files.findOne({ _id: id });
        if (file === null) throw new Error(`File ${id} is missing`);
        const text = (await decompress(file.bytes.buffer, { maxOutputLength: contentBytesMax })).toString(
          'utf8',
        );
        remember(id, text);
        return text;
      }),
  };
}

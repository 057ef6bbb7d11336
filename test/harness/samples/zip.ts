/** Valid and damaged ZIP files for tests, with one local header, entry and directory record each. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** What the entry claims, where the claim must differ from the truth. */
  readonly claim?: { readonly size?: number; readonly crc?: number };
}

/** 14 March 2026, 10:00, as DOS date and time. */
const dosDate = ((2026 - 1980) << 9) | (3 << 5) | 14;
const dosTime = 10 << 11;

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claim = {} } of entries) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(dosTime, 6);
    fields.writeUInt16LE(dosDate, 8);
    fields.writeUInt32LE(claim.crc ?? crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claim.size ?? data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, central, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/**
 * Verifies an export of the archive from its file alone, without the ledger: what verify.sh checks, for an operator without its programs.
 * It reads the file once and has one day's list of hashes in memory.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { readAuthorities } from '../../signing/verify/chain.js';
import { checkStamp } from '../../signing/verify/timestamp.js';
import { verifyXml } from '../../signing/verify/verify.js';
import { manifestPath } from '../../ledger/archive/manifest-record.js';
import { readLines } from './archive-files.js';

export type FileFault =
  | 'CHANGED'
  | 'MISSING'
  /** No list names it. */
  | 'NOT_LISTED'
  | 'CHAIN_BROKEN'
  | 'SIGNATURE_WRONG'
  | 'STAMP_WRONG'
  /** The file is cut, or no export. */
  | 'UNREADABLE';

export interface VerifiedArchive {
  readonly days: readonly {
    readonly day: string;
    readonly sha256: string;
    readonly stampedAt: Date | null;
  }[];
  readonly files: number;
  readonly signatures: number;
  /** The first ones. */
  readonly faults: readonly { readonly path: string; readonly fault: FileFault }[];
  readonly faultCount: number;
}

/** The largest voucher has 16 MB of JSON, and the list of a day of a million vouchers 150 MB. */
const keptBytesMax = 400 * 1024 * 1024;
const faultsShown = 100;

/** @param authoritiesPem whom to trust for stamps. Undefined: the issuer of the stamps is not checked */
export async function verifyArchive(path: string, authoritiesPem?: string): Promise<VerifiedArchive> {
  const authorities = authoritiesPem === undefined ? [] : readAuthorities(authoritiesPem);
  const state = createState();
  const tar = extract();
  pipeline(createReadStream(path), createGunzip(), tar, () => undefined);
  try {
    for await (const entry of tar) {
      const name = entry.header.name.replace(/^[^/]*\//, '');
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > keptBytesMax) throw new Error('A file is too large');
        chunks.push(chunk);
      }
      state.take(name, Buffer.concat(chunks), authorities);
    }
  } catch {
    state.add('', 'UNREADABLE');
  }
  return state.ended();
}

function createState() {
  const days: { day: string; sha256: string; stampedAt: Date | null }[] = [];
  const faults: { path: string; fault: FileFault }[] = [];
  /** Hashes of the files that manifest-sha256.txt lists. */
  const own = new Map<string, string>();
  /** What the day's list names, and what of it came. A list may name a file twice. */
  let open = new Map<string, string>();
  const came = new Set<string>();
  const counts = { files: 0, signatures: 0, faults: 0 };
  let complete = false;

  const add = (path: string, fault: FileFault) => {
    counts.faults += 1;
    if (faults.length < faultsShown) faults.push({ path, fault });
  };
  const endDay = () => {
    for (const [path, sha256] of open) {
      // A CRL of several days comes once, with the first one.
      if (!came.has(path) && own.get(path) !== sha256) add(path, 'MISSING');
    }
    open = new Map();
    came.clear();
  };

  const takeDay = (name: string, text: string, sha256: string) => {
    endDay();
    const previous = /^# previous (.+)$/m.exec(text)?.[1];
    const before = days.at(-1);
    if (before !== undefined && previous !== `${before.day} ${before.sha256}`) add(name, 'CHAIN_BROKEN');
    const day = /^# day (.+)$/m.exec(text)?.[1] ?? '';
    if (manifestPath(day) !== name) add(name, 'UNREADABLE');
    days.push({ day, sha256, stampedAt: null });
    open = new Map(readLines(text).map((line) => [line.path, line.sha256]));
  };

  const takeStamp = (
    name: string,
    reply: Buffer,
    authorities: Parameters<typeof checkStamp>[1]['authorities'],
  ) => {
    const day = days.at(-1);
    const stamp = day === undefined ? undefined : checkStamp(reply, { sha256: day.sha256, authorities });
    if (day === undefined || stamp?.ok !== true) add(name, 'STAMP_WRONG');
    else day.stampedAt = stamp.at;
  };

  const takeEnd = (text: string) => {
    endDay();
    complete = true;
    const listed = new Map(readLines(text).map((line) => [line.path, line.sha256]));
    for (const [path, sha256] of listed) {
      const found = own.get(path);
      if (found === undefined) add(path, 'MISSING');
      else if (found !== sha256) add(path, 'CHANGED');
    }
    for (const path of own.keys()) if (!listed.has(path)) add(path, 'NOT_LISTED');
  };

  return {
    add,
    take: (
      name: string,
      content: Buffer,
      authorities: Parameters<typeof checkStamp>[1]['authorities'],
    ): void => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      counts.files += 1;
      if (name === 'manifest-sha256.txt') {
        takeEnd(content.toString());
        return;
      }
      const isEvidence = /^(issued|received|annulled)\//.test(name);
      if (!isEvidence) own.set(name, sha256);
      if (/^days\/[^/]+\.sha256$/.test(name)) takeDay(name, content.toString(), sha256);
      else if (name.endsWith('.tsr')) takeStamp(name, content, authorities);
      else if (isEvidence || open.has(name)) {
        const listed = open.get(name);
        came.add(name);
        if (listed === undefined) add(name, 'NOT_LISTED');
        else if (listed !== sha256) add(name, 'CHANGED');
      }
      if (isEvidence && name.endsWith('.xml')) {
        counts.signatures += 1;
        if (!verifyXml(content.toString()).ok) add(name, 'SIGNATURE_WRONG');
      }
    },
    ended: (): VerifiedArchive => {
      if (!complete || days.length === 0) add('manifest-sha256.txt', 'MISSING');
      return {
        days,
        files: counts.files,
        signatures: counts.signatures,
        faults,
        faultCount: counts.faults,
      };
    },
  };
}

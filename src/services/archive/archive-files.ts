/**
 * The files of an export of the evidence archive, one after the other, for a month or a day. Only one voucher at a time is in memory. The
 * bytes come from the ledger as they are now: if one differs from what its manifest says, the check of the export shows it.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { crlFolder, crlIndexPath, crlPath, noCompany } from '../../ledger/archive/crl-record.js';
import { parseFolder, parsePath } from '../../ledger/archive/evidence-path.js';
import { crlIndexHead, crlIndexLine, indexHead } from '../../ledger/archive/index-csv.js';
import {
  eventsPath,
  hashLine,
  manifestFoot,
  manifestHead,
  manifestPath,
  stampPath,
  type Day,
  type ManifestRecord,
  type PartText,
} from '../../ledger/archive/manifest-record.js';
import { textOf } from '../../ledger/archive/manifests.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import { BodyLostError } from '../../ledger/unavailable.js';
import type { FileRef } from '../../ledger/vouchers/document-record.js';
import { crlsOfCompany } from '../certificates/company-crls.js';
import type { Ledger } from '../deps.js';
import { readmeText } from './readme.js';
import { verifyScript } from './verify-script.js';

export interface ArchiveFile {
  readonly path: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface ArchiveDeps extends Pick<
  Ledger<'listManifests' | 'readPart' | 'readEvidence' | 'getFileBytes' | 'listCertificates' | 'listCrls'>,
  'store'
> {
  /** Runs each group of reads, so that other requests have their turns in between. */
  readonly turn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ArchiveOrder extends FeedRef {
  readonly rnc: string;
  readonly days: { readonly from: Day; readonly to: Day };
}

/** A month has this many days. */
const manifestsMax = 31;
/** A company has a new certificate each year or two. */
const certificatesMax = 100;
const linesAtOnce = 100;

export function manifestsOf(
  deps: ArchiveDeps,
  order: Pick<ArchiveOrder, 'companyId' | 'environment' | 'days'>,
) {
  return deps.turn(() => deps.store.listManifests(order, { ...order.days, limit: manifestsMax }));
}

/** @param manifests of the order; at least one */
export async function* archiveFiles(
  deps: ArchiveDeps,
  order: ArchiveOrder,
  manifests: readonly ManifestRecord[],
): AsyncGenerator<ArchiveFile> {
  const listed: string[] = [];
  /** The file's hash is known when it was read to its end. */
  const noted = ({ path, bytes, content }: ArchiveFile): ArchiveFile => ({
    path,
    bytes,
    content: hashing(content, (sha256) => void listed.push(hashLine(sha256, path))),
  });
  yield noted(textFile('LEAME.txt', readmeText(order, manifests)));
  yield noted(textFile('verify.sh', verifyScript));
  const missing: string[] = [];
  const crls = new Set<string>();
  for (const manifest of manifests) {
    yield noted(manifestFile(deps, manifest));
    yield noted(eventsFile(deps, manifest));
    const { stamp, day } = manifest;
    if (stamp !== undefined) yield noted(fileOf(stampPath(day), Buffer.from(stamp.reply.buffer)));
    for await (const file of evidenceFiles(deps, order, manifest, missing)) {
      const isCrl = file.path.startsWith(crlFolder);
      // Authorities issue one for several days, and each day lists it.
      if (isCrl && crls.has(file.path)) continue;
      if (isCrl) crls.add(file.path);
      yield isCrl ? noted(file) : file;
    }
  }
  for (const file of await certificateFiles(deps, order, { manifests, crls })) yield noted(file);
  const authorities = await authoritiesOf(deps, manifests);
  if (authorities !== '') yield noted(textFile('tsa-ca.pem', authorities));
  yield noted(indexFile(deps, manifests));
  if (missing.length > 0) yield noted(textFile('missing.txt', missing.join('')));
  yield textFile('manifest-sha256.txt', listed.join(''));
}

/** The manifest as it was when its hash was made. */
export function manifestFile(deps: ArchiveDeps, manifest: ManifestRecord): ArchiveFile {
  return {
    path: manifestPath(manifest.day),
    bytes: manifest.bytes.hashes,
    content: around(manifestHead(manifest), texts(deps, manifest, 'hashes'), manifestFoot(manifest)),
  };
}

export function eventsFile(deps: ArchiveDeps, manifest: ManifestRecord): ArchiveFile {
  return {
    path: eventsPath(manifest.day),
    bytes: manifest.bytes.events,
    content: texts(deps, manifest, 'events'),
  };
}

function indexFile(deps: ArchiveDeps, manifests: readonly ManifestRecord[]): ArchiveFile {
  const bytes = manifests.reduce((sum, one) => sum + one.bytes.index, Buffer.byteLength(indexHead));
  return { path: 'index.csv', bytes, content: around(indexHead, ofAll(deps, manifests), '') };
}

interface Listed {
  readonly manifests: readonly ManifestRecord[];
  /** Paths of the CRLs that the manifests list. */
  readonly crls: ReadonlySet<string>;
}

/** The company's certificates, those of the authorities that issued them, and the index of the CRLs. */
async function certificateFiles(
  { store, turn }: ArchiveDeps,
  { companyId, days }: ArchiveOrder,
  { manifests, crls }: Listed,
): Promise<readonly ArchiveFile[]> {
  const certificates = await turn(() => store.listCertificates(companyId, certificatesMax));
  // The first manifest has the CRLs of the days before it on which nothing happened.
  const from = manifests[0]?.previous?.day ?? days.from;
  const found = await turn(() => crlsOfCompany(store, companyId, { from, to: days.to }));
  const listed = found.filter(({ sha256 }) => crls.has(crlPath(sha256)));
  const issuers = new Set([
    ...certificates.flatMap(({ issuersPem = [] }) => issuersPem),
    ...listed.flatMap(({ issuerPem }) => issuerPem ?? []),
  ]);
  const index = crlIndexHead + listed.map(crlIndexLine).join('');
  return [
    ...certificates.map(({ fingerprint, certificatePem }) =>
      textFile(`certs/${fingerprint}.pem`, certificatePem),
    ),
    ...[...issuers].map((pem) => textFile(`certs/authorities/${fingerprintOf(pem)}.pem`, pem)),
    ...(listed.length === 0 ? [] : [textFile(crlIndexPath, index)]),
  ];
}

function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex');
}

/** Those that were trusted when the manifests were stamped, in PEM. */
async function authoritiesOf(
  { store, turn }: ArchiveDeps,
  manifests: readonly ManifestRecord[],
): Promise<string> {
  const refs = new Set(manifests.flatMap(({ stamp }) => stamp?.authorities ?? []));
  const pems: string[] = [];
  for (const ref of refs) pems.push((await turn(() => store.getFileBytes(ref))).toString());
  return pems.join('\n');
}

async function* ofAll(deps: ArchiveDeps, manifests: readonly ManifestRecord[]) {
  for (const manifest of manifests) yield* texts(deps, manifest, 'index');
}

async function* around(head: string, middle: AsyncIterable<Uint8Array>, foot: string) {
  yield Buffer.from(head);
  yield* middle;
  yield Buffer.from(foot);
}

async function* texts({ store, turn }: ArchiveDeps, manifest: ManifestRecord, name: PartText) {
  for (let part = 0; part < manifest.parts; part += 1)
    yield await turn(async () => textOf(await store.readPart(manifest, part), name));
}

/** The evidence that a manifest lists. What the ledger does not have any more is added to `missing`. */
async function* evidenceFiles(
  deps: ArchiveDeps,
  feed: FeedRef,
  manifest: ManifestRecord,
  missing: string[],
): AsyncGenerator<ArchiveFile> {
  for await (const one of evidenceOf(deps, feed, manifest)) {
    if (one.content === undefined) missing.push(hashLine(one.sha256, one.path));
    else yield fileOf(one.path, one.content);
  }
}

export interface ListedEvidence {
  readonly sha256: string;
  readonly path: string;
  /** Undefined: the ledger does not have it any more. */
  readonly content: Buffer | undefined;
}

/** Each line of a manifest, with the bytes that the ledger has for it now. */
export async function* evidenceOf(
  { store, turn }: ArchiveDeps,
  { companyId, environment }: FeedRef,
  manifest: ManifestRecord,
): AsyncGenerator<ListedEvidence> {
  for (let part = 0; part < manifest.parts; part += 1) {
    const text = await turn(async () => textOf(await store.readPart(manifest, part), 'hashes').toString());
    const lines = readLines(text);
    for (let start = 0; start < lines.length; start += linesAtOnce) {
      const some = lines.slice(start, start + linesAtOnce);
      const folders = new Set(some.flatMap(({ path }) => parsePath(path)?.folder ?? []));
      const found = await turn(() =>
        store.readEvidence(
          { companyId, environment },
          [...folders].flatMap((folder) => parseFolder(folder) ?? []),
        ),
      );
      for (const { sha256, path } of some) {
        const { folder = '', name = '' } = parsePath(path) ?? {};
        const file = found.get(folder)?.files.find((one) => one.name === name)?.file;
        // A CRL; or the ledger has replaced or removed it, and the manifest's copy has its hash as an id.
        const ref = file ?? `${path.startsWith(crlFolder) ? noCompany : companyId}/${sha256}`;
        const content =
          typeof ref === 'object' && 'text' in ref
            ? Buffer.from(ref.text)
            : await turn(() => kept(store, ref));
        yield { sha256, path, content };
      }
    }
  }
}

/** Undefined: the ledger does not have it. */
async function kept({ getFileBytes }: ArchiveDeps['store'], ref: FileRef): Promise<Buffer | undefined> {
  try {
    return await getFileBytes(ref);
  } catch (error) {
    if (error instanceof BodyLostError) return undefined;
    if (error instanceof Error && error.message.endsWith('is missing')) return undefined;
    throw error;
  }
}

/** The lines of a manifest without its comments. */
export function readLines(text: string): readonly { readonly sha256: string; readonly path: string }[] {
  return text.split('\n').flatMap((line) => {
    const parts = /^([0-9a-f]{64}) {2}(.+)$/.exec(line);
    return parts === null ? [] : [{ sha256: parts[1] ?? '', path: parts[2] ?? '' }];
  });
}

function textFile(path: string, text: string): ArchiveFile {
  return fileOf(path, Buffer.from(text));
}

function fileOf(path: string, content: Buffer): ArchiveFile {
  return { path, bytes: content.length, content: [content] };
}

async function* hashing(content: ArchiveFile['content'], ended: (sha256: string) => void) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  ended(hash.digest('hex'));
}

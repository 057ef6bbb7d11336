/** Checks the archive against the ledger that has it: the chain of manifests, and that each piece of evidence still has its hash. */
import { createHash } from 'node:crypto';
import type { Day, ManifestRecord } from '../../ledger/archive/manifest-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import { evidenceOf, eventsFile, manifestFile, type ArchiveDeps, type ArchiveFile } from './archive-files.js';

export interface ArchiveFault {
  readonly day: Day;
  /** What is wrong; empty path: the day as a whole. */
  readonly path: string;
  readonly fault:
    'CHAIN_BROKEN' | 'MANIFEST_CHANGED' | 'EVENTS_CHANGED' | 'EVIDENCE_CHANGED' | 'EVIDENCE_MISSING';
}

export interface CheckedArchive {
  readonly days: number;
  readonly files: number;
  readonly last: { readonly day: Day; readonly sha256: string } | null;
  /** The first ones. */
  readonly faults: readonly ArchiveFault[];
  readonly faultCount: number;
}

const manifestsAtOnce = 31;
const faultsShown = 100;
const everyDay = { from: '0000-00-00', to: '9999-99-99' } as const;

export async function checkArchive(
  deps: ArchiveDeps,
  feed: FeedRef,
  {
    days = everyDay,
    signal,
  }: { readonly days?: { readonly from: Day; readonly to: Day }; readonly signal?: AbortSignal } = {},
): Promise<CheckedArchive> {
  const faults: ArchiveFault[] = [];
  const counts = { days: 0, files: 0, faults: 0 };
  const add = (fault: ArchiveFault) => {
    counts.faults += 1;
    if (faults.length < faultsShown) faults.push(fault);
  };
  let last: ManifestRecord | undefined;
  for (;;) {
    const query = { ...days, after: last?.number ?? 0, limit: manifestsAtOnce };
    const manifests = await deps.turn(() => deps.store.listManifests(feed, query));
    for (const manifest of manifests) {
      signal?.throwIfAborted();
      counts.days += 1;
      await checkDay(deps, feed, { manifest, before: last, add, counts });
      last = manifest;
    }
    if (manifests.length < manifestsAtOnce) break;
  }
  return {
    days: counts.days,
    files: counts.files,
    last: last === undefined ? null : { day: last.day, sha256: last.sha256 },
    faults,
    faultCount: counts.faults,
  };
}

interface DayCheck {
  readonly manifest: ManifestRecord;
  readonly before: ManifestRecord | undefined;
  readonly add: (fault: ArchiveFault) => void;
  readonly counts: { files: number };
}

async function checkDay(
  deps: ArchiveDeps,
  feed: FeedRef,
  { manifest, before, add, counts }: DayCheck,
): Promise<void> {
  const { day, previous, number } = manifest;
  const follows =
    before === undefined
      ? (previous === null) === (number === 1)
      : number === before.number + 1 && previous?.sha256 === before.sha256 && previous.day === before.day;
  if (!follows) add({ day, path: '', fault: 'CHAIN_BROKEN' });
  if ((await hashOf(manifestFile(deps, manifest))) !== manifest.sha256)
    add({ day, path: '', fault: 'MANIFEST_CHANGED' });
  if ((await hashOf(eventsFile(deps, manifest))) !== manifest.eventsSha256)
    add({ day, path: '', fault: 'EVENTS_CHANGED' });
  for await (const { path, sha256, content } of evidenceOf(deps, feed, manifest)) {
    counts.files += 1;
    if (content === undefined) add({ day, path, fault: 'EVIDENCE_MISSING' });
    else if (createHash('sha256').update(content).digest('hex') !== sha256)
      add({ day, path, fault: 'EVIDENCE_CHANGED' });
  }
}

async function hashOf({ content }: ArchiveFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

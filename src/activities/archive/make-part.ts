/** Makes one part of a daily manifest: what some events say of evidence, each with the hashes of its files. */
import type { EventType } from '../../ecf/messages/event-types.js';
import { crlPath } from '../../ledger/archive/crl-record.js';
import { dayAt, endOfDay } from '../../ledger/archive/days.js';
import type { Evidence, EvidenceFile } from '../../ledger/archive/evidence.js';
import { folderOf, parseFolder, type EvidenceOf } from '../../ledger/archive/evidence-path.js';
import { indexLine } from '../../ledger/archive/index-csv.js';
import { hashLine, type Day, type NewPart } from '../../ledger/archive/manifest-record.js';
import { eventId, type EventRecord } from '../../ledger/events/event-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import type { Store } from '../../ledger/ledger.js';
import { crlsOfCompany } from '../../services/certificates/company-crls.js';

export type PartStore = Pick<
  Store,
  'readEvidence' | 'getFileBytes' | 'keepContent' | 'listCertificates' | 'listCrls'
>;

export interface PartOrder {
  readonly feed: FeedRef;
  readonly number: number;
  readonly part: number;
  readonly day: Day;
  /** The day of the manifest before. Undefined: this is the first one. */
  readonly lastDay: Day | undefined;
  /** The last event before the part. */
  readonly after: number;
  readonly events: readonly EventRecord[];
  /** Folders of received vouchers whose acknowledgement was missing when their manifest was made. */
  readonly unacknowledged: readonly string[];
  readonly now: Date;
}

type Named = (name: string) => boolean;

/** Which files an event proves. Each file is in the manifest of the event that brought it. */
const proofs: Partial<Record<EventType, { readonly named: Named; readonly row: boolean }>> = {
  ...sameFor(['ecf.accepted', 'ecf.accepted_conditionally', 'ecf.rejected', 'ecf.refused', 'ecf.annulled'], {
    named: (name) => name === 'ecf.xml' || name === 'rfce.xml' || name.startsWith('answer-'),
    row: true,
  }),
  ...sameFor(['ecf.delivered', 'ecf.undelivered'], {
    named: (name) => name.startsWith('arecf-'),
    row: false,
  }),
  ...sameFor(['ecf.approved', 'ecf.disapproved'], { named: (name) => name.startsWith('acecf-'), row: false }),
  ...sameFor(['received.created', 'received.displaced'], {
    named: (name) => name === 'ecf.xml' || name === 'arecf.xml',
    row: true,
  }),
  ...sameFor(['received.decision_delivered', 'received.decision_undelivered'], {
    named: (name) => name.startsWith('acecf-'),
    row: false,
  }),
  'annulment.finished': { named: () => true, row: true },
};

function sameFor<T>(types: readonly EventType[], proof: T): Partial<Record<EventType, T>> {
  return Object.fromEntries(types.map((type) => [type, proof]));
}

export async function makePart(store: PartStore, order: PartOrder): Promise<NewPart> {
  const { feed, number, part, day, lastDay, after, events, unacknowledged, now } = order;
  const { companyId, environment } = feed;
  const proving = events.flatMap((event) => {
    const proof = proofs[event.type];
    const of = proof && evidenceNamed(event);
    return of === undefined || proof === undefined ? [] : [{ event, proof, of, folder: folderOf(of) }];
  });
  const late = unacknowledged.flatMap((folder) => parseFolder(folder) ?? []);
  const evidence = await store.readEvidence(feed, unique([...proving.map(({ of }) => of), ...late]));
  const hashes = new Set<string>();
  const index: string[] = [];
  const missing = new Set<string>();
  const add = async (folder: string, files: readonly EvidenceFile[], named: Named) => {
    for (const file of files.filter(({ name }) => named(name))) {
      if (file.fleeting !== undefined) await keepCopy(store, companyId, file, now);
      hashes.add(hashLine(file.sha256, `${folder}/${file.name}`));
    }
  };
  for (const { event, proof, folder } of proving) {
    const found = evidence.get(folder);
    if (found === undefined) continue;
    await add(folder, found.files, proof.named);
    if (proof.row) index.push(indexLine({ day, event, folder, facts: found.facts }));
    if (folder.startsWith('received/') && !isAcknowledged(found)) missing.add(folder);
  }
  for (const folder of unacknowledged) {
    const found = evidence.get(folder);
    if (found === undefined) continue;
    await add(folder, found.files, (name) => name === 'arecf.xml');
    if (!isAcknowledged(found)) missing.add(folder);
  }
  // Also those of the days in between, on which nothing happened.
  if (part === 0 && events.length + hashes.size > 0) {
    const from = lastDay === undefined ? day : dayAt(endOfDay(lastDay));
    for (const { sha256 } of await crlsOfCompany(store, companyId, { from, to: day }))
      hashes.add(hashLine(sha256, crlPath(sha256)));
  }
  return {
    companyId,
    environment,
    number,
    part,
    day,
    fromSeq: events[0]?.seq ?? 0,
    toSeq: events.at(-1)?.seq ?? after,
    texts: { hashes: [...hashes].join(''), events: events.map(eventLine).join(''), index: index.join('') },
    files: hashes.size,
    unacknowledged: [...missing],
  };
}

/** The copy is a file whose id is the hash of its content (ledger/files.ts). */
async function keepCopy(
  { getFileBytes, keepContent }: PartStore,
  companyId: number,
  { file, fleeting }: EvidenceFile,
  now: Date,
): Promise<void> {
  if (fleeting === undefined || typeof file === 'string' || 'text' in file) return;
  const content = await getFileBytes(file);
  await keepContent({ companyId, kind: fleeting, content, now, roomBytes: 0 });
}

function evidenceNamed({ type, data }: EventRecord): EvidenceOf | undefined {
  const text = (name: string) => String(data[name] ?? '');
  if (type.startsWith('ecf.')) return { kind: 'issued', encf: text('ecf'), attempt: Number(data['attempt']) };
  if (type.startsWith('received.'))
    return {
      kind: 'received',
      rncEmisor: text('rncEmisor'),
      encf: text('encf'),
      sha256: text('xmlSha256'),
    };
  return type === 'annulment.finished' ? { kind: 'annulled', id: text('annulmentId') } : undefined;
}

function unique(all: readonly EvidenceOf[]): readonly EvidenceOf[] {
  return [...new Map(all.map((of) => [folderOf(of), of])).values()];
}

function isAcknowledged({ files }: Evidence): boolean {
  return files.some(({ name }) => name === 'arecf.xml');
}

function eventLine(event: EventRecord): string {
  const { type, at, data } = event;
  return `${JSON.stringify({ id: eventId(event), type, at, data })}\n`;
}

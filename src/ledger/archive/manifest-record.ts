/**
 * The daily manifest of a company's evidence in one environment. It lists the hash of each file about a voucher that became final or arrived,
 * in the form of `sha256sum`. A large day has many parts, so that no process holds a day in its memory.
 */
import type { Binary, IndexDescription } from 'mongodb';
import type { Environment } from '../../ecf/model/environments.js';
import type { FileRef } from '../vouchers/document-record.js';

/** A day in Santo Domingo, AAAA-MM-DD: it sorts, and names a file. */
export type Day = string;

export interface ManifestPartRecord {
  /** `{companyId}:{environment}:{number of the manifest}:{part}`. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly number: number;
  /** 0, 1, 2, … */
  readonly part: number;
  readonly day: Day;
  /** The first and the last event of the feed that the part covers. 0 and the last of the part before: no event. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Compressed texts: lines of hashes, the events as JSON lines, lines of index.csv. */
  readonly hashes: Binary;
  readonly events: Binary;
  readonly index: Binary;
  /** Bytes of the same texts before compression. */
  readonly bytes: { readonly hashes: number; readonly events: number; readonly index: number };
  readonly files: number;
  /** Folders of received vouchers whose acknowledgement is not signed yet. */
  readonly unacknowledged: readonly string[];
}

/** A part before it is in the ledger. */
export interface NewPart extends Omit<ManifestPartRecord, '_id' | 'bytes' | PartText> {
  readonly texts: Readonly<Record<PartText, string>>;
}

export type PartText = 'hashes' | 'events' | 'index';

export interface ManifestHead {
  readonly rnc: string;
  readonly environment: Environment;
  readonly day: Day;
  /** 1, 2, 3, … without a gap. */
  readonly number: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Null: the first one. */
  readonly previous: { readonly day: Day; readonly sha256: string } | null;
}

export interface ManifestRecord extends ManifestHead {
  /** `{companyId}:{environment}:{number}`. */
  readonly _id: string;
  readonly companyId: number;
  readonly parts: number;
  readonly files: number;
  readonly bytes: ManifestPartRecord['bytes'];
  /** Of the day's events, as JSON lines. */
  readonly eventsSha256: string;
  /** Of the whole manifest. The next manifest names it, and an authority stamps it. */
  readonly sha256: string;
  readonly closedAt: Date;
  /** They are looked for again when the next manifest is made. */
  readonly unacknowledged: readonly string[];
  /** When a worker next asks for the stamp. Absent: it has one, or no authority was set when the day was closed. */
  readonly stampDueAt?: Date;
  readonly stampTries?: number;
  /** Why the last try got no stamp. */
  readonly stampFault?: string;
  readonly stamp?: ManifestStamp;
}

export interface ManifestStamp {
  /** The authority's reply as it came. */
  readonly reply: Binary;
  readonly at: Date;
  readonly host: string;
  /** PEM: the authorities that were trusted then. Absent: none was set. */
  readonly authorities?: FileRef;
}

export const manifestIndexes: IndexDescription[] = [
  // By number for the chain, and for the days of a month.
  { name: 'number', key: { companyId: 1, environment: 1, number: 1, day: 1 } },
  // Serves the round that asks for stamps. It holds only manifests without one.
  { name: 'stampDue', key: { stampDueAt: 1 }, partialFilterExpression: { stampDueAt: { $exists: true } } },
];

export const partIndexes: IndexDescription[] = [
  { name: 'part', key: { companyId: 1, environment: 1, number: 1, part: 1 } },
];

export const manifestPath = (day: Day) => `days/${day}.sha256`;
export const eventsPath = (day: Day) => `days/${day}.events.jsonl`;
export const stampPath = (day: Day) => `days/${day}.tsr`;

/** `sha256sum -c` of GNU skips these lines; verify.sh removes them for the others. */
export function manifestHead({
  rnc,
  environment,
  day,
  number,
  fromSeq,
  toSeq,
  previous,
}: ManifestHead): string {
  return [
    '# e-CF evidence 1',
    `# issuer ${rnc} ${environment}`,
    `# day ${day}`,
    `# number ${number}`,
    `# events ${fromSeq}-${toSeq}`,
    `# previous ${previous === null ? 'none' : `${previous.day} ${previous.sha256}`}`,
    '',
  ].join('\n');
}

export function hashLine(sha256: string, path: string): string {
  return `${sha256}  ${path}\n`;
}

export function manifestFoot({ day, eventsSha256 }: Pick<ManifestRecord, 'day' | 'eventsSha256'>): string {
  return hashLine(eventsSha256, eventsPath(day));
}

export function manifestId(companyId: number, environment: Environment, number: number): string {
  return `${companyId}:${environment}:${number}`;
}

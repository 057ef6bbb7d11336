/**
 * The file that keeps a release's ledger for the test of upgrades (test/releases): records, what DGII knew, and the workflow runs that were
 * under way. It has no secret: the test makes new ones. Its dates are those of the recording, and the test moves them to its own time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON, type Document } from 'mongodb';
import { projectFile } from '../../../src/shared/project-file.js';

export interface KeptLedger {
  /** The moment that the records show. */
  readonly recordedAt: Date;
  readonly collections: Readonly<Record<string, readonly Document[]>>;
  readonly dgii: {
    /** PEM of the authority of the signers. Its key was never kept. */
    readonly authority: string;
    /** RNCs of the buyers that can be reached. */
    readonly buyers: readonly string[];
    /** The lines of the simulator's record. */
    readonly record: string;
    /** By the hash that names the file. */
    readonly files: Readonly<Record<string, string>>;
  };
  /** Workflow id → history, in the form of test/replay/histories. */
  readonly histories: Readonly<Record<string, string>>;
}

/** These hold only secrets, or what lasts minutes. The service makes them anew, or the test does. */
const leftOut = new Set([
  ...['certificates', 'uploadKeys', 'usedUploads', 'sessions', 'invitations', 'linkKeys', 'seeds'],
]);

/** Members with a secret, or with what a secret can be tried against. They stay, empty. */
const secretMembers = new Set(['passwordHash', 'hash', 'sealed', 'sealedSecret', 'sealedKey']);

export function withoutSecrets(collection: string, records: readonly Document[]): readonly Document[] {
  return leftOut.has(collection) ? [] : records.map((record) => mapped(record, emptied) as Document);
}

export const keptLedgerFile = (release: string): string => projectFile(`test/releases/${release}.json.gz`);

export const textOf = (kept: KeptLedger): string => BSON.EJSON.stringify(kept, { relaxed: false });

export function writeKeptLedger(release: string, text: string): void {
  writeFileSync(keptLedgerFile(release), gzipSync(text, { level: 9 }));
}

export function readKeptLedger(release: string): KeptLedger {
  const text = gunzipSync(readFileSync(keptLedgerFile(release))).toString();
  return BSON.EJSON.parse(text, { relaxed: false }) as KeptLedger;
}

/** The records with every date moved. Days in texts stay: some of them are signed. */
export function moved(records: readonly Document[], byMs: number): readonly Document[] {
  const later = (_: string, value: unknown) =>
    value instanceof Date ? new Date(value.getTime() + byMs) : value;
  return records.map((record) => mapped(record, later) as Document);
}

function emptied(name: string, value: unknown): unknown {
  return secretMembers.has(name) ? '' : value;
}

/** Goes into arrays and plain objects only: a Binary, a Date and a Decimal128 are values. */
function mapped(value: unknown, change: (name: string, value: unknown) => unknown, name = ''): unknown {
  const now = change(name, value);
  if (Array.isArray(now)) return now.map((one) => mapped(one, change));
  if (typeof now !== 'object' || now === null || Object.getPrototypeOf(now) !== Object.prototype) return now;
  return Object.fromEntries(Object.entries(now).map(([key, one]) => [key, mapped(one, change, key)]));
}

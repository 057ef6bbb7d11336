/** Certification runs in the ledger. Each change is a compare-and-set on the record's version; one run of a company runs at a time. */
import { dayMs } from '../../ecf/durations.js';
import { attemptId, type DocumentRecord, type Verdict } from '../vouchers/document-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import type { Files } from '../files.js';
import { isDuplicateKeyOf } from '../mongo/guard.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { pageLimitMs, readLatest } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import { attemptAtDgii, isRepeatedNumber } from './attempt-at-dgii.js';
import { runEvent } from './run-events.js';
import type { CertificationRunRecord } from './run-record.js';

export interface NewRun extends Pick<
  CertificationRunRecord,
  '_id' | 'companyId' | 'kind' | 'fileName' | 'sha256' | 'by' | 'createdAt' | 'rows'
> {
  readonly contents: readonly string[];
}

export type RunChanges = Partial<Omit<CertificationRunRecord, '_id' | 'companyId' | 'version' | 'contents'>>;
type Removable = 'reason' | 'dueAt' | 'expiresAt' | 'endedAt';

export type RunChanged =
  | { readonly outcome: 'done'; readonly run: CertificationRunRecord }
  /** Nothing was written: another process changed the run first, or another run of the company is running. */
  | Refused<'RUN_CHANGED' | 'RUN_UNDER_WAY'>;

/** After a rejection DGII gives a new workbook, so an old one that was never started is useless. */
const unstartedKeptMs = 30 * dayMs;
/** A set of 25 vouchers takes about 20 KB. */
const contentsRoomBytes = 64 * 1024;

/** A page shows them again every few seconds, so their contents and deliveries stay in the ledger. */
const shown = {
  encf: 1,
  attempt: 1,
  state: 1,
  final: 1,
  contentHash: 1,
  waiting: 1,
  trackIds: 1,
  'verdict.mensajes': 1,
  'verdict.secuenciaUtilizada': 1,
  'verdict.configuration': 1,
  'signed.summary.sha256': 1,
} as const;
const shownOfAttempt = Object.fromEntries(Object.keys(shown).map((name) => [`document.${name}`, 1 as const]));

/** A voucher of a run without its contents. `signed.summary`: DGII gets a summary of it. */
export interface RunVoucher extends Pick<
  DocumentRecord,
  'encf' | 'attempt' | 'state' | 'final' | 'contentHash' | 'waiting' | 'trackIds'
> {
  readonly verdict?: Pick<Verdict, 'mensajes' | 'secuenciaUtilizada' | 'configuration'>;
  readonly signed?: { readonly summary?: { readonly sha256: string } };
}

export function createCertificationRuns(collections: Collections, files: Files) {
  const { certificationRuns, documents } = collections;

  return {
    putRun: async ({ contents, ...wanted }: NewRun): Promise<CertificationRunRecord> => {
      const { companyId, createdAt: now } = wanted;
      const { ref } = await files.keepContent({
        companyId,
        kind: 'certification-set',
        content: JSON.stringify(contents),
        now,
        roomBytes: contentsRoomBytes,
      });
      const record = newRun(wanted, ref);
      await certificationRuns.insertOne(record);
      return record;
    },

    findRun: async (companyId: number, id: string): Promise<CertificationRunRecord | undefined> =>
      (await certificationRuns.findOne({ companyId, _id: id })) ?? undefined,

    runContents: async ({ contents }: Pick<CertificationRunRecord, 'contents'>) =>
      JSON.parse(await files.getFile(contents)) as readonly string[],

    /** Newest first, without what the rows send and what the check found. */
    listRuns: (
      companyId: number,
      limit: number,
      cursor?: PageCursor,
    ): Promise<Page<CertificationRunRecord>> => {
      const projection = { contents: 0, 'rows.faults': 0, 'rows.signed': 0 };
      const wanted = { filter: { companyId }, cursor, hint: 'company', projection, limit };
      return readLatest(certificationRuns, 'createdAt', wanted);
    },

    changeRun: async (
      record: CertificationRunRecord,
      changes: RunChanges,
      remove: readonly Removable[] = [],
    ): Promise<RunChanged> => {
      const { _id, companyId, version } = record;
      const $unset = Object.fromEntries(remove.map((name) => [name, ''] as const));
      const $set = { ...changes, version: version + 1 };
      const update = { $set, ...(remove.length > 0 && { $unset }) };
      const event = runEvent(record, changes);
      try {
        const run = await certificationRuns.findOneAndUpdate(
          { companyId, _id, version },
          event === undefined ? update : withEvent<CertificationRunRecord>(update, event),
          { returnDocument: 'after' },
        );
        return run === null ? refused('RUN_CHANGED') : { outcome: 'done', run };
      } catch (error) {
        if (!isDuplicateKeyOf(error, 'companyId')) throw error;
        return refused('RUN_UNDER_WAY');
      }
    },

    findRunVouchers: (companyId: number, encfs: readonly string[]): Promise<readonly RunVoucher[]> =>
      documents
        .find<RunVoucher>(
          { companyId, environment: 'certification', encf: { $in: [...encfs] } },
          { projection: { _id: 0, ...shown }, maxTimeMS: pageLimitMs },
        )
        .toArray(),

    findRunAttempts: (companyId: number, wanted: readonly Pick<RunVoucher, 'encf' | 'attempt'>[]) =>
      findRunAttempts(collections, companyId, wanted),

    /** Of the vouchers whose number DGII calls used: the earlier attempt that DGII has accepted under it. */
    findAttemptsAtDgii: async (
      companyId: number,
      latest: readonly Pick<RunVoucher, 'encf' | 'attempt' | 'state' | 'verdict'>[],
    ): Promise<readonly RunVoucher[]> => {
      const repeated = latest.filter(isRepeatedNumber);
      const before = repeated.flatMap(({ encf, attempt }) =>
        Array.from({ length: attempt - 1 }, (_, index) => ({ encf, attempt: index + 1 })),
      );
      const earlier = await findRunAttempts(collections, companyId, before);
      return repeated.flatMap(({ encf }) => attemptAtDgii(earlier.filter((one) => one.encf === encf)) ?? []);
    },

    claimDueRuns: createDueClaims(certificationRuns, { member: 'dueAt' }),
  };
}

function newRun(
  wanted: Omit<NewRun, 'contents'>,
  contents: CertificationRunRecord['contents'],
): CertificationRunRecord {
  return {
    ...wanted,
    version: 1,
    state: 'ready',
    // A repeated run of approvals begins after those that DGII has approved.
    next: wanted.rows.filter(({ outcome }) => outcome !== undefined).length,
    contents,
    expiresAt: new Date(wanted.createdAt.getTime() + unstartedKeptMs),
  };
}

async function findRunAttempts(
  { attempts }: Pick<Collections, 'attempts'>,
  companyId: number,
  wanted: readonly Pick<RunVoucher, 'encf' | 'attempt'>[],
): Promise<readonly RunVoucher[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ encf, attempt }) =>
    attemptId({ companyId, environment: 'certification', encf, attempt }),
  );
  const found = await attempts
    .find<{ readonly document: RunVoucher }>(
      { _id: { $in: ids } },
      { projection: { _id: 0, ...shownOfAttempt }, maxTimeMS: pageLimitMs },
    )
    .toArray();
  return found.map(({ document }) => document);
}

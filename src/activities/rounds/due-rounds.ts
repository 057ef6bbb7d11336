/**
 * One round: claims the records of a kind that are due and starts their workflows, a few at the same time. When the worker stops, the round
 * starts no further workflow and waits for none: the records that it claimed are due again later.
 */
import type { Client } from '@temporalio/client';
import type { Log } from '../../shared/log.js';
import { unlessAborted } from '../../shared/within.js';

export interface RoundDeps<Timings> {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timings: Timings;
  readonly clock: () => Date;
  readonly log: Log;
  /** A claimed record is due again after this time, in case its start failed. */
  readonly claimMs: number;
}

export interface DueRecords<DueRecord> {
  /** Claims up to `batch` records that are due at `now`. They are due again at `until`. */
  claim(now: Date, until: Date, batch: number): Promise<readonly DueRecord[]>;
  /** One round claims at most this many, so that the ledger and Temporal stay available for new vouchers. */
  readonly batch: number;
  /** How many workflows a round starts at the same time; default: `usualStartsAtOnce`. */
  readonly startsAtOnce?: number;
  about(record: DueRecord): object;
  start(client: Client, record: DueRecord): Promise<unknown>;
  readonly failed: string;
}

/** With fewer, a slow Temporal could make a batch last longer than its claim. */
const usualStartsAtOnce = 5;
const startTimeoutMs = 5_000;

/** One round. A failed start does not stop the others. @returns whether there may be more */
export async function startDue<DueRecord extends object>(
  deps: Pick<RoundDeps<unknown>, 'client' | 'clock' | 'log' | 'claimMs'>,
  records: DueRecords<DueRecord>,
  stopping: AbortSignal,
): Promise<boolean> {
  // Another worker takes what this one does not claim.
  if (stopping.aborted) return false;
  const now = deps.clock();
  const due = await records.claim(now, new Date(now.getTime() + deps.claimMs), records.batch);
  const waiting = [...due];
  const startNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift()) {
      await unlessAborted(tryToStart(deps, records, next), stopping);
    }
  };
  const { startsAtOnce = usualStartsAtOnce } = records;
  await Promise.all(Array.from({ length: startsAtOnce }, startNext));
  return due.length === records.batch;
}

/** Never rejects. The record is due again later. */
export async function tryToStart<DueRecord>(
  { client, log }: Pick<RoundDeps<unknown>, 'client' | 'log'>,
  records: Pick<DueRecords<DueRecord>, 'start' | 'about' | 'failed'>,
  record: DueRecord,
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + startTimeoutMs, () => records.start(client, record));
  } catch (error) {
    log.warn({ err: error, ...records.about(record) }, records.failed);
  }
}

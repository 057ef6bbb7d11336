/** The frame of an activity: history gets codes and never our error texts, and a long step sends heartbeats. */
import { activityInfo, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { CheckerBusyError } from '../documents/threads/checker-threads.js';
import { ThreadEndedError } from '../documents/threads/threads.js';
import { LedgerUnavailableError } from '../ledger/unavailable.js';
import { QueueFullError } from '../shared/fair-queue.js';
import type { ActivityDeps } from './deps.js';

/** Logs a failure in full, except a full queue, which is no defect. History gets only a code. */
export async function failWithCodeOnly<T>(
  { log }: Pick<ActivityDeps, 'log'>,
  about: object,
  message: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw ledgerUnavailable();
    if (error instanceof QueueFullError) throw failure('OVERLOADED');
    log.error({ err: error, ...about }, message);
    throw failure('INTERNAL_FAULT');
  }
}

export function ledgerUnavailable(): ApplicationFailure {
  return failure('LEDGER_UNAVAILABLE');
}

/** Temporal tries again as long as the retry policy says, unless `nonRetryable`. History gets only the code. */
export function failure(code: string, nonRetryable = false): ApplicationFailure {
  const failed = ApplicationFailure.create({ message: code, type: code, nonRetryable });
  // The stack has paths of our source.
  failed.stack = '';
  return failed;
}

/** The threads are busy. If a voucher ends its thread, the voucher is at fault, and it would end the next one too. */
export function isBusy(error: unknown): boolean {
  return error instanceof CheckerBusyError && !(error.cause instanceof ThreadEndedError);
}

/** Sends heartbeats during the step. If this worker dies, Temporal notices it within the heartbeat timeout, even in a long step. */
export async function withHeartbeat<T>(step: () => Promise<T>): Promise<T> {
  const { heartbeatTimeoutMs } = activityInfo();
  const beat = heartbeatTimeoutMs === undefined ? undefined : setInterval(heartbeat, heartbeatTimeoutMs / 3);
  try {
    return await step();
  } finally {
    clearInterval(beat);
  }
}

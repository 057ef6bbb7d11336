/** The frame of an activity: history gets codes and never our error texts, and a long step sends heartbeats. */
import { activityInfo, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { CheckerBusyError } from '../checking/checker.js';
import { ThreadEndedError } from '../checking/threads.js';
import { LedgerUnavailableError } from '../ledger/store.js';
import type { ActivityDeps } from './deps.js';

/** Logs a failure in full. History gets only a code. */
export async function byCodeAlone<T>(
  { log }: Pick<ActivityDeps, 'log'>,
  about: object,
  message: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw ledgerUnavailable();
    log.error({ err: error, ...about }, message);
    throw defect();
  }
}

export function ledgerUnavailable(): ApplicationFailure {
  const failure = ApplicationFailure.create({ message: 'LEDGER_UNAVAILABLE', type: 'LEDGER_UNAVAILABLE' });
  // The stack has paths of our source, and history keeps only codes.
  failure.stack = '';
  return failure;
}

/** Temporal tries again as long as the retry policy says. History gets only the code. */
function defect(): ApplicationFailure {
  const failure = ApplicationFailure.create({ message: 'INTERNAL_FAULT', type: 'INTERNAL_FAULT' });
  failure.stack = '';
  return failure;
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

/** The rounds of the object store: moves bodies of old vouchers into it, and reads its objects again, a few at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../../ecf/durations.js';
import type { ActivityDeps } from '../deps.js';

/** When nothing is left, only what became old since then is left to find. */
export const movingIntervalMs = 3_600_000;
/** After a failure. The store may be away for hours. */
export const movingPauseMs = 60_000;
/** 50 objects a minute are six million in the 90 days after which an object is read again. */
export const checkingIntervalMs = 60_000;
const checkedAtOnce = 50;

interface OldBodies extends Pick<ActivityDeps, 'store' | 'clock' | 'log'> {
  readonly afterDays: number;
  readonly moved: (outcome: 'moved' | 'failed', count: number) => void;
}

/** @returns a round for `startRounds` */
export function createMovingRound({ store, clock, log, afterDays, moved }: OldBodies) {
  let after = 0;
  return async (stopping: AbortSignal): Promise<boolean> => {
    const now = clock();
    const startedMs = performance.now();
    const until = new Date(now.getTime() - afterDays * dayMs);
    const damaged = (id: string) =>
      log.error({ body: id }, 'a body in the ledger is damaged and stays there');
    try {
      const done = await store.moveOldBodies({ until, now, after, stopping, damaged });
      moved('moved', done.bodies);
      if (done.companyId === undefined) return false;
      after = done.companyId;
    } catch (error) {
      moved('failed', 1);
      throw error;
    }
    // As long a pause, so that the ledger is free half of the time. It rejects when the worker stops.
    await sleep(performance.now() - startedMs, undefined, { signal: stopping }).catch(() => undefined);
    return true;
  };
}

/** @returns a round for `startRounds` */
export function createCheckingRound({ store, clock, log }: Pick<OldBodies, 'store' | 'clock' | 'log'>) {
  return async (): Promise<boolean> => {
    const { lost } = await store.checkOldBodies(clock(), checkedAtOnce);
    for (const { id, companyId, of, fault } of lost)
      log.error({ companyId, ...of, object: id, fault }, 'the object store lost an old body');
    return false;
  };
}

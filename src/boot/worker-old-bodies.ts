/** The rounds of a worker that has an object store: without one, and without COLD_AFTER_DAYS, nothing is moved. */
import type { ActivityDeps } from '../activities/deps.js';
import {
  checkingIntervalMs,
  createCheckingRound,
  createMovingRound,
  movingIntervalMs,
  movingPauseMs,
} from '../activities/rounds/old-bodies.js';
import { startRounds } from '../activities/rounds/rounds.js';
import type { WorkerMetrics } from '../shared/metrics/worker-metrics.js';
import type { Config } from './config.js';

/** @returns a function that stops them, and waits for the rounds under way */
export function startOldBodyRounds(
  { cold: { endpoint, afterDays } }: Config,
  deps: ActivityDeps,
  moved: WorkerMetrics['oldBodiesMoved'],
): () => Promise<void> {
  if (endpoint === '') return () => Promise.resolve();
  const { log } = deps;
  const started = [
    startRounds({
      name: 'checks of old bodies',
      intervalMs: checkingIntervalMs,
      log,
      round: createCheckingRound(deps),
    }),
  ];
  if (afterDays !== undefined)
    started.push(
      startRounds({
        name: 'moves of old bodies',
        intervalMs: movingIntervalMs,
        afterFailureMs: movingPauseMs,
        log,
        round: createMovingRound({ ...deps, afterDays, moved }),
      }),
    );
  return async () => {
    await Promise.all(started.map((stop) => stop()));
  };
}

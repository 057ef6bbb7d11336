/** Kills one worker after the other until the run ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../clients/journal.js';
import type { WorkerLife } from '../plan/plan.js';
import { checkEveryMs } from './wait-until.js';
import type { Outages } from './outages.js';
import { workerName, type PartHealth } from './part-health.js';

export interface WorkerKillDependencies {
  readonly outages: Pick<Outages, 'kill'>;
  readonly health: PartHealth;
  readonly journal: Journal;
  readonly workers: number;
  readonly struck: (open: number) => void;
}

/**
 * Kills until `ended`. Each worker first lives as long as the plan says, and until vouchers have made as many steps as the plan says.
 * Without the second condition, workers on a busy machine would die before they did anything. A worker dies only while a voucher is open.
 */
export async function killWorkers(
  { outages, health, journal, workers, struck }: WorkerKillDependencies,
  lives: readonly WorkerLife[],
  ended: AbortSignal,
): Promise<void> {
  const over = () => ended.aborted;
  for (let n = 0; !over(); n += 1) {
    const worker = workerName(n % workers);
    const { ms, moves } = lives[n % lives.length] ?? { ms: 0, moves: 0 };
    await health.untilHealthy(worker);
    const enough = journal.counts.moves + moves;
    await sleep(ms, undefined, { signal: ended }).catch(() => undefined);
    // No limit here: the run's watch has one.
    while ((journal.counts.moves < enough || journal.open() === 0) && !over()) await sleep(checkEveryMs);
    if (over()) return;
    await outages.kill(worker, () => struck(journal.open()));
  }
}

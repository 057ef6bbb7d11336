/** The recorded deliveries to other taxpayers: a voucher to its buyer, and our approval to the issuer and to DGII. */
import type { DeliveryScenario, PausingRun } from './scenario.js';

/** Longer than any recording: only a signal ends such a pause. */
const endlessMs = 3_600_000;
const endlessRetry = { retryFirstMs: endlessMs, retryMaxMs: endlessMs };

const startAndEnd = async (run: PausingRun) => {
  await run.start();
  await run.end();
};

/** The pause begins in the second workflow task. */
const startAndPause = async (run: PausingRun) => {
  await run.start();
  await run.untilTasks(2);
};

const startAndWake = async (run: PausingRun) => {
  await startAndPause(run);
  await run.wake();
  await run.end();
};

type Named = DeliveryScenario & { readonly name: string };

function delivery(
  kind: DeliveryScenario['kind'],
  name: string,
  answers: readonly string[],
  other: Partial<Pick<DeliveryScenario, 'timings' | 'drive'>> = {},
): Named {
  return { kind, name: `${kind}-${name}`, answers, drive: startAndEnd, ...other };
}

export const deliveries: readonly Named[] = (['to-buyer', 'approval'] as const).flatMap((kind) => [
  delivery(kind, 'delivered', ['delivered']),
  delivery(kind, 'tried-three-times', ['waiting', 'waiting', 'delivered']),
  delivery(kind, 'ledger-unreachable', ['unavailable', 'delivered']),
  delivery(kind, 'worker-died', ['dies', 'delivered']),
  delivery(kind, 'woken', ['waiting', 'delivered'], { timings: endlessRetry, drive: startAndWake }),
  // The run ends; the ledger has the time of the next check.
  delivery(kind, 'run-bound', ['waiting'], { timings: { runMaxMs: 50 } }),
  delivery(kind, 'still-waiting', ['waiting'], { timings: endlessRetry, drive: startAndPause }),
]);

/** Whether a worker processes vouchers now. Many pages ask this often, so the answer is kept for some seconds. */
import { keptAnswer } from '../kept-answer.js';
import type { WebDeps } from './web-deps.js';

const knownForMs = 5_000;

/** Never rejects. */
export type WorkerWatch = () => Promise<boolean>;

export function createWorkerWatch({ areWorkersPolling, operator: { clock } }: WebDeps): WorkerWatch {
  return keptAnswer(areWorkersPolling, { clock, forMs: knownForMs });
}

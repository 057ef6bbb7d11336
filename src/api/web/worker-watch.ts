/** Whether a worker processes vouchers now. Many pages ask this often, so the answer is kept for some seconds. */
import type { WebDeps } from './web-deps.js';

const knownForMs = 5_000;

/** Never rejects. */
export type WorkerWatch = () => Promise<boolean>;

export function createWorkerWatch({ areWorkersPolling, operator: { clock } }: WebDeps): WorkerWatch {
  let askedAtMs = -Infinity;
  let answer = Promise.resolve(true);
  return () => {
    const nowMs = clock().getTime();
    // The clock may have been set back.
    if (Math.abs(nowMs - askedAtMs) >= knownForMs) {
      askedAtMs = nowMs;
      answer = areWorkersPolling();
    }
    return answer;
  };
}

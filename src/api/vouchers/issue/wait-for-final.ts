/** Reads the query parameter `waitForFinal`, for example `10s`: how long a send waits for the final state (spec §4.3). */
import { ServiceError } from '../../../shared/errors.js';
import type { Stage } from '../../processes/processes.js';

export interface Wait {
  readonly stage: Stage;
  readonly waitMs: number;
}

/** Shorter than the idle timeouts of common proxies and HTTP client libraries. */
const waitMaxMs = 120_000;

/** Used without the parameter: long enough to sign and to deliver once. */
const defaultWait: Wait = { stage: 'handed-over', waitMs: 5_000 };

const unitMs = { ms: 1, s: 1_000, m: 60_000 } as const;

/** Throws WAIT_FOR_FINAL_INVALID. `0s` means no wait. */
export function parseWaitForFinal(text: unknown): Wait {
  if (text === undefined) return defaultWait;
  const match = typeof text === 'string' ? /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) : null;
  const unit = match?.[2] as keyof typeof unitMs | undefined;
  const waitMs = unit === undefined ? NaN : Math.ceil(Number(match?.[1]) * unitMs[unit]);
  if (!(waitMs <= waitMaxMs)) throw new ServiceError('WAIT_FOR_FINAL_INVALID');
  return { stage: 'final', waitMs };
}

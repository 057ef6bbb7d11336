/** How long a send waits, and for what: the query `waitForFinal`, for example `10s` (spec §4.3). */
import { ServiceError } from '../../shared/errors.js';
import type { Stage } from './issuing.js';

export interface Wait {
  readonly stage: Stage;
  readonly waitMs: number;
}

/** Below the idle limits of usual proxies and of the clients' own HTTP libraries. */
const waitMaxMs = 120_000;

/** Without the query: long enough for a signature and one delivery. */
const defaultWait: Wait = { stage: 'handed-over', waitMs: 5_000 };

const unitMs = { ms: 1, s: 1_000, m: 60_000 } as const;

/** Throws WAIT_FOR_FINAL_INVALID. `0s` waits for nothing. */
export function parseWaitForFinal(text: unknown): Wait {
  if (text === undefined) return defaultWait;
  const match = typeof text === 'string' ? /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) : null;
  const unit = match?.[2] as keyof typeof unitMs | undefined;
  const waitMs = unit === undefined ? NaN : Math.ceil(Number(match?.[1]) * unitMs[unit]);
  if (!(waitMs <= waitMaxMs)) throw new ServiceError('WAIT_FOR_FINAL_INVALID', { campo: 'waitForFinal' });
  return { stage: 'final', waitMs };
}

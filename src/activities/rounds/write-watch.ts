/** Writes to the ledger now and then, so that an operator notices without any client that it takes no writes. */
import type { Log } from '../../shared/log.js';
import { startRounds } from './rounds.js';

interface WriteWatch {
  /** Milliseconds since the ledger last confirmed a write of the watch; at first, since the watch started. */
  ageMs(): number;
  /** Whether the last two checks failed, or took so long that they are missing. One alone may meet a change of the primary. */
  failing(): boolean;
  stop(): Promise<void>;
}

interface WriteWatchOptions {
  readonly store: { checkWrites(now: Date): Promise<void> };
  readonly clock: () => Date;
  readonly log: Log;
  readonly intervalMs?: number;
}

/** Seldom enough to cost nothing. Often enough that an alarm after two minutes rests on several checks. */
const writeCheckMs = 30_000;

export function startWriteWatch({
  store,
  clock,
  log,
  intervalMs = writeCheckMs,
}: WriteWatchOptions): WriteWatch {
  let confirmedAtMs = performance.now();
  const ageMs = () => performance.now() - confirmedAtMs;
  const stop = startRounds({
    name: 'a write to the ledger',
    intervalMs,
    log,
    round: async () => {
      await store.checkWrites(clock());
      confirmedAtMs = performance.now();
      return false;
    },
  });
  return { ageMs, failing: () => ageMs() > 2.5 * intervalMs, stop };
}

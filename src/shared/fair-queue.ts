/**
 * A queue in front of scarce work (a thread, a password check) that shares it among keys: companies or networks. When a place
 * becomes free, the key goes next that has the fewest tasks running and has used the least time so far. So a key that sends a
 * thousand tasks delays its own tasks, not those of the others.
 */
import { LRUCache } from 'lru-cache';
import { mayHold } from './fair-share.js';

/** The task got no place in the queue. Try again in a moment. */
export class QueueFullError extends Error {
  /** @param ownDoing the key itself has too many tasks; false: all keys together have too many */
  constructor(readonly ownDoing: boolean) {
    super('The queue is full');
    this.name = 'QueueFullError';
  }
}

export interface FairQueueLimits {
  readonly runningMax: number;
  /** For tasks that may take long: one key never runs so many that no place is left for another one (fair-share.ts). */
  readonly keepsPlacesFree?: boolean;
  /** Waiting tasks of all keys. In a full queue a newcomer displaces the newest task of the key with the most tasks. */
  readonly waitingMax: number;
  /** Waiting tasks of one key. */
  readonly waitingOfOneMax: number;
}

export interface FairQueue<Key> {
  /** Runs `work` when it is this key's turn. Rejects with QueueFullError when `work` never gets a turn. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
}

interface Task {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** The tasks of one key. It exists as long as the key has tasks. */
interface Line {
  readonly waiting: Task[];
  running: number;
  /** In milliseconds. */
  usedMs: number;
}

/** A key that has been away for longer than this many others counts as new. */
const absentMax = 10_000;

/** @param now milliseconds, from a clock that never goes back */
export function createFairQueue<Key extends string | number>(
  { runningMax, keepsPlacesFree = false, waitingMax, waitingOfOneMax }: FairQueueLimits,
  now: () => number = () => performance.now(),
): FairQueue<Key> {
  const lines = new Map<Key, Line>();
  /** The time that keys without tasks had used. So a key that sends one task after the other does not count as new each time. */
  const usedMsOfAbsent = new LRUCache<Key, number>({ max: absentMax });
  /** What the line had used that started last. A new line starts with it, so that nobody saves up time by being away. */
  let startedAtMs = 0;
  let running = 0;
  let waiting = 0;

  const lineOf = (key: Key): Line => {
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = { waiting: [], running: 0, usedMs: Math.max(startedAtMs, usedMsOfAbsent.get(key) ?? 0) };
    lines.set(key, line);
    return line;
  };

  const mayStart = (line: Line): boolean =>
    running < runningMax && (!keepsPlacesFree || mayHold(line.running + 1, runningMax - running - 1));

  /** Returns why `line` may not wait for one more turn; undefined: it may. May displace a task of another line. */
  const makeRoom = (line: Line): QueueFullError | undefined => {
    if (line.waiting.length >= waitingOfOneMax) return new QueueFullError(true);
    if (waiting < waitingMax) return undefined;
    const longest = [...lines.values()].reduce((most, other) => (isLonger(other, most) ? other : most));
    if (!isLonger(longest, line)) return new QueueFullError(line.waiting.length > 0);
    waiting -= 1;
    longest.waiting.pop()?.refuse();
    return undefined;
  };

  const startNext = () => {
    while (running < runningMax && waiting > 0) {
      const [first, ...others] = [...lines.values()].filter(
        (line) => line.waiting.length > 0 && mayStart(line),
      );
      if (first === undefined) return;
      const next = others.reduce((best, line) => (startsBefore(line, best) ? line : best), first);
      waiting -= 1;
      running += 1;
      next.running += 1;
      startedAtMs = Math.max(startedAtMs, next.usedMs);
      next.waiting.shift()?.start();
    }
  };

  const turnOf = (line: Line): Promise<void> => {
    const refusal = mayStart(line) ? undefined : makeRoom(line);
    if (refusal !== undefined) return Promise.reject(refusal);
    waiting += 1;
    return new Promise((resolve, reject) => {
      line.waiting.push({ start: resolve, refuse: () => reject(new QueueFullError(true)) });
      startNext();
    });
  };

  return {
    run: async (key, work) => {
      const line = lineOf(key);
      try {
        await turnOf(line);
        const startedMs = now();
        try {
          return await work();
        } finally {
          line.usedMs += now() - startedMs;
          line.running -= 1;
          running -= 1;
        }
      } finally {
        // After a refusal the key may have a new line by now. That one stays.
        if (line.running === 0 && line.waiting.length === 0 && lines.get(key) === line) {
          lines.delete(key);
          usedMsOfAbsent.set(key, line.usedMs);
        }
        startNext();
      }
    },
    get waiting() {
      return waiting;
    },
  };
}

function startsBefore(line: Line, other: Line): boolean {
  if (line.running !== other.running) return line.running < other.running;
  return line.usedMs < other.usedMs;
}

function isLonger(line: Line, other: Line): boolean {
  return line.waiting.length > other.waiting.length;
}

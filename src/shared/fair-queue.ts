/**
 * A queue in front of scarce work (a thread, a password check) that shares it among keys: companies or networks. A free slot goes to the
 * key with the fewest running tasks, and among these to the one that has used the least time. So a key that sends a thousand tasks delays
 * its own tasks, not those of others.
 */
import { LRUCache } from 'lru-cache';
import { mayHold } from './fair-share.js';

/** The queue was full, and the task did not run. The caller may try again in a moment. */
export class QueueFullError extends Error {
  /** @param ownDoing true if the key itself has too many tasks, false if all keys together do */
  constructor(readonly ownDoing: boolean) {
    super('The queue is full');
    this.name = 'QueueFullError';
  }
}

export interface FairQueueLimits {
  readonly runningMax: number;
  /** Set it for tasks that may take long. Then a single key gets about three quarters of `runningMax` (fair-share.ts). */
  readonly keepsRoomForOthers?: boolean;
  /** The limit of running tasks for one key. Absent: as many as for all keys. */
  readonly runningOfOneMax?: number;
  /**
   * The limit of waiting tasks for all keys together. In a full queue a new task displaces the newest task of the key with the most tasks.
   */
  readonly waitingMax: number;
  /** The limit of waiting tasks for one key. */
  readonly waitingOfOneMax: number;
}

export interface FairQueue<Key> {
  /** Runs `work` when it is this key's turn. Rejects with QueueFullError if that turn never comes. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
  /** How many tasks wait for their turn. */
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
  /** The time that the tasks of this key have taken, in milliseconds. */
  usedMs: number;
}

/**
 * Remembers the used time of this many keys without tasks. A key beyond them counts as new. An api has dozens of queues, and each takes its
 * memory for all keys at once.
 */
const absentMax = 1_000;

/** @param now milliseconds of a clock that never goes back */
export function createFairQueue<Key extends string | number>(
  limits: FairQueueLimits,
  now: () => number = () => performance.now(),
): FairQueue<Key> {
  const { runningMax, keepsRoomForOthers = false, waitingMax, waitingOfOneMax } = limits;
  const { runningOfOneMax = runningMax } = limits;
  const lines = new Map<Key, Line>();
  /** The used time of keys that have no tasks now. Without it, a key that sends one task after the other would count as new each time. */
  const usedMsOfAbsent = new LRUCache<Key, number>({ max: absentMax });
  /** The used time of the key that started last. A new key starts with at least this much, so that nobody gains by staying away. */
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
    running < runningMax &&
    line.running < runningOfOneMax &&
    (!keepsRoomForOthers || mayHold(line.running + 1, runningMax - running));

  /**
   * Makes room for one more waiting task of `line`, if necessary by displacing a task of another line. Returns the refusal if there is no
   * room.
   */
  const makeRoom = (line: Line): QueueFullError | undefined => {
    if (line.waiting.length >= waitingOfOneMax) return new QueueFullError(true);
    if (waiting < waitingMax) return undefined;
    let longest = line;
    for (const other of lines.values()) if (isLonger(other, longest)) longest = other;
    if (longest === line) return new QueueFullError(line.waiting.length > 0);
    waiting -= 1;
    longest.waiting.pop()?.refuse();
    return undefined;
  };

  /**
   * Strangers from thousands of networks may wait, and each start compares all their lines. So this loop makes no copy of them: a copy
   * takes five times as long, and with 12,000 lines a quarter of a millisecond at each start.
   */
  const nextLine = (): Line | undefined => {
    let best: Line | undefined;
    for (const line of lines.values()) {
      const isBetter = best === undefined || startsBefore(line, best);
      if (isBetter && line.waiting.length > 0 && mayStart(line)) best = line;
    }
    return best;
  };

  const startNext = () => {
    while (running < runningMax && waiting > 0) {
      const next = nextLine();
      if (next === undefined) return;
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
        // After a refusal the key may already have a new line. The new line stays.
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

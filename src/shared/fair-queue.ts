/**
 * A queue in front of scarce work (a thread, a password check) that divides it fairly among keys: companies or networks. A free slot goes
 * to the key with the fewest running tasks, and among these to the one that has used the least time. So a key that sends a thousand tasks
 * delays its own tasks, not those of others.
 */
import { LRUCache } from 'lru-cache';
import { mayUse } from './fair-semaphore.js';

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
  /** Set it for tasks that may take long. Then a single key gets about three quarters of `runningMax` (fair-semaphore.ts). */
  readonly reservesForOthers?: boolean;
  /** Absent: as many as for all keys. */
  readonly runningOfOneMax?: number;
  /**
   * The limit of waiting tasks for all keys together. In a full queue a new task displaces the newest task of the key with the most tasks.
   */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
}

export interface FairQueue<Key> {
  /** Rejects with QueueFullError if the key gets no slot. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

interface Task {
  readonly start: () => void;
  readonly refuse: () => void;
}

interface KeyTasks {
  readonly waiting: Task[];
  running: number;
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
  const { runningMax, reservesForOthers = false, waitingMax, waitingOfOneMax } = limits;
  const { runningOfOneMax = runningMax } = limits;
  const keys = new Map<Key, KeyTasks>();
  /** The used time of keys that have no tasks now. Without it, a key that sends one task after the other would count as new each time. */
  const usedMsOfAbsent = new LRUCache<Key, number>({ max: absentMax });
  /** The used time of the key that started last. A new key starts with at least this much, so that nobody gains by staying away. */
  let startedAtMs = 0;
  let running = 0;
  let waiting = 0;

  const tasksOf = (key: Key): KeyTasks => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const tasks = { waiting: [], running: 0, usedMs: Math.max(startedAtMs, usedMsOfAbsent.get(key) ?? 0) };
    keys.set(key, tasks);
    return tasks;
  };

  const mayStart = (tasks: KeyTasks): boolean =>
    running < runningMax &&
    tasks.running < runningOfOneMax &&
    (!reservesForOthers || mayUse(tasks.running + 1, runningMax - running));

  /** Whether the key waits, or runs at least as much as the average of all keys. Then a refusal is its own doing. */
  const hasItsPart = (tasks: KeyTasks): boolean =>
    tasks.waiting.length > 0 || (tasks.running > 0 && tasks.running * keys.size >= running);

  const enter = (tasks: KeyTasks): QueueFullError | undefined => {
    if (tasks.waiting.length >= waitingOfOneMax) return new QueueFullError(hasItsPart(tasks));
    if (waiting < waitingMax) return undefined;
    let longest = tasks;
    for (const other of keys.values()) if (isLonger(other, longest)) longest = other;
    if (longest === tasks) return new QueueFullError(hasItsPart(tasks));
    waiting -= 1;
    longest.waiting.pop()?.refuse();
    return undefined;
  };

  /** Strangers from thousands of networks may wait, and each start compares the tasks of all of them. So this loop makes no copy of them. */
  const nextKey = (): KeyTasks | undefined => {
    let best: KeyTasks | undefined;
    for (const tasks of keys.values()) {
      const isBetter = best === undefined || startsBefore(tasks, best);
      if (isBetter && tasks.waiting.length > 0 && mayStart(tasks)) best = tasks;
    }
    return best;
  };

  const startNext = () => {
    while (running < runningMax && waiting > 0) {
      const next = nextKey();
      if (next === undefined) return;
      waiting -= 1;
      running += 1;
      next.running += 1;
      startedAtMs = Math.max(startedAtMs, next.usedMs);
      next.waiting.shift()?.start();
    }
  };

  const untilStarted = (tasks: KeyTasks): Promise<void> => {
    const refusal = mayStart(tasks) ? undefined : enter(tasks);
    if (refusal !== undefined) return Promise.reject(refusal);
    waiting += 1;
    return new Promise((resolve, reject) => {
      tasks.waiting.push({ start: resolve, refuse: () => reject(new QueueFullError(true)) });
      startNext();
    });
  };

  return {
    run: async (key, work) => {
      const tasks = tasksOf(key);
      try {
        await untilStarted(tasks);
        const startedMs = now();
        try {
          return await work();
        } finally {
          tasks.usedMs += now() - startedMs;
          tasks.running -= 1;
          running -= 1;
        }
      } finally {
        // After a refusal the key may already have a new entry, which stays.
        if (tasks.running === 0 && tasks.waiting.length === 0 && keys.get(key) === tasks) {
          keys.delete(key);
          usedMsOfAbsent.set(key, tasks.usedMs);
        }
        startNext();
      }
    },
    get waiting() {
      return waiting;
    },
  };
}

function startsBefore(tasks: KeyTasks, other: KeyTasks): boolean {
  if (tasks.running !== other.running) return tasks.running < other.running;
  return tasks.usedMs < other.usedMs;
}

function isLonger(tasks: KeyTasks, other: KeyTasks): boolean {
  return tasks.waiting.length > other.waiting.length;
}

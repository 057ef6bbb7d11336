/**
 * A queue in front of scarce work (a thread, a password check) that shares it among keys: companies or networks. When a place
 * becomes free, the key goes next that has the fewest tasks running and has used the least time so far. So a key that sends a
 * thousand tasks delays its own tasks, not those of the others.
 */

/** The task got no place in the queue. Try again in a moment. */
export class QueueFullError extends Error {
  constructor() {
    super('The queue is full');
    this.name = 'QueueFullError';
  }
}

export interface FairQueueLimits {
  readonly runningMax: number;
  /** Waiting tasks of all keys. In a full queue a newcomer displaces the newest task of the key with the most tasks. */
  readonly waitingMax: number;
  /** Waiting tasks of one key. */
  readonly waitingOfOneMax: number;
}

export interface FairQueue<Key> {
  /**
   * Runs `work` when it is this key's turn. Rejects with QueueFullError when `work` never gets a turn.
   * @param preferred its turn comes before the turns of all keys that are not preferred
   */
  run<T>(key: Key, work: () => Promise<T>, preferred?: boolean): Promise<T>;
}

interface Task {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** The tasks of one key. It exists as long as the key has tasks. */
interface Line {
  readonly preferred: boolean;
  readonly waiting: Task[];
  running: number;
  /** In milliseconds. A new line starts with the least of all lines, so that nobody saves up time by being away. */
  usedMs: number;
}

/** @param now milliseconds, from a clock that never goes back */
export function createFairQueue<Key>(
  { runningMax, waitingMax, waitingOfOneMax }: FairQueueLimits,
  now: () => number = () => performance.now(),
): FairQueue<Key> {
  const preferredLines = new Map<Key, Line>();
  const otherLines = new Map<Key, Line>();
  let running = 0;
  let waiting = 0;

  const lines = () => [...preferredLines.values(), ...otherLines.values()];

  /** True when `line` may wait for one more turn. May displace a task of another line. */
  const makeRoom = (line: Line): boolean => {
    if (line.waiting.length >= waitingOfOneMax) return false;
    if (waiting < waitingMax) return true;
    const longest = lines().reduce((most, other) => (displacedBefore(other, most) ? other : most));
    if (!displacedBefore(longest, line) || longest.waiting.length === 0) return false;
    waiting -= 1;
    longest.waiting.pop()?.refuse();
    return true;
  };

  const startNext = () => {
    while (running < runningMax && waiting > 0) {
      const next = lines()
        .filter((line) => line.waiting.length > 0)
        .reduce((best, line) => (startedBefore(line, best) ? line : best));
      waiting -= 1;
      running += 1;
      next.running += 1;
      next.waiting.shift()?.start();
    }
  };

  const turnOf = (line: Line): Promise<void> => {
    if (running >= runningMax && !makeRoom(line)) return Promise.reject(new QueueFullError());
    waiting += 1;
    return new Promise((resolve, reject) => {
      line.waiting.push({ start: resolve, refuse: () => reject(new QueueFullError()) });
      startNext();
    });
  };

  return {
    run: async (key, work, preferred = false) => {
      const linesOfKind = preferred ? preferredLines : otherLines;
      const line = linesOfKind.get(key) ?? {
        preferred,
        waiting: [],
        running: 0,
        usedMs: leastUsed(linesOfKind),
      };
      linesOfKind.set(key, line);
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
        if (line.running === 0 && line.waiting.length === 0) linesOfKind.delete(key);
        startNext();
      }
    },
  };
}

function startedBefore(line: Line, other: Line): boolean {
  if (line.preferred !== other.preferred) return line.preferred;
  if (line.running !== other.running) return line.running < other.running;
  return line.usedMs < other.usedMs;
}

/** Whether a full queue takes a place from `line` rather than from `other`. */
function displacedBefore(line: Line, other: Line): boolean {
  if (line.preferred !== other.preferred) return other.preferred && line.waiting.length > 0;
  return line.waiting.length > other.waiting.length;
}

function leastUsed<Key>(lines: ReadonlyMap<Key, Line>): number {
  const used = [...lines.values()].map(({ usedMs }) => usedMs);
  return used.length === 0 ? 0 : Math.min(...used);
}

/**
 * Limits how many deliveries this worker has under way at one receiver: vouchers to buyers, and approvals to issuers. A provider often
 * receives at one host for thousands of taxpayers, so the limit is per host. A slow host then leaves the other slots of the lane free.
 */
import type { Environment } from '../../ecf/model/environments.js';

const atOncePerReceiver = 4;
/**
 * A first try waits at most this long for a slot, and only if the deliveries before it seem to take no longer. So a quick receiver gets one
 * delivery after the other, and a slow one keeps no place of the round's.
 */
const patienceMs = 1_000;
/** How long after its turn a delivery that a run makes is expected back. */
const lateMs = 2_000;
/** How long a delivery is taken to last before the first one has ended. */
const usualMs = 1_000;
/** The weight of the latest delivery in the moving average of their durations. */
const latestWeight = 1 / 4;
const pauseMinMs = 1_000;
/** The longest pause, because the receiver may become faster during it. */
const pauseMaxMs = 10 * 60_000;

export interface ReceiverKey {
  readonly environment: Environment;
  readonly host: string;
  readonly companyId: number;
}

/** All slots at the receiver are taken. Try again after this time. */
export interface Busy {
  readonly busyMs: number;
}

export interface ReceiverSlots {
  within<T>(receiver: ReceiverKey, work: () => Promise<T>): Promise<T | Busy>;
}

/** The same slots, as the runs and as the first tries use them. */
export interface SharedReceiverSlots extends ReceiverSlots {
  /** Waits a moment for a slot, and leaves one to the runs that come back. */
  readonly patient: ReceiverSlots;
}

export interface BuyerOptions {
  /** The pause after this try that the workflow proposes. */
  readonly pauseMs: number;
  readonly slots: ReceiverSlots;
  readonly cancelled: AbortSignal;
  /**
   * A round claimed the record for this try, and nobody else knows of it. So if this process dies, the record is due when the claim ends, by
   * the ledger's clock. Absent: a run makes the try, and comes back by itself.
   */
  readonly claimed?: boolean;
}

interface Receiver {
  taken: number;
  meanMs: number;
  /** For each company, the time at which the last delivery in its queue may ask again. */
  readonly queueEnds: Map<number, number>;
  /** Until then a run may come back that found no slot. */
  runsUntil: number;
  /** First tries that wait for a slot, and take it from who had it. */
  readonly waiting: (() => void)[];
}

/** @param nowMs a clock that never goes back */
export function createReceiverSlots(nowMs: () => number = () => performance.now()): SharedReceiverSlots {
  const receivers = new Map<string, Receiver>();
  const fresh = (): Receiver => ({
    taken: 0,
    meanMs: usualMs,
    queueEnds: new Map(),
    runsUntil: 0,
    waiting: [],
  });
  const keyOf = ({ environment, host }: ReceiverKey) => `${environment}/${host}`;

  const busyOf = (receiver: Receiver, companyId: number): number => {
    const now = nowMs();
    const queueEnd = Math.max(now, receiver.queueEnds.get(companyId) ?? 0);
    const turnAt = Math.min(queueEnd + receiver.meanMs / atOncePerReceiver, now + pauseMaxMs);
    receiver.queueEnds.set(companyId, turnAt);
    return Math.max(pauseMinMs, Math.round(turnAt - now));
  };

  /** What first tries may take: one slot less while runs come back, because the waiting ones would leave them none. */
  const forFirstTries = ({ runsUntil }: Receiver) =>
    nowMs() < runsUntil ? atOncePerReceiver - 1 : atOncePerReceiver;

  const begin = (key: string, receiver: Receiver): void => {
    receiver.taken += 1;
    receivers.set(key, receiver);
  };

  /** Does the work in a slot that is taken, and gives the slot to who waits, or back. */
  const inSlot = async <T>(key: string, receiver: Receiver, work: () => Promise<T>): Promise<T> => {
    const startedMs = nowMs();
    try {
      return await work();
    } finally {
      receiver.meanMs += (nowMs() - startedMs - receiver.meanMs) * latestWeight;
      receiver.taken -= 1;
      const next = receiver.taken < forFirstTries(receiver) ? receiver.waiting.shift() : undefined;
      // Taken here and now: until the waiting one goes on, another one could take it too.
      if (next !== undefined) begin(key, receiver);
      next?.();
      if (receiver.taken === 0) receivers.delete(key);
    }
  };

  return {
    within: async (asked, work) => {
      const key = keyOf(asked);
      const receiver = receivers.get(key) ?? fresh();
      if (receiver.taken < atOncePerReceiver) {
        begin(key, receiver);
        return inSlot(key, receiver, work);
      }
      const busyMs = busyOf(receiver, asked.companyId);
      receiver.runsUntil = Math.max(receiver.runsUntil, nowMs() + busyMs + lateMs);
      return { busyMs };
    },

    patient: {
      within: async (asked, work) => {
        const key = keyOf(asked);
        const receiver = receivers.get(key) ?? fresh();
        if (receiver.taken < forFirstTries(receiver)) begin(key, receiver);
        else {
          const beforeMs = ((receiver.waiting.length + 1) * receiver.meanMs) / atOncePerReceiver;
          const taken = beforeMs <= patienceMs && (await slotSoon(receiver));
          if (!taken) return { busyMs: busyOf(receiver, asked.companyId) };
        }
        return inSlot(key, receiver, work);
      },
    },
  };
}

/** Whether a slot was handed over within `patienceMs`. */
function slotSoon({ waiting }: Receiver): Promise<boolean> {
  return new Promise((resolve) => {
    const take = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1);
      resolve(false);
    }, patienceMs);
    waiting.push(take);
  });
}

/**
 * How many deliveries this worker has under way at one receiver: vouchers to buyers, and approvals to issuers. A provider often
 * receives for thousands of taxpayers at one host, so the places belong to the host: a slow one leaves the lane's slots to the rest.
 *
 * A delivery without a place comes again after a pause that grows with the queue before it, so that ten thousand waiting deliveries do
 * not ask for a place every few seconds. Each company has a queue of its own.
 */
import type { Environment } from '../../ecf/model/environments.js';

const atOncePerReceiver = 4;
/** How long a delivery takes, before the first one ended. */
const usualMs = 1_000;
/** Weight of the latest delivery in the mean. */
const latestWeight = 1 / 4;
const pauseMinMs = 1_000;
/** The receiver may become faster meanwhile. */
const pauseMaxMs = 10 * 60_000;

/** All addresses at one host and port are one receiver. */
export interface ReceiverTurn {
  readonly environment: Environment;
  readonly host: string;
  readonly companyId: number;
}

/** All places at the receiver are taken: when to come again. */
export interface Busy {
  readonly busyMs: number;
}

export interface ReceiverPlaces {
  /** Does the work while it has a place at the receiver. */
  within<T>(turn: ReceiverTurn, work: () => Promise<T>): Promise<T | Busy>;
}

/** One look at a delivery to another taxpayer. */
export interface BuyerTurn {
  /** The pause that the workflow proposes after it. */
  readonly pauseMs: number;
  readonly places: ReceiverPlaces;
  readonly cancelled: AbortSignal;
}

interface Receiver {
  taken: number;
  meanMs: number;
  /** When the last delivery in each company's queue has its turn. */
  readonly queueEnds: Map<number, number>;
}

/** @param nowMs a clock that never goes back */
export function createReceiverPlaces(nowMs: () => number = () => performance.now()): ReceiverPlaces {
  const receivers = new Map<string, Receiver>();

  return {
    within: async ({ environment, host, companyId }, work) => {
      const key = `${environment}/${host}`;
      const receiver: Receiver = receivers.get(key) ?? { taken: 0, meanMs: usualMs, queueEnds: new Map() };
      const now = nowMs();
      if (receiver.taken >= atOncePerReceiver) {
        const queueEnd = Math.max(now, receiver.queueEnds.get(companyId) ?? 0);
        const turnAt = Math.min(queueEnd + receiver.meanMs / atOncePerReceiver, now + pauseMaxMs);
        receiver.queueEnds.set(companyId, turnAt);
        return { busyMs: Math.max(pauseMinMs, Math.round(turnAt - now)) };
      }
      receiver.taken += 1;
      receivers.set(key, receiver);
      try {
        return await work();
      } finally {
        receiver.taken -= 1;
        receiver.meanMs += (nowMs() - now - receiver.meanMs) * latestWeight;
        if (receiver.taken === 0) receivers.delete(key);
      }
    },
  };
}

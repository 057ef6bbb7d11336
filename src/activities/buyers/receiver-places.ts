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

/** `leave` gives the place back. Without a place: when to come again. */
export type Place = { readonly leave: () => void } | { readonly pauseMs: number };

export interface ReceiverPlaces {
  take(turn: ReceiverTurn): Place;
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

  const occupy = (key: string, receiver: Receiver) => {
    const startedMs = nowMs();
    receiver.taken += 1;
    receivers.set(key, receiver);
    return () => {
      receiver.taken -= 1;
      receiver.meanMs += (nowMs() - startedMs - receiver.meanMs) * latestWeight;
      if (receiver.taken === 0) receivers.delete(key);
    };
  };

  return {
    take: ({ environment, host, companyId }) => {
      const key = `${environment}/${host}`;
      const receiver: Receiver = receivers.get(key) ?? { taken: 0, meanMs: usualMs, queueEnds: new Map() };
      if (receiver.taken < atOncePerReceiver) return { leave: occupy(key, receiver) };
      const now = nowMs();
      const queueEnd = Math.max(now, receiver.queueEnds.get(companyId) ?? 0);
      const turnAt = Math.min(queueEnd + receiver.meanMs / atOncePerReceiver, now + pauseMaxMs);
      receiver.queueEnds.set(companyId, turnAt);
      return { pauseMs: Math.max(pauseMinMs, Math.round(turnAt - now)) };
    },
  };
}

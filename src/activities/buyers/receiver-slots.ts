/**
 * Limits how many deliveries this worker has under way at one receiver: vouchers to buyers, and approvals to issuers. A provider often
 * receives at one host for thousands of taxpayers, so the limit is per host. A slow host then leaves the other slots of the lane free.
 */
import type { Environment } from '../../ecf/model/environments.js';

const atOncePerReceiver = 4;
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

export interface BuyerOptions {
  /** The pause after this try that the workflow proposes. */
  readonly pauseMs: number;
  readonly slots: ReceiverSlots;
  readonly cancelled: AbortSignal;
}

interface Receiver {
  taken: number;
  meanMs: number;
  /** For each company, the time at which the last delivery in its queue may ask again. */
  readonly queueEnds: Map<number, number>;
}

/** @param nowMs a clock that never goes back */
export function createReceiverSlots(nowMs: () => number = () => performance.now()): ReceiverSlots {
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

/**
 * How many deliveries this worker has under way at one taxpayer's receiver: vouchers to it as a buyer, and approvals to it as an
 * issuer. The others wait, so a slow receiver leaves the lane's slots to the rest.
 */
import type { Environment } from '../../ecf/model/environments.js';

const atOncePerReceiver = 4;

export interface ReceiverPlaces {
  /** Undefined: all places of this receiver are taken. Otherwise the function that gives the place back. */
  take(environment: Environment, rnc: string): (() => void) | undefined;
}

export function createReceiverPlaces(): ReceiverPlaces {
  const taken = new Map<string, number>();
  const change = (receiver: string, by: 1 | -1) => {
    const now = (taken.get(receiver) ?? 0) + by;
    if (now === 0) taken.delete(receiver);
    else taken.set(receiver, now);
  };
  return {
    take: (environment, rnc) => {
      const receiver = `${environment}/${rnc}`;
      if ((taken.get(receiver) ?? 0) >= atOncePerReceiver) return undefined;
      change(receiver, 1);
      return () => change(receiver, -1);
    },
  };
}

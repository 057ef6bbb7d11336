/**
 * Limits what a worker has under way to endpoints, so that slow ones leave room for the others. Nothing waits here: who finds no slot tries
 * in the next round.
 */
import { connectionsPerHost, webhooksInFlightMax } from '../../dgii/webhook-http.js';

const inFlightOfCompanyMax = webhooksInFlightMax / 4;

export interface WebhookSlots {
  /** @returns a function that gives the slot back; undefined if none is free */
  take(companyId: number, host: string): (() => void) | undefined;
}

export function createWebhookSlots(): WebhookSlots {
  const ofCompany = new Map<number, number>();
  const ofHost = new Map<string, number>();
  let all = 0;

  return {
    take: (companyId, host) => {
      if (all >= webhooksInFlightMax) return undefined;
      if ((ofCompany.get(companyId) ?? 0) >= inFlightOfCompanyMax) return undefined;
      if ((ofHost.get(host) ?? 0) >= connectionsPerHost) return undefined;
      all += 1;
      add(ofCompany, companyId, 1);
      add(ofHost, host, 1);
      return () => {
        all -= 1;
        add(ofCompany, companyId, -1);
        add(ofHost, host, -1);
      };
    },
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

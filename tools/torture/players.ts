/** Everything that takes part in a run: the clients, those who break things, and the watch over all of them. */
import type { OwnStack } from '../own-stack/own-stack.js';
import { createCompanyRequests } from './clients/company-requests.js';
import { createJournal } from './clients/journal.js';
import { createNumberClient } from './clients/number-client.js';
import { createDecisionClient } from './clients/decision-client.js';
import { createSupplierClient } from './clients/supplier-client.js';
import { createVoucherClient } from './clients/voucher-client.js';
import { createDgiiFaults } from './outages/dgii-faults.js';
import { createDowntimes } from './outages/downtimes.js';
import { createOperatorActions } from './outages/operator-actions.js';
import { createOutages } from './outages/outages.js';
import { createPartHealth } from './outages/part-health.js';
import type { Plan } from './plan/plan.js';
import { watchForStandstill } from './standstill.js';

export type Players = ReturnType<typeof createPlayers>;

export function createPlayers(stack: OwnStack, { seed, buyers }: Pick<Plan, 'seed' | 'buyers'>) {
  const watch = watchForStandstill();
  const journal = createJournal(watch.progress);
  const downtimes = createDowntimes();
  const dgii = createDgiiFaults(stack.simulatorUrl, buyers);
  const requests = createCompanyRequests(stack.apiUrl, journal, downtimes);
  const numbers = createNumberClient(requests, journal, downtimes);
  const vouchers = createVoucherClient({ seed, requests, numbers, journal, downtimes, dgii });
  const suppliers = createSupplierClient({
    simulatorUrl: stack.simulatorUrl,
    receiverUrl: stack.apiUrl,
    seed,
    journal,
  });
  const decisions = createDecisionClient({ seed, requests, journal });
  const health = createPartHealth(stack);
  const operator = createOperatorActions(stack);
  const outages = createOutages({ stack, health, downtimes, operator, numbers, dgii });
  const clients = { requests, numbers, vouchers, suppliers, decisions };
  return { ...clients, watch, journal, downtimes, dgii, health, outages };
}

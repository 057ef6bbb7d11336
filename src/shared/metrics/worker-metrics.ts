/** The metrics of a worker: its exchanges with DGII, what ended, and the ledger. registry.ts has the rule for labels. */
import { Histogram } from 'prom-client';
import {
  approvalLegs,
  approvalLegStates,
  buyerDeliveryStates,
  notReceivedReasons,
} from '../../ecf/codes/buyer-delivery.js';
import { finalStates } from '../../ecf/model/document-states.js';
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import { environmentList } from '../../ecf/model/environments.js';
import { clockGauge, type LedgerClock } from './clock-gauge.js';
import { ledgerGauges, type LedgerReader } from './ledger-gauges.js';
import {
  checkWaiting,
  counter,
  gauge,
  measured,
  newRegistry,
  startAtZero,
  type CheckerLoad,
} from './registry.js';

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

const endOf = (states: object) => Object.keys(states).filter((state) => state !== 'waiting');
const deliveryEnds = endOf(buyerDeliveryStates);
/** A delivery may end without a code. */
const deliveryCodes = ['', ...Object.keys(notReceivedReasons)];
const approvalEnds = endOf(approvalLegStates);

const dgiiBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/**
 * @param others metrics text to append to ours, such as that of Temporal's SDK
 * @param checker the load of the threads that check large vouchers
 */
export function createWorkerMetrics(others: () => Promise<string>, checker: () => CheckerLoad) {
  const register = newRegistry('worker');
  checkWaiting(register, checker);
  const exchanges = new Histogram({
    name: 'ecf_dgii_request_seconds',
    help: 'HTTP exchanges with DGII, by service and outcome',
    labelNames: ['service', 'outcome'],
    buckets: dgiiBuckets,
    registers: [register],
  });
  const ahead = gauge(register, 'ecf_clock_ahead_seconds', 'Our clock minus that in the last answer of DGII');
  const deliveries = counter(register, 'ecf_buyer_deliveries_total', 'Deliveries to buyers that ended', [
    ...['state', 'code', 'environment'],
  ]);
  const approvals = counter(register, 'ecf_approvals_total', 'Approvals to issuers and to DGII that ended', [
    ...['to', 'state', 'environment'],
  ]);
  const finals = counter(register, 'ecf_vouchers_final_total', 'Vouchers that reached a final state', [
    ...['type', 'state', 'environment'],
  ]);
  startAtZero(deliveries, deliveryEnds, deliveryCodes, environmentList);
  startAtZero(approvals, approvalLegs, approvalEnds, environmentList);
  startAtZero(finals, ecfTypeList, finalStates, environmentList);
  let ledger: { refresh(): Promise<void> } | undefined;
  return {
    contentType: register.contentType,
    text: async () => {
      await ledger?.refresh();
      const [own, other] = await Promise.all([register.metrics(), others()]);
      return own + other;
    },
    /** Counts one HTTP exchange with DGII. `outcome` is the class of the status, or how the exchange failed. */
    exchanged: (service: string, outcome: string, seconds: number, aheadSeconds?: number) => {
      exchanges.labels(service, outcome).observe(seconds);
      if (aheadSeconds !== undefined) ahead.set(aheadSeconds);
    },
    /** Counts a delivery to a buyer that has ended. `code` is the buyer's code for a voucher that it did not receive. */
    deliveredToBuyer: (state: string, code: string, environment: string) =>
      deliveries.labels(state, code, environment).inc(),
    /**
     * Counts the end of one of an approval's two deliveries.
     * @param to `issuer` or `dgii`
     */
    approvalEnded: (to: string, state: string, environment: string) =>
      approvals.labels(to, state, environment).inc(),
    /** Counts a voucher that has reached its final state. */
    finished: (ecfType: number, state: string, environment: string) =>
      finals.labels(String(ecfType), state, environment).inc(),
    observeLedgerClock: (clock: LedgerClock) => clockGauge(register, clock),
    /** From now on shows how many seconds ago the ledger last confirmed a write. */
    observeWrites: (ageSeconds: () => number) =>
      measured(
        register,
        'ecf_ledger_write_age_seconds',
        'Since the ledger last confirmed a write of this worker',
        ageSeconds,
      ),
    observeLedger: (reader: LedgerReader) => {
      ledger = ledgerGauges(register, reader);
    },
  };
}

/** The metrics of a worker: its exchanges with DGII, what ended, and the ledger. registry.ts has the rule for labels. */
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
import { readyGauge, type ReadyReader } from './ready-gauge.js';
import { ledgerGauges, type LedgerReader } from './ledger-gauges.js';
import type { MetricRow } from './metric-row.js';
import {
  checkWaiting,
  counter,
  gauge,
  histogram,
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

/** From a voucher that DGII accepts at once to one that waited through an outage of three days. */
const voucherBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 259_200];
/** As in activities/mail/deliver-mail.ts. */
const mailTryOutcomes = ['sent', 'later', 'failed'] as const;

const dgiiBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

export const workerRows = {
  exchanges: {
    name: 'ecf_dgii_request_seconds',
    type: 'histogram',
    labels: ['service', 'outcome'],
    help: 'Does DGII answer, and how fast? HTTP exchanges with DGII, by service and outcome: 2xx, 4xx, 5xx or how it failed',
    alarms: [
      {
        name: 'EcfDgiiInTrouble',
        when: 'sum by (service) (rate(ecf_dgii_request_seconds_count{outcome!="2xx",outcome!="4xx"}[5m])) > 0',
        forMinutes: 15,
        severity: 'inform',
        then: 'DGII has trouble. Vouchers wait, and continue by themselves.',
      },
    ],
  },
  ahead: {
    name: 'ecf_clock_ahead_seconds',
    type: 'gauge',
    labels: [],
    help: "Is our clock DGII's? Our clock minus the one in DGII's last answer",
    alarms: [
      {
        name: 'EcfClockNotDgiis',
        when: 'max(abs(ecf_clock_ahead_seconds)) > 60',
        severity: 'ticket',
        then: "A worker's clock, or DGII's, is wrong. Run NTP (`chrony`, `systemd-timesyncd`) on every host: signatures, tokens and leases use the clock.",
      },
    ],
  },
  deliveries: {
    name: 'ecf_buyer_deliveries_total',
    type: 'counter',
    labels: ['state', 'code', 'environment'],
    help: 'Do buyers get our vouchers? Deliveries to buyers that ended',
    alarms: [
      {
        name: 'EcfBuyerHasNothing',
        when: 'sum by (state, code) (increase(ecf_buyer_deliveries_total{state=~"refused|given-up"}[1h])) > 0',
        severity: 'ticket',
        then: 'Speak to the buyer; the log names the vouchers. `document deliver` sends one again: [the receiver](receiver.md).',
      },
    ],
  },
  approvals: {
    name: 'ecf_approvals_total',
    type: 'counter',
    labels: ['to', 'state', 'environment'],
    help: 'Do our approvals arrive, at the issuer and at dgii? Those that ended',
    alarms: [
      {
        name: 'EcfApprovalNotArrived',
        when: 'sum by (to, state) (increase(ecf_approvals_total{state=~"refused|given-up"}[1h])) > 0',
        severity: 'ticket',
        then: 'The log names the vouchers and the reason: [the receiver](receiver.md).',
      },
    ],
  },
  webhookTries: {
    name: 'ecf_webhook_tries_total',
    type: 'counter',
    labels: ['outcome', 'environment'],
    help: 'Do endpoints take our events? Tries of events, delivered or failed',
    alarms: [
      {
        name: 'EcfWebhooksFail',
        when: 'sum(increase(ecf_webhook_tries_total{outcome="failed"}[30m])) > 100',
        severity: 'ticket',
        then: 'Many tries fail; an endpoint that takes nothing gets ten tries in three days. If other connections to the Internet fail too, look at the network; `webhook list` shows who fails: [events](events.md).',
      },
    ],
  },
  webhooksDisabled: {
    name: 'ecf_webhooks_disabled_total',
    type: 'counter',
    labels: ['reason', 'environment'],
    help: 'Does a company miss its events? Endpoints that were disabled: gone (410) or failing for five days',
    alarms: [
      {
        name: 'EcfWebhookDisabled',
        when: 'sum by (reason) (increase(ecf_webhooks_disabled_total[1h])) > 0',
        severity: 'ticket',
        then: 'Speak to the company; the log names it. `webhook enable` continues where it stopped: [events](events.md).',
      },
    ],
  },
  mails: {
    name: 'ecf_mail_tries_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Do our mails leave? Tries at the relay: sent, later (tried again) and failed',
    alarms: [
      {
        name: 'EcfMailNotSent',
        when: 'sum(increase(ecf_mail_tries_total{outcome!="sent"}[1h])) > 10',
        severity: 'ticket',
        then: 'The relay refuses mails, or does not answer. `mail list` shows its codes: [mail](mail.md). Invitations can be passed on by their links.',
      },
    ],
  },
  oldBodies: {
    name: 'ecf_cold_bodies_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Do old bodies move into the object store? Bodies moved, and rounds that failed, because the store did not answer or refused',
    alarms: [
      {
        name: 'EcfColdStoreFails',
        when: 'sum(increase(ecf_cold_bodies_total{outcome="failed"}[1h])) > 5',
        severity: 'ticket',
        then: "The object store does not answer or refuses: the workers' logs have its answer. Nothing is lost, and MongoDB grows. While it is away, old XML and prints answer 503: [old bodies](cold.md).",
      },
    ],
  },
  finals: {
    name: 'ecf_vouchers_final_total',
    type: 'counter',
    labels: ['type', 'state', 'environment'],
    help: 'Are vouchers issued, and how many fail? Vouchers that reached a final state, counted by the worker that recorded it',
    alarms: [
      {
        name: 'EcfManyVouchersFail',
        when: 'sum by (state) (increase(ecf_vouchers_final_total{state=~"rejected|refused"}[15m])) > 20',
        severity: 'ticket',
        then: "Many vouchers failed in a short time: `document show` gives DGII's messages. Often it is an integrator's new version, or a new rule of DGII's. Set the number from your usual traffic.",
      },
    ],
  },
  issued: {
    name: 'ecf_voucher_seconds',
    type: 'histogram',
    labels: ['state', 'environment'],
    help: "How long does a voucher take? From its admission to its final state, DGII's time included",
  },
  writes: {
    name: 'ecf_ledger_write_age_seconds',
    type: 'gauge',
    labels: [],
    help: "Can we write? Seconds since a majority of MongoDB's members last confirmed a write of this worker, which writes every 30 s",
    alarms: [
      {
        name: 'EcfLedgerNotWritten',
        when: 'max(ecf_ledger_write_age_seconds) > 120',
        severity: 'page',
        then: 'No voucher is admitted. If MongoDB answers, look for held writes (`db.fsyncUnlock()`, [backup](backup.md)), then for a missing majority of members that hold data.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/**
 * @param others metrics text to append to ours, such as that of Temporal's SDK
 * @param checker the load of the threads that check large vouchers
 */
export function createWorkerMetrics(others: () => Promise<string>, checker: () => CheckerLoad) {
  const register = newRegistry('worker');
  checkWaiting(register, checker);
  const exchanges = histogram(register, workerRows.exchanges, dgiiBuckets);
  const ahead = gauge(register, workerRows.ahead);
  const deliveries = counter(register, workerRows.deliveries);
  const approvals = counter(register, workerRows.approvals);
  const mails = counter(register, workerRows.mails);
  const oldBodies = counter(register, workerRows.oldBodies);
  const finals = counter(register, workerRows.finals);
  const issued = histogram(register, workerRows.issued, voucherBuckets);
  startAtZero(deliveries, deliveryEnds, deliveryCodes, environmentList);
  startAtZero(approvals, approvalLegs, approvalEnds, environmentList);
  const webhookTries = counter(register, workerRows.webhookTries);
  const webhooksDisabled = counter(register, workerRows.webhooksDisabled);
  startAtZero(webhookTries, ['delivered', 'failed'], environmentList);
  startAtZero(webhooksDisabled, ['gone', 'failing'], environmentList);
  startAtZero(mails, mailTryOutcomes);
  startAtZero(oldBodies, ['moved', 'failed']);
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
    /** @param seconds from the admission to the final state */
    finished: (ecfType: number, state: string, environment: string, seconds: number) => {
      finals.labels(String(ecfType), state, environment).inc();
      issued.labels(state, environment).observe(seconds);
    },
    observeReady: (reader: ReadyReader) => readyGauge(register, reader),
    /** Counts one try of an event at an endpoint. */
    webhookTried: (outcome: string, environment: string) => webhookTries.labels(outcome, environment).inc(),
    webhookDisabled: (reason: string, environment: string) =>
      webhooksDisabled.labels(reason, environment).inc(),
    /** Counts one try to hand a mail to the relay. */
    mailTried: (outcome: (typeof mailTryOutcomes)[number]) => mails.labels(outcome).inc(),
    oldBodiesMoved: (outcome: 'moved' | 'failed', count: number) => oldBodies.labels(outcome).inc(count),
    observeLedgerClock: (clock: LedgerClock) => clockGauge(register, clock),
    /** From now on shows how many seconds ago the ledger last confirmed a write. */
    observeWrites: (ageSeconds: () => number) => measured(register, workerRows.writes, ageSeconds),
    observeLedger: (reader: LedgerReader) => {
      ledger = ledgerGauges(register, reader);
    },
  };
}

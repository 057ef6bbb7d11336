/** Gauges of what the ledger holds: open vouchers, numbers and certificates. A scrape reads the ledger at most every `freshMs`. */
import type { Registry } from 'prom-client';
import { signerRefusals } from '../../ecf/model/document-states.js';
import { environmentList } from '../../ecf/model/environments.js';
import type { LedgerOverview } from '../../ledger/ledger-overview.js';
import { greatest, least, seriesMax, single, urgent, type LedgerGauge } from './ledger-gauge.js';
import type { MetricRow } from './metric-row.js';
import { gauge, createSharedReads } from './registry.js';

export interface LedgerReader {
  readonly read: () => Promise<LedgerOverview>;
  /** The greatest age of the gauges. More frequent scrapes do not read the ledger more often. */
  readonly freshMs: number;
}

/** How long a scrape waits for the ledger. After that it gets the last known values. */
const readWaitMs = 4_000;

const sequence = ['company', 'environment', 'type'];

const stuck =
  "Vouchers do not advance although nothing holds them up: `document list --pending --older-than-minutes 10`; look at Temporal's Web UI and the workers' logs. `ecf_overdue_seconds` stays low when the completer works and each start fails.";
const askForRange = 'Ask the company to have a range authorized, then `authorization add`.';

const gauges: Readonly<Record<string, LedgerGauge>> = {
  ecf_vouchers_waiting_oldest_seconds: {
    labels: ['reason', 'environment'],
    help: 'Does something hold vouchers up, and what? How long a voucher has waited for this reason, of the longest',
    valuesOf: ({ open }) =>
      greatest(
        open.flatMap(({ reason, environment, oldestMs }) =>
          reason === null ? [] : [[oldestMs / 1_000, reason, environment]],
        ),
      ),
    alarms: [
      {
        name: 'EcfVouchersWait',
        when: 'max by (reason) (ecf_vouchers_waiting_oldest_seconds{environment="production"}) > 900',
        severity: 'page',
        then: 'The reason says what to do: [incidents](incidents.md). `document list --waiting` names the vouchers.',
      },
    ],
  },
  ecf_vouchers_near_expiry: {
    labels: ['type', 'environment'],
    help: 'Will a number be lost? Open vouchers that were not delivered within an hour, and whose sequence expires within seven days',
    valuesOf: ({ open }) =>
      open.map(({ ecfType, environment, nearExpiry }) => [nearExpiry, String(ecfType), environment]),
    alarms: [
      {
        name: 'EcfNumbersNearExpiry',
        when: 'max by (type) (ecf_vouchers_near_expiry{environment="production"}) > 0',
        forMinutes: 15,
        severity: 'ticket',
        then: 'End what these vouchers wait for (`document list --waiting`): once their sequence has expired, DGII takes no first delivery.',
      },
    ],
  },
  ecf_vouchers_oldest_seconds: {
    labels: ['state', 'environment'],
    help: 'Is a voucher stuck for no reason? Time since the last step of an open voucher that waits for nothing, of the oldest; 50,000 open vouchers are read at most',
    valuesOf: ({ open }) =>
      greatest(
        open.flatMap(({ reason, state, environment, oldestMs }) =>
          reason === null ? [[oldestMs / 1_000, state, environment]] : [],
        ),
      ),
    alarms: [
      {
        name: 'EcfVouchersStuck',
        when: 'max by (state) (ecf_vouchers_oldest_seconds{state!="submitted"}) > 600',
        forMinutes: 5,
        severity: 'page',
        then: stuck,
      },
      {
        name: 'EcfResultsStuck',
        when: 'max by (state) (ecf_vouchers_oldest_seconds{state="submitted"}) > 1200',
        forMinutes: 5,
        severity: 'page',
        then: stuck,
      },
    ],
  },
  ecf_vouchers_send_seconds_left: {
    labels: ['reason', 'environment'],
    help: 'Do we send within the term of the law? Time left to send a voucher that is signed and that DGII does not have, of the most urgent: 72 hours from the signature, 24 hours for deferred sending; negative afterwards, and left out after 31 days',
    valuesOf: ({ open }) =>
      least(
        open.flatMap(({ reason, environment, sendLeftMs }) =>
          sendLeftMs === null ? [] : [[sendLeftMs / 1_000, reason ?? 'none', environment]],
        ),
      ),
    alarms: [
      {
        name: 'EcfTermOfTheLaw',
        when: 'min by (reason) (ecf_vouchers_send_seconds_left{environment="production"}) < 6 * 3600',
        severity: 'page',
        then: 'DGII must have a voucher 72 hours after its signature, or 24 hours after it for deferred sending. Look at what it waits for (`document list --waiting`). The service sends it afterwards too.',
      },
    ],
  },
  ecf_vouchers_dated_ahead_seconds: {
    ...single(({ open }) => Math.max(0, ...open.map(({ datedAheadMs }) => datedAheadMs)) / 1_000),
    help: "Did a clock that was ahead write to the ledger? How far in the future the last step of an open voucher lies by the worker's clock, of the furthest",
    alarms: [
      {
        name: 'EcfVouchersDatedAhead',
        when: 'max(ecf_vouchers_dated_ahead_seconds) > 60',
        severity: 'ticket',
        then: 'A clock was ahead when a voucher was admitted, signed or sent. Mend the clock. If the run of such a voucher is gone, `document retry` starts it at once.',
      },
    ],
  },
  ecf_companies_suspended: {
    labels: ['reason', 'environment'],
    help: 'Whose signer does DGII refuse? Companies that get no numbers and send nothing new',
    valuesOf: ({ suspended }) => [
      // A suspended company that left stays suspended, so the alarm is on an increase, and that needs a series before the first one.
      ...signerRefusals.flatMap((reason) =>
        environmentList.map((environment) => [0, reason, environment] as const),
      ),
      ...suspended.map(({ reason, environment, count }) => [count, reason, environment] as const),
    ],
    alarms: [
      {
        name: 'EcfCompanySuspended',
        when: 'max by (reason) (delta(ecf_companies_suspended{environment="production"}[1h])) > 0',
        severity: 'ticket',
        then: "Another company issues nothing until DGII takes its signer again: the log and `company list` name it. `NOT_DELEGATED`: delegate the signer in DGII's office. `CERTIFICATE_REFUSED`: import another certificate.",
      },
    ],
  },
  ecf_companies_origin_changing_oldest_seconds: {
    ...single((seen) => seen.originChangingMs / 1_000),
    help: 'Did somebody leave a change of origin open? How long it has stopped a company, of the longest; such a change takes a minute. 0: no origin changes',
    alarms: [
      {
        name: 'EcfOriginLeftChanging',
        when: 'max(ecf_companies_origin_changing_oldest_seconds) > 600',
        severity: 'ticket',
        then: 'The company issues nothing (503 `ORIGIN_CHANGING`). `company list` names it: finish the change (`company origin set`) or cancel it (`company origin cancel`).',
      },
    ],
  },
  ecf_annulments_oldest_seconds: {
    labels: ['state', 'environment'],
    help: "Is an annulment stuck? How long ago one that is not over was requested, of the oldest; uncertain ones wait for DGII's answer or for a person",
    valuesOf: ({ annulments }) =>
      annulments.map(({ state, environment, oldestMs }) => [oldestMs / 1_000, state, environment]),
    alarms: [
      {
        name: 'EcfAnnulmentStuck',
        when: 'max by (state) (ecf_annulments_oldest_seconds{environment="production"}) > 3600',
        severity: 'ticket',
        then: "`uncertain`: look at DGII's office, then `annulment confirm`. Any other state: the workers' logs.",
      },
    ],
  },
  ecf_refused_receptions: {
    ...single((seen) => seen.refusedReceptions),
    help: 'Do strangers fill the disk? Kept vouchers that companies refused to receive, about 4 KB each',
    alarms: [
      {
        name: 'EcfReceiverFlooded',
        when: 'max(ecf_refused_receptions) > 200000',
        severity: 'ticket',
        then: 'Strangers flood the receiver: set `RECEIVER_CA_FILE` and `RECEIVER_CERTIFICATES_PRODUCTION=chain`, limit the network at the proxy, and free the disk with `received remove-refused`.',
      },
    ],
  },
  ecf_overdue_seconds: {
    ...single((seen) => seen.overdueMs / 1_000),
    help: 'Does the completer work? Lateness of the check that is due longest. Every worker reports it, and nothing else does',
    alarms: [
      {
        name: 'EcfNoWorker',
        when: 'absent(ecf_overdue_seconds)',
        forMinutes: 2,
        severity: 'page',
        then: 'No worker runs, or Prometheus reaches none: the api still takes vouchers, and nobody sends them.',
      },
      {
        name: 'EcfCompleterLate',
        when: 'max(ecf_overdue_seconds) > 120',
        severity: 'page',
        then: 'No completer works: check the workers, then Temporal. `document list --pending` shows the vouchers that are due.',
      },
    ],
  },
  ecf_round_overdue_seconds: {
    labels: ['round'],
    help: 'Do the other rounds of the workers work? How late each one is: verdicts to apply (numbers to give back), buyer-deliveries, approvals, questions about received vouchers, annulments, certification-runs, events that no feed has yet',
    valuesOf: ({ lateMs }) => Object.entries(lateMs).map(([round, ms]) => [ms / 1_000, round]),
    alarms: [
      {
        name: 'EcfRoundLate',
        when: 'max by (round) (ecf_round_overdue_seconds) > 600',
        forMinutes: 5,
        severity: 'ticket',
        then: "This round fails, or has more than it can start: look at the workers' logs (`a round failed`), or add workers. Otherwise a number is not given back, or a buyer gets nothing.",
      },
    ],
  },
  ecf_sequence_numbers_left: {
    labels: sequence,
    help: 'Which company needs another range? Numbers left to hand out',
    valuesOf: ({ sequences }) =>
      urgent(sequences, ({ numbersLeft }) => numbersLeft).map((one) => [one.numbersLeft, ...labelsOf(one)]),
    alarms: [
      {
        name: 'EcfNumbersRunOut',
        when: 'max by (company, type) (ecf_sequence_numbers_left{environment="production"}) < 100',
        severity: 'ticket',
        then: askForRange,
      },
    ],
  },
  ecf_sequence_days_left: {
    labels: sequence,
    help: 'Which company needs another range soon? Days until the last of its numbers expires; absent 31 days after all ranges expired',
    valuesOf: ({ sequences }) =>
      urgent(sequences, daysLeftOf).flatMap((one) =>
        one.daysLeft === null ? [] : [[one.daysLeft, ...labelsOf(one)]],
      ),
    alarms: [
      {
        name: 'EcfNumbersExpire',
        when: 'max by (company, type) (ecf_sequence_days_left{environment="production"}) < 30',
        severity: 'ticket',
        then: askForRange,
      },
    ],
  },
  ecf_certificate_days_left: {
    labels: ['company'],
    help: 'Which company needs a new certificate? Days left of the one that signs now; negative after it expired, absent 31 days later',
    valuesOf: ({ certificates }) =>
      urgent(certificates, daysLeftOf).map(({ companyId, daysLeft }) => [daysLeft, String(companyId)]),
    alarms: [
      {
        name: 'EcfCertificateExpires',
        when: 'max by (company) (ecf_certificate_days_left) < 30',
        severity: 'ticket',
        then: 'Ask the company for its new certificate, then `certificate import`.',
      },
    ],
  },
  ecf_certificate_revoked: {
    labels: ['company'],
    help: 'Whose certificate did its authority revoke? 1 for each company that still signs with one that is in a CRL',
    valuesOf: ({ certificates }) =>
      certificates
        .filter(({ revokedAt }) => revokedAt !== undefined)
        .slice(0, seriesMax)
        .map(({ companyId }) => [1, String(companyId)]),
    alarms: [
      {
        name: 'EcfCertificateRevoked',
        when: 'max by (company) (ecf_certificate_revoked) > 0',
        severity: 'ticket',
        then: 'The company must know that DGII may refuse what this certificate signs. Ask it for another one, then `certificate import`.',
      },
    ],
  },
  ecf_crl_missing_seconds: {
    ...single(({ crlsMissingMs }) => crlsMissingMs / 1_000),
    help: 'Does the archive get its CRLs? How long the CRL of an authority has been missing, of the longest; 0: all of them came',
    alarms: [
      {
        name: 'EcfCrlMissing',
        when: 'max(ecf_crl_missing_seconds) > 3 * 86400',
        severity: 'inform',
        then: 'No voucher waits for it. The log of a worker says why (`a CRL was not fetched`): [the evidence archive](archive.md#crls).',
      },
    ],
  },
  ecf_cold_lost_bodies: {
    labels: ['fault'],
    help: 'Is the object store whole? Old bodies that it lost (missing) or altered, found when they were read again; 10,000 are counted at most',
    valuesOf: ({ lostBodies }) => Object.entries(lostBodies).map(([fault, count]) => [count, fault] as const),
    alarms: [
      {
        name: 'EcfColdBodiesLost',
        when: 'max by (fault) (ecf_cold_lost_bodies) > 0',
        severity: 'ticket',
        then: '`ledger lost` names the objects and their vouchers. Bring them back from a copy of the bucket: [old bodies](cold.md#an-object-is-missing-or-altered).',
      },
    ],
  },
  ecf_registry_age_seconds: {
    ...single(({ registryAgeMs }) => registryAgeMs && registryAgeMs / 1_000),
    help: 'Is the taxpayer registry old? Age of its data; absent: none was imported',
    alarms: [
      {
        name: 'EcfRegistryOld',
        when: 'max(ecf_registry_age_seconds) > 45 * 86400',
        severity: 'ticket',
        then: '`registry status`; import the file, or look at the Schedule: [the registry](registry.md).',
      },
    ],
  },
  ecf_search_unindexed: {
    ...single(({ unindexed }) => unindexed),
    help: 'Does the search find every voucher? Vouchers of an earlier version that it does not find yet, up to 100,000',
    alarms: [
      {
        name: 'EcfSearchIncomplete',
        when: 'min_over_time(ecf_search_unindexed[6h]) > 0',
        forMinutes: 60,
        severity: 'inform',
        then: 'After an upgrade the workers index the earlier vouchers; the number must fall. If it does not, their logs say why (`a round failed: search of earlier vouchers`).',
      },
    ],
  },
  ecf_ledger_gauges_whole: {
    ...single(({ whole }) => Number(whole)),
    help: 'Are these gauges complete? 0: they leave something out. One read of the ledger takes 50,000 open records and 2,000 companies at most',
    alarms: [
      {
        name: 'EcfGaugesIncomplete',
        when: 'min(ecf_ledger_gauges_whole) == 0',
        forMinutes: 60,
        severity: 'inform',
        then: 'The ledger holds more than one read of the gauges takes: use their values as lower bounds.',
      },
    ],
  },
};

const ageRow: MetricRow = {
  name: 'ecf_ledger_gauges_age_seconds',
  type: 'gauge',
  labels: [],
  help: 'Can these gauges be believed? Seconds since the ledger was read for them',
  alarms: [
    {
      name: 'EcfGaugesOld',
      when: 'max(ecf_ledger_gauges_age_seconds) > 300',
      severity: 'inform',
      then: 'The gauges that are read from the ledger are old: the ledger is slow or down.',
    },
  ],
};

export const ledgerRows: readonly MetricRow[] = [
  ...Object.entries(gauges).map(([name, row]) => ({ ...row, name, type: 'gauge' as const })),
  ageRow,
];

export function ledgerGauges(register: Registry, { read, freshMs }: LedgerReader) {
  const registered = Object.entries(gauges).map(([name, row]) => ({
    one: gauge(register, { ...row, name, type: 'gauge' }),
    labels: row.labels,
    valuesOf: row.valuesOf,
  }));
  const age = gauge(register, ageRow);

  const set = (seen: LedgerOverview) => {
    for (const { one, labels, valuesOf } of registered) {
      one.reset();
      const values = valuesOf(seen);
      for (const [value, ...labelled] of values) one.labels(...labelled).inc(value);
      // A gauge without labels is 0 after a reset. Without a value it must have no sample.
      if (labels.length + values.length === 0) one.remove();
    }
  };

  const reads = createSharedReads({ freshMs, waitMs: readWaitMs }, async () => set(await read()));
  return {
    refresh: async () => {
      await reads.refresh();
      age.set(reads.ageMs() / 1_000);
    },
  };
}

function labelsOf({ companyId, environment, ecfType }: LedgerOverview['sequences'][number]): string[] {
  return [String(companyId), environment, String(ecfType)];
}

const daysLeftOf = ({ daysLeft }: { readonly daysLeft: number | null }) => daysLeft ?? Infinity;

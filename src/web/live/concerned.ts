/** Which queries an event concerns: the answers that may be others now. */
import type { EventOfFeed } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';

export type ConcernedKey = readonly [name: string, ...rest: readonly unknown[]];

type Concern = (place: Place, data: Readonly<Record<string, unknown>>) => readonly ConcernedKey[];

const voucherOf: Concern = (place, { ecf }) => [
  ['voucher', place, ecf],
  ['vouchers', place],
  ['summary', place],
];

/** A voucher with a result has used its number, and counts in the sums. */
const resultOf: Concern = (place, data) => [
  ...voucherOf(place, data),
  ['vouchers-sums', place],
  ['figures', place],
  ['month', place],
  ['sequences', place],
  ['unused', place],
  ['annulment-candidates', place],
  ['simulation', place.companyId],
];

const receivedOf: Concern = (place, { rncEmisor, encf }) => [
  ['received', { ...place, rncEmisor, encf }],
  ['received-list', place],
  ['summary', place],
  ['figures', place],
  ['month', place],
  ['month-suppliers', place],
];

const refusedOf: Concern = (place) => [
  ['refused', place],
  ['summary', place],
];

const rangeOf: Concern = (place) => [
  ['sequences', place],
  ['summary', place],
];

const annulmentOf: Concern = (place, { annulmentId }) => [
  ['annulment', { ...place, annulmentId }],
  ['annulments', place],
  ['annulment-candidates', place],
  ['sequences', place],
  ['unused', place],
  ['vouchers', place],
  ['summary', place],
];

const certificateOf: Concern = (place) => [
  ['certificates', place.companyId],
  ['summary', place],
];

const companyOf: Concern = (place) => [
  ['company', place.companyId],
  ['summary', place],
];

const summaryOf: Concern = (place) => [['summary', place]];

const runOf: Concern = ({ companyId }, { id }) => [
  ['certification-run', { companyId, runId: id }],
  ['certification-runs', companyId],
];

const webhookOf: Concern = (place, { webhookId }) => [
  ['webhook', { ...place, webhookId }],
  ['webhooks', place],
];

const keyOf: Concern = ({ companyId }) => [['keys', companyId]];

const concerns: Readonly<Record<EventOfFeed['type'], Concern>> = {
  'ecf.accepted': resultOf,
  'ecf.accepted_conditionally': resultOf,
  'ecf.rejected': resultOf,
  'ecf.refused': resultOf,
  'ecf.annulled': resultOf,
  'ecf.waiting': voucherOf,
  'ecf.contingency': voucherOf,
  'ecf.delivered': voucherOf,
  'ecf.undelivered': voucherOf,
  'ecf.approved': voucherOf,
  'ecf.disapproved': voucherOf,
  'received.created': receivedOf,
  'received.refused': refusedOf,
  'received.displaced': receivedOf,
  'received.resolved': receivedOf,
  'received.decided': receivedOf,
  'received.decision_delivered': receivedOf,
  'received.decision_undelivered': receivedOf,
  'sequence.low': rangeOf,
  'sequence.expiring': rangeOf,
  'sequence.exhausted': rangeOf,
  'annulment.finished': annulmentOf,
  'annulment.uncertain': annulmentOf,
  'certificate.expiring': certificateOf,
  'certificate.expired': certificateOf,
  'certificate.refused': certificateOf,
  'company.suspended': companyOf,
  'company.resumed': companyOf,
  'dgii.unavailable': summaryOf,
  'dgii.available': summaryOf,
  'certification.finished': runOf,
  'certification.stopped': runOf,
  'certification.paused': runOf,
  'webhook.disabled': webhookOf,
  'key.expiring': keyOf,
};

/** The keys of all queries that these events concern, each once. A key stands for every query that begins with it. */
export function concernedBy(place: Place, events: readonly EventOfFeed[]): readonly ConcernedKey[] {
  if (events.length === 0) return [];
  const keys: ConcernedKey[] = [
    ['events', place],
    // A service that was updated while the page is open may know other types.
    ...events.flatMap(({ type, data }) => (concerns[type] as Concern | undefined)?.(place, data) ?? []),
  ];
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

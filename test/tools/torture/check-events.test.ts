/** The check of events finds each harm that a run can do to feeds and webhooks, and nothing in a harmless run. */
import { checkEvents } from '../../../tools/torture/check/check-events.js';
import type { EventEvidence, ShownEvent } from '../../../tools/torture/check/event-evidence.js';

type Mutable<T> = T extends Date ? T : T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
type Evidence = Mutable<EventEvidence>;
type Damage = (evidence: Evidence) => void;

const at = (second: number) => new Date(Date.UTC(2026, 10, 26, 4, 0, second));
const environment = 'pre-certification';
const ours = { companyId: 12, contingencySince: at(1) } as const;
const supplied = { rncEmisor: '131880681', encf: 'E310000000007' } as const;

function event(seq: number, type: string, second: number, data: object): ShownEvent {
  const id = `evt_12_${environment}_${seq}`;
  return { id, type, timestamp: at(second).toISOString(), data: { environment, ...data } };
}

/**
 * Company 12 was suspended and waited; its number 1 was rejected, corrected, accepted, delivered and approved. It received number 7, which
 * was displaced by other bytes, and approved these. It refused number 8. DGII was away once. Company 13 has no event.
 */
function sound(): Evidence {
  const ofVoucher = (attempt: number) => ({ ecf: 'E310000000001', attempt });
  const of = (xmlSha256: string) => ({ ...supplied, xmlSha256 });
  const events = [
    event(1, 'company.suspended', 2, { reason: 'NOT_DELEGATED' }),
    event(2, 'certificate.refused', 2, { reason: 'CERTIFICATE_REFUSED' }),
    event(3, 'ecf.waiting', 2, { ...ofVoucher(1), reason: 'NOT_DELEGATED' }),
    event(4, 'company.resumed', 3, {}),
    event(5, 'ecf.contingency', 3, { ...ofVoucher(1), reason: 'DGII_UNAVAILABLE' }),
    event(6, 'dgii.unavailable', 3, { servicio: 'ecf' }),
    event(7, 'dgii.available', 4, { servicio: 'ecf' }),
    event(8, 'ecf.rejected', 5, { ...ofVoucher(1), accepted: 0, trackId: 't-1', secuenciaUtilizada: false }),
    event(9, 'ecf.accepted', 6, { ...ofVoucher(2), accepted: 1, trackId: 't-2' }),
    event(10, 'ecf.delivered', 7, ofVoucher(2)),
    event(11, 'ecf.approved', 8, ofVoucher(2)),
    event(12, 'received.created', 8, of('b7')),
    event(13, 'received.displaced', 9, { ...of('c7'), xmlSha256Desplazado: 'b7' }),
    event(14, 'received.resolved', 9, { ...of('c7'), dgii: 'Aceptado' }),
    event(15, 'received.decided', 10, { ...of('c7'), decision: 'aprobado' }),
    event(16, 'received.decision_delivered', 11, { ...of('c7'), destino: 'dgii' }),
    event(17, 'received.decision_undelivered', 11, { ...of('c7'), destino: 'emisor' }),
    event(18, 'received.refused', 12, { ...supplied, encf: 'E310000000008', xmlSha256: 'd8', codigo: '2' }),
  ];
  const bodyOf = ({ type, timestamp, data }: ShownEvent) => JSON.stringify({ type, timestamp, data });
  const arrivals = (list: readonly ShownEvent[]) => [
    ...list.map((one) => ({ id: one.id, body: bodyOf(one), mayBeTaken: false })),
    ...list.map((one) => ({ id: one.id, body: bodyOf(one), mayBeTaken: true })),
  ];
  const seqs = (list: readonly number[]) => list.map((seq) => ({ seq, state: 'delivered' as const }));
  const accepted = events.filter(({ type }) => type === 'ecf.accepted');
  const voucher = { ...ours, encf: 'E310000000001', final: true } as const;
  return structuredClone<EventEvidence>({
    companies: [
      { companyId: 12, rnc: '999999912', environment },
      { companyId: 13, rnc: '999999913', environment },
    ],
    feeds: [
      { companyId: 12, events },
      { companyId: 13, events: [] },
    ],
    webhooks: [
      { companyId: 12, types: [], arrivals: arrivals(events), deliveries: seqs(events.map((_, n) => n + 1)) },
      { companyId: 12, types: ['ecf.accepted'], arrivals: arrivals(accepted), deliveries: seqs([9]) },
    ],
    documents: [
      {
        companyId: 12,
        encf: 'E310000000001',
        attempt: 2,
        final: true,
        finalAt: at(6),
        state: 'accepted',
        verdict: { trackId: 't-2', secuenciaUtilizada: true },
        buyerDelivery: { state: 'delivered', since: at(6), endedAt: at(7) },
        buyerApproval: { estado: 'aprobado', receivedAt: at(8) },
      },
    ],
    attempts: [
      {
        document: {
          ...voucher,
          attempt: 1,
          finalAt: at(5),
          state: 'rejected',
          verdict: { trackId: 't-1', secuenciaUtilizada: false },
        },
      },
    ],
    receptions: [
      {
        companyId: 12,
        ...supplied,
        sha256: 'c7',
        dgii: { estado: 'accepted' },
        decision: { estado: 'aprobado', at: at(10) },
        displaced: [{ sha256: 'b7' }],
        approval: { issuer: { state: 'given-up' }, dgii: { state: 'delivered' } },
      },
    ],
    refusedReceptions: [
      { companyId: 12, ...supplied, encf: 'E310000000008', sha256: 'd8', code: 2, receivedAt: at(12) },
    ],
    incomingApprovals: [{ companyId: 12, encf: 'E310000000001', decision: 'aprobado', receivedAt: at(8) }],
    sequences: [{ companyId: 12 }],
    dgiiOutages: [{ companyId: 12, host: 'ecf' }],
    waits: [
      { companyId: 12, encf: 'E310000000001', attempt: 1, reason: 'NOT_DELEGATED' },
      { companyId: 12, encf: 'E310000000001', attempt: 1, reason: 'DGII_UNAVAILABLE' },
    ],
    troubles: [{ rnc: '999999912', fromMs: at(1).getTime(), toMs: at(4).getTime() }],
  }) as Evidence;
}

test('the check of events finds nothing in a harmless run', () => {
  expect(checkEvents(sound())).toEqual([]);
});

test('the check of events finds nothing when a voucher is signed anew before it has a result', () => {
  const evidence = sound();
  const [{ document }] = evidence.attempts as [Evidence['attempts'][number]];
  Object.assign(document, { final: false, state: 'signed', finalAt: undefined, verdict: undefined });
  skip('ecf.rejected')(evidence);
  expect(checkEvents(evidence)).toEqual([]);
});

test.each([
  { began: 'in the attempt before', since: at(1), says: [] },
  {
    began: 'in this attempt',
    since: at(5),
    says: ['EVENT-MISSING: company 12 has no event ecf.contingency E310000000001:2'],
  },
])('the check of events knows whose event it is when the contingency began $began', ({ since, says }) => {
  const evidence = sound();
  evidence.documents[0]!.contingencySince = since;
  expect(checkEvents(evidence)).toEqual(says);
});

/** As a publisher that skips the entry: the events behind it get the numbers before it, and webhooks never hear of it. */
const skip =
  (type: string, nth = 0): Damage =>
  (evidence) => {
    const events = evidence.feeds[0]!.events;
    const skipped = events.filter((one) => one.type === type)[nth]!;
    publishAgain(
      evidence,
      events.filter((one) => one !== skipped),
    );
  };

/** As a publisher that publishes the entry a second time. */
const double =
  (type: string): Damage =>
  (evidence) => {
    const events = evidence.feeds[0]!.events;
    publishAgain(
      evidence,
      events.flatMap((one) => (one.type === type ? [one, one] : [one])),
    );
  };

const swap =
  (one: number, other: number): Damage =>
  (evidence) => {
    const events = [...evidence.feeds[0]!.events];
    [events[one - 1], events[other - 1]] = [events[other - 1]!, events[one - 1]!];
    publishAgain(evidence, events);
  };

/** Feed and webhooks agree about these events, as they do after a fault of the publisher. */
function publishAgain(evidence: Evidence, events: readonly Mutable<ShownEvent>[]): void {
  const numbered = events.map((one, index) => ({ ...one, id: `evt_12_${environment}_${index + 1}` }));
  evidence.feeds[0]!.events = numbered;
  for (const webhook of evidence.webhooks) {
    const wanted = numbered.filter(({ type }) => webhook.types.length === 0 || webhook.types.includes(type));
    webhook.arrivals = wanted.map(({ id, type, timestamp, data }) => ({
      id,
      body: JSON.stringify({ type, timestamp, data }),
      mayBeTaken: true,
    }));
    webhook.deliveries = wanted.map(({ id }) => ({ seq: Number(id.split('_')[3]), state: 'delivered' }));
  }
}

const types = [...new Set(sound().feeds[0]!.events.map(({ type }) => type))];
/** Nothing lasting says how often a company's certificate was refused within a trouble. */
const countable = types.filter((type) => type !== 'certificate.refused');

test.each(countable)('the check of events notices that a publisher skipped %s', (type) => {
  const evidence = sound();
  skip(type)(evidence);
  expect(checkEvents(evidence)).not.toEqual([]);
});

test.each(countable)('the check of events notices that a publisher published %s twice', (type) => {
  const evidence = sound();
  double(type)(evidence);
  expect(checkEvents(evidence)).not.toEqual([]);
});

const harms: readonly (readonly [code: string, what: string, damage: Damage])[] = [
  ['EVENT-MISSING', 'an accepted voucher has no event', skip('ecf.accepted')],
  ['EVENT-MISSING', 'a wait that a client saw has no event', skip('ecf.waiting')],
  ['EVENT-TWICE', 'an event has two numbers', double('ecf.delivered')],
  ['EVENT-ORDER', 'the second attempt comes before the end of the first', swap(8, 9)],
  ['EVENT-ORDER', 'a delivery comes before the result', swap(9, 10)],
  ['EVENT-ORDER', 'a decision is delivered before it is made', swap(15, 16)],
  ['EVENT-ORDER', 'a company is resumed before it was suspended', swap(1, 4)],
  ['EVENT-NUMBER', 'a reader got a gap', ({ feeds }) => void feeds[0]!.events.splice(8, 1)],
  [
    'EVENT-INVENTED',
    'a voucher that is gone from the ledger has an event',
    ({ documents }) => void documents.pop(),
  ],
  [
    'EVENT-INVENTED',
    'a company was suspended without a reason',
    (evidence) => {
      evidence.troubles = [];
    },
  ],
  [
    'EVENT-MISSING',
    'a company is suspended for ever',
    ({ companies }) => void (companies[0]!.suspended = {}),
  ],
  [
    'EVENT-MISSING',
    'an outage of DGII never ends',
    ({ dgiiOutages }) => void (dgiiOutages[0]!.since = at(3)),
  ],
  [
    'EVENT-OTHER',
    'an event has the trackId of another delivery',
    ({ documents }) => void (documents[0]!.verdict!.trackId = 't-9'),
  ],
  [
    'EVENT-OTHER',
    'an event has the moment of another change',
    ({ documents }) => void (documents[0]!.finalAt = at(9)),
  ],
  [
    'EVENT-INVENTED',
    'a company gets the event of another one',
    ({ feeds }) => void (feeds[1]!.events = [feeds[0]!.events[8]!]),
  ],
  ['WEBHOOK-MISSING', 'an event never arrived', ({ webhooks }) => void (webhooks[1]!.arrivals = [])],
  [
    'WEBHOOK-BODY',
    'a repetition has another body',
    ({ webhooks }) => void (webhooks[1]!.arrivals[1]!.body += ' '),
  ],
  [
    'WEBHOOK-INVENTED',
    'an event arrived that the endpoint does not want',
    ({ webhooks }) => void webhooks[1]!.arrivals.push(webhooks[0]!.arrivals[0]!),
  ],
  [
    'WEBHOOK-STATE',
    'the ledger says delivered, and the receiver refused each try',
    ({ webhooks }) => void (webhooks[1]!.arrivals = webhooks[1]!.arrivals.slice(0, 1)),
  ],
  [
    'WEBHOOK-STATE',
    'a delivery failed',
    ({ webhooks }) => void (webhooks[1]!.deliveries[0]!.state = 'failed'),
  ],
  [
    'WEBHOOK-LOG',
    'the ledger has a delivery of an event that the endpoint does not want',
    ({ webhooks }) => void webhooks[1]!.deliveries.push({ seq: 1, state: 'delivered' }),
  ],
];

test.each(harms)('the check of events reports %s: %s', (code, _what, damage) => {
  const evidence = sound();
  damage(evidence);
  expect(checkEvents(evidence).map((text) => text.split(':')[0])).toContain(code);
});

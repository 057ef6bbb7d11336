/**
 * The events that must be in a company's feed, computed anew from what the ledger's records are in the end, without the code that writes
 * events. Some states leave no lasting trace; their events are permitted, and check-events.ts has further conditions for them.
 */
import type {
  EventEvidence,
  LedgerAttempt,
  LedgerReceived,
  LedgerSaid,
  SeenWait,
  ShownEvent,
} from './event-evidence.js';
import { groupedBy } from './grouped-by.js';

/** `min` is 0 for a permitted one. */
export interface Expected {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** What the event says, as far as the record still knows it. */
  readonly at?: Date;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Facts = Omit<Expected, 'label' | 'min' | 'max'>;

const once = (label: string, facts: Facts = {}): Expected => ({ label, min: 1, max: 1, ...facts });
const perhaps = (label: string, max = 1): Expected => ({ label, min: 0, max });

export function labelOf({ type, timestamp, data }: ShownEvent): string {
  const text = (name: string) => String(data[name]);
  const [noun] = type.split('.');
  if (noun === 'ecf') return `${type} ${text('ecf')}:${text('attempt')}${endOfLabel(type, timestamp, text)}`;
  if (noun === 'received')
    return `${type} ${text('rncEmisor')}:${text('encf')}:${text('xmlSha256')}${endOfLabel(type, timestamp, text)}`;
  if (noun === 'sequence') return `${type} ${text('desde')}-${text('hasta')}`;
  return type;
}

function endOfLabel(type: string, timestamp: string, text: (name: string) => string): string {
  switch (type) {
    case 'ecf.waiting':
      return `:${text('reason')}`;
    case 'ecf.approved':
    case 'ecf.disapproved':
      return `@${timestamp}`;
    case 'received.refused':
      return `:${text('codigo')}@${timestamp}`;
    case 'received.displaced':
      return `:${text('xmlSha256Desplazado')}`;
    case 'received.resolved':
      return `:${text('dgii')}`;
    case 'received.decision_delivered':
    case 'received.decision_undelivered':
      return `:${text('destino')}`;
    default:
      return '';
  }
}

export function expectedEvents(evidence: EventEvidence, companyId: number): Expected[] {
  const own = <One extends { readonly companyId: number }>(list: readonly One[]) =>
    list.filter((one) => one.companyId === companyId);
  const vouchers = [...evidence.documents, ...evidence.attempts.map(({ document }) => document)];
  const attemptsOf = groupedBy(own(vouchers), ({ encf }) => encf);
  const saidOf = groupedBy(own(evidence.incomingApprovals), ({ encf }) => encf);
  const waitsOf = groupedBy(own(evidence.waits), ({ encf }) => encf);
  return [
    ...[...attemptsOf].flatMap(([encf, attempts]) =>
      attempts.flatMap((attempt) => [
        ...ofAttempt(attempt, attempts),
        ...ofApprovals(attempt, saidOf.get(encf) ?? []),
        ...ofWaits(attempt, waitsOf.get(encf) ?? []),
      ]),
    ),
    ...own(evidence.receptions).flatMap(ofReception),
    ...own(evidence.refusedReceptions).map(({ rncEmisor, encf, sha256, code, receivedAt }) =>
      once(`received.refused ${rncEmisor}:${encf}:${sha256}:${code}@${receivedAt.toISOString()}`),
    ),
    ...own(evidence.sequences).flatMap(({ warnings = [] }) =>
      warnings.map((mark) => {
        const [range, type] = mark.split(':');
        return once(`${type} ${range}`);
      }),
    ),
  ];
}

const ends: Readonly<Record<string, { readonly type: string; readonly accepted: 0 | 1 }>> = {
  accepted: { type: 'ecf.accepted', accepted: 1 },
  'conditionally-accepted': { type: 'ecf.accepted_conditionally', accepted: 1 },
  rejected: { type: 'ecf.rejected', accepted: 0 },
  refused: { type: 'ecf.refused', accepted: 0 },
  annulled: { type: 'ecf.annulled', accepted: 0 },
};

const deliveryEnds: Readonly<Record<string, string>> = {
  delivered: 'ecf.delivered',
  refused: 'ecf.undelivered',
  'given-up': 'ecf.undelivered',
};

/** @param all the voucher's attempts */
function ofAttempt(attempt: LedgerAttempt, all: readonly LedgerAttempt[]): Expected[] {
  const { state, final, finalAt, verdict, buyerDelivery } = attempt;
  const name = nameOf(attempt);
  const end = ends[state];
  const delivery = deliveryEnds[buyerDelivery?.state ?? ''];
  return [
    ...(final && end !== undefined
      ? [
          once(`${end.type} ${name}`, {
            ...(finalAt && { at: finalAt }),
            data: {
              accepted: end.accepted,
              trackId: verdict?.trackId,
              ...(state === 'rejected' && { secuenciaUtilizada: verdict?.secuenciaUtilizada }),
            },
          }),
        ]
      : []),
    ...(startedContingency(attempt, all) ? [once(`ecf.contingency ${name}`)] : []),
    ...(delivery === undefined || buyerDelivery === undefined
      ? []
      : [once(`${delivery} ${name}`, { at: buyerDelivery.endedAt ?? buyerDelivery.since })]),
  ];
}

/** `signAnew` makes the next attempt with a new signature. It keeps the moment of the attempt before, which had the event. */
function startedContingency(
  { attempt, contingencySince }: LedgerAttempt,
  all: readonly LedgerAttempt[],
): boolean {
  if (contingencySince === undefined) return false;
  const before = all.find((one) => one.attempt === attempt - 1);
  return before?.contingencySince?.getTime() !== contingencySince.getTime();
}

/** The approval that the voucher shows has its event. Others had one if they were shown before a later one came. */
function ofApprovals(attempt: LedgerAttempt, said: readonly LedgerSaid[]): Expected[] {
  const { buyerApproval } = attempt;
  const labelOfSaid = (decision: string, at: Date) => {
    const type = decision === 'aprobado' ? 'ecf.approved' : 'ecf.disapproved';
    return `${type} ${nameOf(attempt)}@${at.toISOString()}`;
  };
  const shown = buyerApproval && labelOfSaid(buyerApproval.estado, buyerApproval.receivedAt);
  const others = said
    .filter(({ unknownVoucher }) => unknownVoucher === undefined)
    .map(({ decision, receivedAt }) => labelOfSaid(decision, receivedAt))
    .filter((label) => label !== shown);
  return [...(shown === undefined ? [] : [once(shown)]), ...others.map((label) => perhaps(label))];
}

/** What a client saw must have its event; no client may have seen a short wait. */
const reasonsForPeople = [
  ...['CERTIFICATE_UNUSABLE', 'NOT_DELEGATED', 'SEQUENCE_EXPIRED', 'CONFIRM_BY_HAND', 'INTERNAL_FAULT'],
];

function ofWaits(attempt: LedgerAttempt, waits: readonly SeenWait[]): Expected[] {
  const seen = waits.filter((one) => one.attempt === attempt.attempt);
  return reasonsForPeople.map((reason) => {
    const label = `ecf.waiting ${nameOf(attempt)}:${reason}`;
    return seen.some((one) => one.reason === reason) ? once(label) : perhaps(label);
  });
}

const results: Readonly<Record<string, string>> = {
  accepted: 'Aceptado',
  'conditionally-accepted': 'Aceptado Condicional',
  rejected: 'Rechazado',
  'not-confirmed': 'No confirmado',
};

function ofReception(reception: LedgerReceived): Expected[] {
  const { rncEmisor, encf, displaced = [], dgii } = reception;
  const contents = [...displaced, reception];
  const name = (sha256: string) => `${rncEmisor}:${encf}:${sha256}`;
  return contents.flatMap(({ sha256, decision }, index) => {
    const before = contents[index - 1];
    const isLast = index === contents.length - 1;
    const result = isLast ? results[dgii?.estado ?? ''] : undefined;
    return [
      before === undefined
        ? once(`received.created ${name(sha256)}`)
        : once(`received.displaced ${name(sha256)}:${before.sha256}`),
      ...Object.values(results).map((text) => {
        const label = `received.resolved ${name(sha256)}:${text}`;
        return text === result ? once(label) : perhaps(label);
      }),
      ...(decision === undefined
        ? []
        : [
            once(`received.decided ${name(sha256)}`, {
              at: decision.at,
              data: { decision: decision.estado },
            }),
          ]),
      ...(isLast ? ofLegs(name(sha256), reception) : []),
    ];
  });
}

/** A decision that was given up before it was sent may be sent later after all, when DGII has accepted the voucher. */
function ofLegs(name: string, { decision, approval, heldApproval }: LedgerReceived): Expected[] {
  if (decision === undefined) return [];
  return (['issuer', 'dgii'] as const).flatMap((leg) => {
    const shown = approval?.[leg].state ?? 'waiting';
    const state = shown === 'waiting' && heldApproval?.state === 'given-up' ? 'given-up' : shown;
    const end = `${name}:${leg === 'issuer' ? 'emisor' : 'dgii'}`;
    const undelivered = `received.decision_undelivered ${end}`;
    if (state === 'delivered') return [once(`received.decision_delivered ${end}`), perhaps(undelivered)];
    return state === 'waiting' ? [perhaps(undelivered)] : [{ label: undelivered, min: 1, max: 2 }];
  });
}

function nameOf({ encf, attempt }: Pick<LedgerAttempt, 'encf' | 'attempt'>): string {
  return `${encf}:${attempt}`;
}

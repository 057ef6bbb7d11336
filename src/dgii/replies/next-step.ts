/**
 * The next step after each answer of DGII: one table for each kind of request. `submit` and `query` switch on the step, and
 * a test compares the tables with docs/develop/recovery.md. We send again without asking only if DGII certainly did not take the delivery.
 * Certification is the exception for an e-CF: there only the end of the lease decides.
 */
import type { SignerRefusal, WaitingReason } from '../../ecf/model/document-states.js';
import type {
  FinalResult,
  FinalVerdict,
  Obstacle,
  RefusalCause,
  ResultAnswer,
  RfceAnswer,
  RfceStateAnswer,
  SubmitAnswer,
  TrackIdsAnswer,
  Unavailable,
} from './answers.js';
import { causeOf } from './known-texts.js';

export interface NextStep<Step extends string = string> {
  readonly step: Step;
  /** What the voucher waits for in the meantime. Null: it only waits for time to pass. */
  readonly waiting: WaitingReason | null;
  /**
   * Why the company is suspended: DGII refuses its signer. Every further voucher would fail too, and might use up its number. Null: the
   * company is not suspended.
   */
  readonly suspendFor: SignerRefusal | null;
}

type Verdict =
  | Exclude<FinalVerdict, 'rejected'>
  | `rejected-${'not-delegated' | 'certificate' | 'already-used' | 'other'}`;

/**
 * DGII refuses the signer, by the cause of its answer: when we ask for a token, deliver, or get a verdict. `refusal` is why the company is
 * suspended, and `waiting` what its vouchers wait for.
 */
const signerRefusals = {
  'not-delegated': { refusal: 'NOT_DELEGATED', waiting: 'NOT_DELEGATED' },
  certificate: { refusal: 'CERTIFICATE_REFUSED', waiting: 'CERTIFICATE_UNUSABLE' },
} as const satisfies Readonly<Record<string, { refusal: SignerRefusal; waiting: WaitingReason }>>;

const everySignerRefusal = Object.values(signerRefusals);

export function signerRefusalOf(cause: Unavailable['cause'] | RefusalCause): SignerRefusal | undefined {
  return cause === 'not-delegated' || cause === 'certificate' ? signerRefusals[cause].refusal : undefined;
}

export function waitOfSignerRefusal(refusal: SignerRefusal): WaitingReason {
  const known = everySignerRefusal.find((one) => one.refusal === refusal);
  if (known === undefined) throw new Error(`No signer refusal: ${refusal}`);
  return known.waiting;
}

function next<Step extends string>(step: Step, waiting: WaitingReason | null = null): NextStep<Step> {
  const suspendFor = everySignerRefusal.find((one) => one.waiting === waiting)?.refusal ?? null;
  return { step, waiting, suspendFor };
}

function everyCause<Cause extends string, Entry>(
  reasons: Readonly<Record<Cause, WaitingReason>>,
  entryOf: (waiting: WaitingReason) => Entry,
): Readonly<Record<Cause, Entry>> {
  const entries = Object.entries<WaitingReason>(reasons).map(([cause, waiting]) => [cause, entryOf(waiting)]);
  return Object.fromEntries(entries) as Record<Cause, Entry>;
}

const obstacles: Readonly<Record<Obstacle, WaitingReason>> = {
  unreachable: 'DGII_UNAVAILABLE',
  tls: 'DGII_UNAVAILABLE',
  'auth-unavailable': 'DGII_UNAVAILABLE',
  // A maintenance page, or a host that is not DGII.
  'seed-invalid': 'DGII_UNAVAILABLE',
  // DGII cannot read the seed that we signed. Only a mend of ours ends that.
  'seed-refused': 'INTERNAL_FAULT',
  certificate: signerRefusals.certificate.waiting,
  'not-delegated': signerRefusals['not-delegated'].waiting,
  // DGII is there, so this is no contingency. An unknown text of the token service does not show that the company is at fault.
  'token-refused': 'REQUEST_DELAYED',
  unauthorized: 'REQUEST_DELAYED',
  throttled: 'REQUEST_DELAYED',
  // Our own limit, or our own stop: they say nothing about DGII.
  overloaded: 'REQUEST_DELAYED',
  cancelled: 'REQUEST_DELAYED',
};

const unavailable: Readonly<Record<Unavailable['cause'], WaitingReason>> = {
  ...obstacles,
  timeout: 'DGII_UNAVAILABLE',
  broken: 'DGII_UNAVAILABLE',
  'server-fault': 'DGII_UNAVAILABLE',
  unreadable: 'DGII_UNAVAILABLE',
  contradictory: 'DGII_UNAVAILABLE',
  // DGII itself answered this question, with a 4xx and its own words.
  refused: 'REQUEST_DELAYED',
  'not-allowed-to-ask': 'NOT_DELEGATED',
};

export function waitOfUnavailable({ cause }: Pick<Unavailable, 'cause'>): WaitingReason {
  return unavailable[cause];
}

/** Only a refusal of the signer itself suspends the company, not a refusal of one question. */
function againAfter<Step extends string>(step: Step): Readonly<Record<Unavailable['cause'], NextStep<Step>>> {
  const steps = everyCause(unavailable, (waiting) => next(step, waiting));
  return { ...steps, 'not-allowed-to-ask': { ...steps['not-allowed-to-ask'], suspendFor: null } };
}

/** A rejection of the signer is final too, and the company's next voucher would get the same. */
const recorded = {
  accepted: next('record'),
  'conditionally-accepted': next('record'),
  'rejected-other': next('record'),
  'rejected-not-delegated': { ...next('record'), suspendFor: signerRefusals['not-delegated'].refusal },
  'rejected-certificate': { ...next('record'), suspendFor: signerRefusals.certificate.refusal },
} as const satisfies Partial<Record<Verdict, NextStep>>;

/** `open`: the delivery gets no outcome, because it may have arrived. */
type DeliveryEnd = 'received' | 'refused' | 'not-sent' | 'open';

export interface AfterDelivery extends NextStep<'query' | 'record' | 'send-again' | 'ask-whether-received'> {
  readonly outcome: DeliveryEnd;
}

const refused = (waiting: WaitingReason) => ({ ...next('send-again', waiting), outcome: 'refused' }) as const;
const received = { outcome: 'received' } as const;
/** DGII says that the number is used, perhaps by our own earlier delivery. In certification we cannot ask, so a person has to check. */
const alreadyUsed = { ...next('ask-whether-received', 'CONFIRM_BY_HAND'), outcome: 'open' } as const;
/** DGII may have it: a timeout is not a refusal, and a second delivery could use up the number for nothing. */
const mayHaveArrived = { ...next('ask-whether-received', 'DGII_UNAVAILABLE'), outcome: 'open' } as const;
/** DGII is there, so this is no contingency. */
const answeredInDoubt = { ...next('ask-whether-received', 'REQUEST_DELAYED'), outcome: 'open' } as const;

const deliveryTable = {
  received: { ...next('query'), ...received },
  refused: {
    'not-delegated': refused(signerRefusals['not-delegated'].waiting),
    certificate: refused(signerRefusals.certificate.waiting),
    // Code 004, "favor intentar nueva vez".
    transient: refused('DGII_UNAVAILABLE'),
    'already-used': alreadyUsed,
    // DGII refuses our bytes, file name or request. Sending again does not help, but is harmless.
    file: refused('INTERNAL_FAULT'),
    other: refused('INTERNAL_FAULT'),
  },
  'not-sent': everyCause(
    obstacles,
    (waiting) => ({ ...next('send-again', waiting), outcome: 'not-sent' }) as const,
  ),
  unknown: { answered: answeredInDoubt, unanswered: mayHaveArrived },
  // Code 004 of a summary does not say whether DGII kept it.
  transient: mayHaveArrived,
  final: {
    accepted: { ...recorded.accepted, ...received },
    'conditionally-accepted': { ...recorded['conditionally-accepted'], ...received },
    'rejected-other': { ...recorded['rejected-other'], ...received },
    'rejected-not-delegated': { ...recorded['rejected-not-delegated'], ...received },
    'rejected-certificate': { ...recorded['rejected-certificate'], ...received },
    'rejected-already-used': alreadyUsed,
  },
} as const satisfies {
  readonly received: AfterDelivery;
  readonly refused: Readonly<Record<RefusalCause, AfterDelivery>>;
  readonly 'not-sent': Readonly<Record<Obstacle, AfterDelivery>>;
  readonly unknown: Readonly<Record<'answered' | 'unanswered', AfterDelivery>>;
  readonly transient: AfterDelivery;
  readonly final: Readonly<Record<Verdict, AfterDelivery>>;
};

export function afterDelivery(answer: SubmitAnswer | RfceAnswer): AfterDelivery {
  switch (answer.kind) {
    case 'refused':
      return deliveryTable.refused[answer.cause];
    case 'not-sent':
      return deliveryTable['not-sent'][answer.cause];
    case 'final':
      return deliveryTable.final[verdictOf(answer)];
    case 'unknown':
      return deliveryTable.unknown[answer.cause === 'answered' ? 'answered' : 'unanswered'];
    default:
      return deliveryTable[answer.kind];
  }
}

/** `send-after-lease`: we cannot ask DGII, so we only wait for the end of the lease. */
type AfterCheck = NextStep<
  'query' | 'record' | 'ask-again' | 'send-when-twice-not-found' | 'send-after-lease'
>;

const checkTable = {
  found: next('query'),
  // Found by its security code, so even `already-used` is a verdict on these bytes.
  final: { ...recorded, 'rejected-already-used': next('record') },
  pending: next('ask-again'),
  'not-found': next('send-when-twice-not-found'),
  'not-offered': next('send-after-lease'),
  unavailable: againAfter('ask-again'),
} as const;

export function afterCheck(answer: TrackIdsAnswer | RfceStateAnswer): AfterCheck {
  switch (answer.kind) {
    case 'final':
      return checkTable.final[verdictOf(answer)];
    case 'unavailable':
      return checkTable.unavailable[answer.cause];
    default:
      return checkTable[answer.kind];
  }
}

type AfterQuery = NextStep<'record' | 'query-again' | 'check-other-deliveries'>;

const queryTable = {
  // Another delivery of ours may have used the number: a rejection of this one is not yet a verdict on the voucher.
  final: { ...recorded, 'rejected-already-used': next('check-other-deliveries') },
  pending: next('query-again'),
  // DGII gave or listed this trackId, or a person confirmed it, so its result is late rather than missing.
  'not-found': next('query-again'),
  unavailable: againAfter('query-again'),
} as const;

export function afterQuery(answer: ResultAnswer): AfterQuery {
  switch (answer.kind) {
    case 'final':
      return queryTable.final[verdictOf(answer)];
    case 'unavailable':
      return queryTable.unavailable[answer.cause];
    default:
      return queryTable[answer.kind];
  }
}

/** DGII rejected the voucher because its number is used. It says nothing about the voucher itself. */
export function isAlreadyUsed(result: FinalResult): boolean {
  return verdictOf(result) === 'rejected-already-used';
}

/** Whether the delivery with this result used the number itself: DGII accepted it, or rejected it and says that its number is used. */
export function usedItsNumber(result: FinalResult): boolean {
  if (isAlreadyUsed(result)) return false;
  return result.verdict !== 'rejected' || result.secuenciaUtilizada === true;
}

function verdictOf({ verdict, mensajes }: FinalResult): Verdict {
  if (verdict !== 'rejected') return verdict;
  const cause = causeOf(mensajes);
  const known = cause === 'not-delegated' || cause === 'certificate' || cause === 'already-used';
  return `rejected-${known ? cause : 'other'}`;
}

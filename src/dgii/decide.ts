/**
 * What follows from an answer of DGII's, in one place: send the same bytes again, ask first, ask again, or record. Only
 * what is certain not to have arrived is sent again without asking.
 */
import type { WaitingReason } from '../ecf/document-states.js';
import { assertNever } from '../errors.js';
import type {
  FinalResult,
  Obstacle,
  RefusalCause,
  ResultAnswer,
  RfceAnswer,
  RfceStateAnswer,
  StateAnswer,
  SubmitAnswer,
  TrackIdsAnswer,
  Unavailable,
} from './answers.js';
import { causeOf } from './known-texts.js';

export interface Decision {
  /**
   * `ask-whether-received` by trackIds, state or the RFCE query; `query` the result of a trackId; `record` a final verdict;
   * `send-when-twice-not-found`: DGII does not know it, which counts when it says so twice, apart.
   */
  readonly step: 'send' | 'send-when-twice-not-found' | 'ask-whether-received' | 'query' | 'record';
  /** What the voucher waits for meanwhile; null when it only takes its course. */
  readonly waiting: WaitingReason | null;
  /** The company's set-up is at fault: every further voucher would fail alike and might burn its number. */
  readonly suspendCompany: boolean;
}

/** After a delivery, or after a question for the result of a trackId. */
export function decide(answer: SubmitAnswer | ResultAnswer | RfceAnswer): Decision {
  switch (answer.kind) {
    case 'received':
      return go('query', null);
    case 'refused':
      return afterRefusal(answer.cause);
    case 'not-sent':
      return go('send', waitingFor(answer.cause));
    case 'unknown':
      // A timeout is not a refusal: DGII may have it, and a second delivery could spend the number for nothing.
      return go('ask-whether-received', 'DGII_UNAVAILABLE');
    case 'transient':
      // Code 004 of an RFCE, "favor intentar nueva vez". Whether it was kept is not said.
      return go('ask-whether-received', 'DGII_UNAVAILABLE');
    case 'final':
      return afterVerdict(answer);
    case 'pending':
      return go('query', null);
    case 'not-found':
      // DGII itself gave the trackId, so it is late rather than wrong.
      return go('query', 'DGII_SILENT');
    case 'unavailable':
      return go('query', waitingForAnswer(answer));
    default:
      return assertNever(answer);
  }
}

/** After the question whether a delivery without an answer arrived. */
export function decideWhereabouts(answer: TrackIdsAnswer | StateAnswer | RfceStateAnswer): Decision {
  switch (answer.kind) {
    case 'found':
      if ('trackIds' in answer) return go('query', null);
      return go(answer.standing === 'in-process' ? 'ask-whether-received' : 'record', null);
    case 'final':
      return { ...go('record', null), suspendCompany: accusesTheSigner(answer) };
    case 'pending':
      return go('ask-whether-received', null);
    case 'not-found':
      return go('send-when-twice-not-found', null);
    case 'not-offered':
      // In certification DGII cannot be asked: the same bytes again, whose number is spent once at most.
      return go('send', null);
    case 'unavailable':
      return go('ask-whether-received', waitingForAnswer(answer));
    default:
      return assertNever(answer);
  }
}

function afterVerdict(result: FinalResult): Decision {
  // The first delivery of these bytes may be what used it: a rejection of the second one is not the voucher's.
  if (result.verdict === 'rejected' && causeOf(result.mensajes) === 'already-used')
    return go('ask-whether-received', 'CONFIRM_BY_HAND');
  return { ...go('record', null), suspendCompany: accusesTheSigner(result) };
}

/** A received verdict on certificate or delegation is final, and the next voucher would meet the same. */
function accusesTheSigner({ verdict, mensajes }: FinalResult): boolean {
  const cause = causeOf(mensajes);
  return verdict === 'rejected' && (cause === 'not-delegated' || cause === 'certificate');
}

function waitingForAnswer({ cause }: Unavailable): WaitingReason {
  return cause in obstacles ? waitingFor(cause as Obstacle) : 'DGII_UNAVAILABLE';
}

function afterRefusal(cause: RefusalCause): Decision {
  switch (cause) {
    case 'not-delegated':
      return go('send', 'NOT_DELEGATED');
    case 'certificate':
      return go('send', 'CERTIFICATE_UNUSABLE');
    case 'transient':
      // Code 004, "favor intentar nueva vez".
      return go('send', 'DGII_UNAVAILABLE');
    case 'already-used':
      // Perhaps by our own earlier delivery. Where DGII cannot be asked (certecf) a person has to look.
      return go('ask-whether-received', 'CONFIRM_BY_HAND');
    case 'file':
    case 'other':
      // Our bytes, file name or request: repeating them cures nothing, but nothing is lost either.
      return go('send', 'INTERNAL_FAULT');
    default:
      return assertNever(cause);
  }
}

const obstacles: Readonly<Record<Obstacle, WaitingReason>> = {
  unreachable: 'DGII_UNAVAILABLE',
  tls: 'DGII_UNAVAILABLE',
  'auth-unavailable': 'DGII_UNAVAILABLE',
  // A maintenance page, or a host that is not DGII.
  'seed-invalid': 'DGII_UNAVAILABLE',
  'seed-refused': 'INTERNAL_FAULT',
  certificate: 'CERTIFICATE_UNUSABLE',
  'not-delegated': 'NOT_DELEGATED',
  // An unknown text of the token service accuses nobody.
  'token-refused': 'DGII_UNAVAILABLE',
  unauthorized: 'DGII_UNAVAILABLE',
  throttled: 'DGII_UNAVAILABLE',
  overloaded: 'DGII_UNAVAILABLE',
  cancelled: 'DGII_UNAVAILABLE',
};

function waitingFor(cause: Obstacle): WaitingReason {
  return obstacles[cause];
}

function go(step: Decision['step'], waiting: WaitingReason | null): Decision {
  return { step, waiting, suspendCompany: waiting === 'NOT_DELEGATED' || waiting === 'CERTIFICATE_UNUSABLE' };
}

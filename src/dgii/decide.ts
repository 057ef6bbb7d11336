/**
 * What follows from an answer of DGII's, in one place: send the same bytes again, ask first, ask again, or record. Only
 * what is certain not to have arrived is sent again without asking.
 */
import type { WaitingReason } from '../ecf/document-states.js';
import { assertNever } from '../errors.js';
import type { Obstacle, RefusalCause, ResultAnswer, SubmitAnswer } from './answers.js';

export interface Decision {
  /** `ask-whether-received` by trackIds or state; `query` the result of a trackId; `record` a final verdict. */
  readonly step: 'send' | 'ask-whether-received' | 'query' | 'record';
  /** What the voucher waits for meanwhile; null when it only takes its course. */
  readonly waiting: WaitingReason | null;
  /** The company's set-up is at fault: every further voucher would fail alike and might burn its number. */
  readonly suspendCompany: boolean;
}

export function decide(answer: SubmitAnswer | ResultAnswer): Decision {
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
    case 'final':
      return go('record', null);
    case 'pending':
      return go('query', null);
    case 'not-found':
      // DGII itself gave the trackId, so it is late rather than wrong.
      return go('query', 'DGII_SILENT');
    case 'unavailable':
      return go(
        'query',
        answer.cause in obstacles ? waitingFor(answer.cause as Obstacle) : 'DGII_UNAVAILABLE',
      );
    default:
      return assertNever(answer);
  }
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

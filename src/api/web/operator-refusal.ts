/** Turns a refusal of an operator's function into the error that a screen shows, at its field if it has one. */
import type { Refused } from '../../shared/refused.js';
import { ServiceError } from '../../shared/errors.js';
import { WebError, type WebErrorCode, type WebErrorDetail } from './web-error.js';

/** Codes that the public API has too, with the seconds after which a person may try again. */
const sharedCodes = {
  RNC_INVALID: undefined,
  ENCF_INVALID: undefined,
  ECF_NOT_FOUND: undefined,
  NOTE_NOT_POSSIBLE: undefined,
  ANNULMENT_NOT_FOUND: undefined,
  ANNULMENT_SENT: undefined,
  DGII_UNAVAILABLE: 30,
  PROCESS_UNAVAILABLE: 10,
} as const satisfies Partial<Record<ServiceError['code'], number | undefined>>;

type SharedCode = keyof typeof sharedCodes;

/** In the API, `ORIGIN_CHANGING` means that a request must wait. Here it means that another person has started a change. */
type Code = Exclude<WebErrorCode, 'ORIGIN_CHANGE_UNDER_WAY'> | SharedCode | 'ORIGIN_CHANGING';
type Refusal = Refused<Code, object>;
type Outcome = { readonly outcome: string; readonly refusal?: never } | Refusal;

type Detail = Pick<WebErrorDetail, 'campo' | 'mensaje'>;

/**
 * Facts that a screen does not show: `address` and `cause` are for the operator of the service, and `mensaje` is already the error's text.
 */
const hiddenFacts = ['address', 'cause', 'mensaje'];

/** @returns the outcome if it is not a refusal; throws WebError or ServiceError if it is */
export function doneOr<From extends Outcome>(
  outcome: From,
  detailOf: (refusal: Extract<From, Refusal>) => Detail = () => ({}),
): Exclude<From, Refusal> {
  if (outcome.refusal === undefined) return outcome as Exclude<From, Refusal>;
  throw errorOf(outcome, detailOf(outcome as Extract<From, Refusal>));
}

function errorOf({ refusal, facts }: Refusal, detail: Detail): Error {
  if (isShared(refusal)) {
    const retryAfterSeconds = sharedCodes[refusal];
    return new ServiceError(refusal, { ...detail, ...(retryAfterSeconds && { retryAfterSeconds }) });
  }
  const shown = Object.entries(facts).filter(([name]) => !hiddenFacts.includes(name));
  const code = refusal === 'ORIGIN_CHANGING' ? 'ORIGIN_CHANGE_UNDER_WAY' : refusal;
  return new WebError(code, { ...detail, ...(shown.length > 0 && { detalle: Object.fromEntries(shown) }) });
}

function isShared(code: Code): code is SharedCode {
  return Object.hasOwn(sharedCodes, code);
}

/** Turns a refusal of an operator's function into the error that a screen shows, at the field where there is one. */
import type { Refused } from '../../../operator/refused.js';
import { ServiceError } from '../../../shared/errors.js';
import { WebError, type WebErrorCode, type WebErrorDetail } from '../web-error.js';

/** Codes that the published API has too, and after how many seconds a person may try again. */
const sharedCodes = {
  RNC_INVALID: undefined,
  ENCF_INVALID: undefined,
  ECF_NOT_FOUND: undefined,
  ANNULMENT_NOT_FOUND: undefined,
  ANNULMENT_SENT: undefined,
  DGII_UNAVAILABLE: 30,
  PROCESS_UNAVAILABLE: 10,
} as const satisfies Partial<Record<ServiceError['code'], number | undefined>>;

type SharedCode = keyof typeof sharedCodes;

/** `ORIGIN_CHANGING` of the API means that a request must wait. For an operator it is another person's change. */
type Code = Exclude<WebErrorCode, 'ORIGIN_CHANGE_UNDER_WAY'> | SharedCode | 'ORIGIN_CHANGING';
type Refusal = Refused<Code, object>;
type Outcome = { readonly outcome: string; readonly refusal?: never } | Refusal;

type Detail = Pick<WebErrorDetail, 'campo' | 'mensaje'>;

/** Facts for the operator of the service, not for people of a company; and a sentence, which is the error's own. */
const hiddenFacts = ['address', 'cause', 'mensaje'];

/** @returns the outcome when it is no refusal. Throws WebError or ServiceError. */
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

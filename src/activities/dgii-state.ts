/** DGII's state of one voucher, taken from DGII's answer about the voucher's number. */
import type { StateAnswer } from '../dgii/replies/answers.js';
import { isAnotherEncf } from '../ecf/model/encf.js';
import type { DgiiState } from '../ecf/codes/reception-states.js';

/**
 * DGII may answer about the voucher that it has, whatever security code we ask for. Another voucher with the same number has another
 * code, so DGII's state is not the state of ours: `not-confirmed`. Undefined if DGII gave no state or answered about another number.
 */
export function stateOf(
  answer: StateAnswer,
  { encf, securityCode }: { readonly encf: string; readonly securityCode: string },
): DgiiState | undefined {
  if (answer.kind === 'not-found') return 'not-found';
  if (answer.kind !== 'found' || isAnotherEncf(answer.encf, encf)) return undefined;
  return (answer.codigoSeguridad ?? securityCode) === securityCode ? answer.state : 'not-confirmed';
}

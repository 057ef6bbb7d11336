/** DGII's state of one voucher, from its answer about the voucher's number. */
import type { StateAnswer } from '../dgii/replies/answers.js';
import { isAboutVoucher, type ComparedVoucher } from '../ecf/messages/about-voucher.js';
import { isAnotherEncf } from '../ecf/model/encf.js';
import type { DgiiState } from '../ecf/codes/reception-states.js';

interface Voucher extends ComparedVoucher {
  readonly encf: string;
}

/**
 * `not-confirmed`: DGII has another voucher with this number, so its state is not the state of ours. Undefined if DGII gave no state or
 * answered about another number.
 */
export function stateOf(answer: StateAnswer, voucher: Voucher): DgiiState | undefined {
  if (answer.kind === 'not-found') return 'not-found';
  if (answer.kind !== 'found' || isAnotherEncf(answer.encf, voucher.encf)) return undefined;
  return isAboutVoucher(answer, voucher) ? answer.state : 'not-confirmed';
}

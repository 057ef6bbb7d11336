/** DGII's state of one voucher, taken from DGII's answer about the voucher's number. */
import type { StateAnswer } from '../dgii/replies/answers.js';
import { amountOf } from '../ecf/model/amounts.js';
import { isAnotherEncf } from '../ecf/model/encf.js';
import type { DgiiState } from '../ecf/codes/reception-states.js';

interface Voucher {
  readonly encf: string;
  readonly securityCode: string;
  /** Decimal text. Absent: the amount is not compared. */
  readonly montoTotal?: string;
}

/**
 * DGII may answer about the voucher that it has, whatever security code we ask for. Another voucher with the same number has another code or,
 * because codes are short and DGII may leave the code out, another total. So DGII's state is not the state of ours: `not-confirmed`.
 * Undefined if DGII gave no state or answered about another number.
 */
export function stateOf(
  answer: StateAnswer,
  { encf, securityCode, montoTotal }: Voucher,
): DgiiState | undefined {
  if (answer.kind === 'not-found') return 'not-found';
  if (answer.kind !== 'found' || isAnotherEncf(answer.encf, encf)) return undefined;
  const sameCode = (answer.codigoSeguridad ?? securityCode) === securityCode;
  const sameTotal =
    montoTotal === undefined ||
    answer.montoTotal === null ||
    amountOf(answer.montoTotal).eq(amountOf(montoTotal));
  return sameCode && sameTotal ? answer.state : 'not-confirmed';
}

/** DGII's state of the voucher that the company received, taken from DGII's answer about the number. */
import type { StateAnswer } from '../../dgii/replies/answers.js';
import type { DgiiState } from '../../ecf/codes/reception-states.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';

/**
 * DGII may answer about the voucher that it has, whatever security code we ask for. A forged voucher with a genuine number has another
 * code, so DGII's state is not the state of the forged one. Undefined if DGII gave no state or answered about another number.
 */
export function stateOf(
  answer: StateAnswer,
  { encf, securityCode }: Pick<ReceptionRecord, 'encf' | 'securityCode'>,
): DgiiState | undefined {
  if (answer.kind === 'not-found') return 'not-found';
  if (answer.kind !== 'found' || (answer.encf ?? encf).toUpperCase() !== encf) return undefined;
  return (answer.codigoSeguridad ?? securityCode) === securityCode ? answer.state : 'not-confirmed';
}

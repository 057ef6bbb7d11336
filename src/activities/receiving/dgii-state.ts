/** What DGII's answer about a number says of the voucher that the company received under it. */
import type { StateAnswer } from '../../dgii/replies/answers.js';
import type { DgiiState, ReceptionRecord } from '../../ledger/received/reception-record.js';

/**
 * DGII may answer with the voucher that it has, whatever security code it was asked for. A forged voucher with a genuine number has
 * another code, so DGII's state is not its own. Undefined: DGII did not say, or spoke about another number.
 */
export function stateOf(
  answer: StateAnswer,
  { encf, securityCode }: Pick<ReceptionRecord, 'encf' | 'securityCode'>,
): DgiiState | undefined {
  if (answer.kind === 'not-found') return 'not-found';
  if (answer.kind !== 'found' || (answer.encf ?? encf).toUpperCase() !== encf) return undefined;
  return (answer.codigoSeguridad ?? securityCode) === securityCode ? answer.state : 'not-confirmed';
}

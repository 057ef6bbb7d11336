/**
 * Asks DGII whether what it has under a voucher's number is ours. DGII lists every delivery of a number. Another system that issues for the
 * same company, or this service before a restore, may have delivered a voucher with the same number.
 */
import type { Credentials } from '../../dgii/client.js';
import type { NotOffered, Unavailable } from '../../dgii/replies/answers.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { amountOf } from '../../ecf/model/amounts.js';
import type { ActivityDeps } from '../deps.js';
import { stateOf } from '../dgii-state.js';

export type NumberState =
  /**
   * DGII has a result under the number. `ours`: of a voucher with our security code. `accepted`: no rejection. `sameTotal`: DGII's
   * voucher has the total of ours, so it may be the same sale, signed by this service before a restore.
   */
  | {
      readonly kind: 'decided';
      readonly ours: boolean;
      readonly accepted: boolean;
      readonly sameTotal: boolean;
    }
  /** DGII shows nothing, perhaps because a delivery is still in process. */
  | { readonly kind: 'not-found' }
  /** DGII says that it is in process, or answers about another number. */
  | { readonly kind: 'undecided' }
  | NotOffered;

/** Throws when the voucher is not signed. */
export async function askAboutNumber(
  deps: ActivityDeps,
  auth: Credentials,
  { rncEmisor, encf, signed, montoTotal }: DocumentRecord,
  cancelled: AbortSignal,
): Promise<NumberState | Unavailable> {
  if (signed === undefined) throw new Error(`Document ${encf} has no security code`);
  // With our code DGII would answer about our rejected copy, although it accepted another voucher.
  const answer = await deps.dgii.state(auth, { rncEmisor, encf }, cancelled);
  if (answer.kind === 'unavailable' || answer.kind === 'not-offered') return answer;
  if (answer.kind === 'not-found') return { kind: 'not-found' };
  const state = stateOf(answer, { encf, securityCode: signed.securityCode });
  if (state === undefined || answer.state === 'in-process') return { kind: 'undecided' };
  return {
    kind: 'decided',
    ours: state !== 'not-confirmed',
    accepted: answer.state !== 'rejected',
    sameTotal: answer.montoTotal !== null && amountOf(answer.montoTotal).eq(amountOf(montoTotal)),
  };
}

/**
 * Who used the number, if DGII says that it is used and no result says by whom.
 * - `shown-later`: perhaps a copy of ours. DGII accepted one and shows its result a moment later, or something is in process.
 * - `same-sale`, `another-voucher`: DGII accepted another voucher, with the total of ours or with another total.
 * - `unknown`: DGII has no state. Or the state is of a rejected voucher and proves nothing: it may be an earlier attempt of ours.
 */
export function whoUsed(number: NumberState): 'shown-later' | 'same-sale' | 'another-voucher' | 'unknown' {
  if (number.kind === 'undecided') return 'shown-later';
  if (number.kind !== 'decided' || !number.accepted) return 'unknown';
  if (number.ours) return 'shown-later';
  return number.sameTotal ? 'same-sale' : 'another-voucher';
}

/**
 * Which attempt of a voucher DGII has, after DGII rejected the latest one only because the number is used. That rejection says nothing
 * about the voucher.
 */
import { messageCause } from '../../ecf/messages/dgii-messages.js';
import { documentStates } from '../../ecf/model/document-states.js';
import type { DocumentRecord, Verdict } from '../vouchers/document-record.js';

interface Attempt extends Pick<DocumentRecord, 'attempt' | 'state' | 'final'> {
  readonly verdict?: Pick<Verdict, 'mensajes' | 'configuration'>;
}

export function isRepeatedNumber({ state, verdict }: Pick<Attempt, 'state' | 'verdict'>): boolean {
  return state === 'rejected' && messageCause(verdict?.mensajes ?? []) === 'already-used';
}

/**
 * The newest attempt that DGII judged by its content, if DGII accepted it. A later rejection of the content means that DGII forgot what it
 * had accepted before.
 */
export function attemptAtDgii<T extends Attempt>(earlier: readonly T[]): T | undefined {
  const judged = earlier.filter((one) => one.final && wasJudged(one)).sort((a, b) => b.attempt - a.attempt);
  const [newest] = judged;
  return newest !== undefined && documentStates[newest.state].accepted === 1 ? newest : undefined;
}

function wasJudged(attempt: Attempt): boolean {
  const { state, verdict } = attempt;
  return state !== 'refused' && verdict?.configuration === undefined && !isRepeatedNumber(attempt);
}

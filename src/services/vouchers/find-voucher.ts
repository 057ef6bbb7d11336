/** Finds one voucher: its latest attempt or an earlier one. */
import { documentStates, waitingStatus } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Store } from '../../ledger/ledger.js';
import { refused, type Refused } from '../../shared/refused.js';

interface WantedDocument {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  /** Absent for the latest attempt. */
  readonly attempt?: number;
}

type FoundDocument =
  | { readonly outcome: 'found'; readonly document: DocumentRecord }
  | Refused<'ECF_NOT_FOUND'>
  | Refused<'ATTEMPT_NOT_FOUND', { readonly latest: number }>;

export async function findDocument(
  { store }: { readonly store: Pick<Store, 'findDocument' | 'findEarlierAttempt'> },
  { companyId, environment, encf, attempt }: WantedDocument,
): Promise<FoundDocument> {
  const current = await store.findDocument(companyId, environment, encf);
  if (current === undefined) return refused('ECF_NOT_FOUND');
  const latest = current.attempt;
  if (attempt === undefined || attempt === latest) return { outcome: 'found', document: current };
  const earlier = await store.findEarlierAttempt(companyId, environment, encf, attempt);
  return earlier === undefined
    ? refused('ATTEMPT_NOT_FOUND', { latest })
    : { outcome: 'found', document: earlier };
}

export function statusOf({
  state,
  waiting,
  final,
}: Pick<DocumentRecord, 'state' | 'waiting' | 'final'>): string {
  return waiting !== undefined && !final ? waitingStatus : documentStates[state].status;
}

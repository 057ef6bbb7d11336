/** What a step tells the workflow: the state the ledger now has, never contents. It becomes history: keep it small. */
import {
  documentStates,
  waitingReasons,
  waitingStatus,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/document-states.js';
import type { DocumentRecord } from '../../store/document-record.js';

export interface StepView {
  readonly state: DocumentState | 'unknown';
  /** The text clients see; operators see the same one. */
  readonly status: string;
  readonly final: boolean;
  /** DGII has it, or it is final. */
  readonly handedOver: boolean;
  readonly waiting: WaitingReason | null;
  /** The reason in words, for operators. */
  readonly why?: string;
  /** The step asked DGII for the result as well, which is not there yet. */
  readonly asked?: true;
}

export function stepViewOf(document: Pick<DocumentRecord, 'state' | 'waiting'>): StepView {
  const { status, final } = documentStates[document.state];
  const waiting = final ? null : (document.waiting?.reason ?? null);
  return {
    state: document.state,
    status: waiting === null ? status : waitingStatus,
    final,
    handedOver: final || document.state === 'submitted',
    waiting,
    ...(waiting === null ? {} : { why: waitingReasons[waiting] }),
  };
}

/** What the api asks of the process side: start or join the workflow of one attempt, and wait for a stage of it. */
import type { DocumentRef } from '../../workflows/contract.js';

/** `handed-over`: signed and with DGII, or final. `final`: DGII's last word. */
export type Stage = 'handed-over' | 'final';

export interface Issuing {
  /**
   * Starts (or joins) the workflow of an attempt and waits; resolves when the stage is reached, the wait ended, or
   * Temporal is unreachable: the answer is always read from the ledger afterwards. Never rejects.
   */
  process(
    ref: DocumentRef,
    about: { readonly tipoeCF: number; readonly correlationId: string },
    stage: Stage,
    waitMs: number,
  ): Promise<void>;
  /**
   * Has a worker answer a question that lies in the ledger; resolves when it did, or when nobody waits any more: the answer, or
   * that there is none, is read from the ledger. Never rejects.
   */
  inquire(kind: string, inquiryId: string): Promise<void>;
}

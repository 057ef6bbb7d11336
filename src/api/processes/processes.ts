/** The api's interface to the workflows of vouchers, receptions, annulments and certification runs: start or join one, and wait for it. */
import type { CertificationTopic } from '../../workflows/contract/certification.js';
import type { AnnulmentTopic } from '../../workflows/contract/numbers.js';
import type { AttemptRef } from '../../ecf/model/encf.js';

/** `handed-over`: signed and delivered to DGII, or already final. `final`: the final state. */
export type Stage = 'handed-over' | 'final';

export interface Issuing {
  /**
   * Resolves when the stage is reached, when the time is over, or when Temporal is unreachable. It never rejects: in every case the
   * caller then reads the answer from the ledger.
   */
  startAndWait(
    ref: AttemptRef,
    about: { readonly tipoeCF: number; readonly correlationId: string },
    stage: Stage,
    waitMs: number,
  ): Promise<void>;
  /**
   * Asks a worker to sign the acknowledgement of a reception. Resolves when the worker has ended or after ten seconds. It never
   * rejects: the caller then reads the ledger and finds an acknowledgement or none.
   */
  acknowledge(receptionId: string, companyId: number): Promise<void>;
  /** Starts or joins an annulment of numbers and waits for its end, but no longer than this. It never rejects. */
  annul(annulment: AnnulmentTopic & { readonly _id: string }, waitMs: number): Promise<void>;
  /** Starts the workflow of a certification run, or ends its pause. It never rejects: a worker's round starts what this did not. */
  certify(topic: CertificationTopic): Promise<void>;
}

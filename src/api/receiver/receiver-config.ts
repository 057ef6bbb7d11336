/** The settings of the receiver. */
import type { Environment } from '../../ecf/model/environments.js';
import type { CertificateCheck } from '../../receiving/signature.js';

export interface ReceiverConfig {
  /** Whether a sender needs a token of ours. `optional`: a token that comes all the same is not read. */
  readonly auth: 'required' | 'optional';
  /** The company that signs the answer when we do not know the buyer; empty: the answer is 400. */
  readonly operatorRnc: string;
  /** How strictly certificates of senders are judged, by the environment of the company that receives. */
  readonly certificates: Readonly<Record<Environment, CertificateCheck>>;
  /** PEM of the trusted authorities; empty: none are known. */
  readonly authorities: string;
  /** Calls of one network in a minute; 0: no limit. */
  readonly callsPerMinute: number;
}

/** The settings of the receiver. */
import type { Environment } from '../../ecf/model/environments.js';
import type { CertificateCheck } from '../../documents/read/signature.js';

export interface ReceiverConfig {
  /** Whether a sender needs a token of ours. `optional`: a token is not even read. */
  readonly auth: 'required' | 'optional';
  /** The RNC of the company that signs the answer if the buyer is unknown; empty: the answer is 400. */
  readonly operatorRnc: string;
  readonly certificates: Readonly<Record<Environment, CertificateCheck>>;
  /** The PEM of the trusted authorities; empty if none are configured. */
  readonly authorities: string;
  /** What signers without a trusted certificate may store in an hour, in bytes; 0 means no limit. */
  readonly untrustedBytesPerHour: number;
}

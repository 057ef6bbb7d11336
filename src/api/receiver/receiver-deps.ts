/** What the receiver's handlers work with. */
import type { ReceivedEcf } from '../../documents/read/read-ecf.js';
import type { SignatureChecks } from '../../documents/read/signature.js';
import type { FairQueue } from '../../shared/fair-queue.js';
import type { ApiDeps } from '../deps.js';
import type { DecideContested } from './contests.js';
import type { ReceiverConfig } from './receiver-config.js';
import type { ReceiverTokens } from './tokens.js';

export interface ReceiverDeps extends Pick<
  ApiDeps,
  'store' | 'checker' | 'clock' | 'log' | 'metrics' | 'issuing'
> {
  readonly config: ReceiverConfig;
  readonly tokens: ReceiverTokens;
  readonly decideContested: DecideContested;
  /** Reads of bodies, by network. */
  readonly receptions: FairQueue<string>;
  /** Signatures that workers make, by network. */
  readonly acknowledgements: FairQueue<string>;
  /** Reads a voucher, only once for all its copies. */
  readonly readEcf: (network: string, xml: Buffer) => Promise<ReceivedEcf>;
  /** How to check certificates at this moment. */
  readonly checks: () => SignatureChecks;
}

/** A posted XML, with the network that sent it. */
export interface Posted {
  readonly network: string;
  readonly xml: Buffer;
}

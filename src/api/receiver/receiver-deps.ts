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
  readonly receptions: FairQueue<string>;
  readonly acknowledgements: FairQueue<string>;
  readonly readEcf: (network: string, xml: Buffer) => Promise<ReceivedEcf>;
  readonly checks: () => SignatureChecks;
}

export interface Posted {
  readonly network: string;
  readonly xml: Buffer;
}

/** Everything that the imitated DGII works with. */
import type { X509Certificate } from 'node:crypto';
import type { Identities } from './buyers/identities.js';
import type { FaultAction, FaultDesk } from './faults.js';
import type { Authentication } from './http/authentication.js';
import type { ReplyDelivery } from './http/reply-delivery.js';
import type { ServiceName } from './http/services.js';
import type { ReceptionRecord } from './record.js';
import type { SettingsHolder } from './settings.js';
import type { Delegations } from './verdict/delegations.js';
import type { Schemas } from './verdict/schemas.js';

export interface Dgii {
  readonly dataDir: string;
  readonly clock: () => Date;
  /** Its own address, without a slash at the end; known once it listens. */
  readonly baseUrl: () => string;
  readonly settings: SettingsHolder;
  readonly record: ReceptionRecord;
  readonly trusted: readonly X509Certificate[];
  readonly delegations: Delegations;
  readonly schemaFault: Schemas['firstFault'];
  readonly authentication: Authentication;
  /** Of the imitated buyers, by name. Each buyer has its own secret, so that no token of DGII or of another buyer is valid. */
  readonly buyerAuthentications: Map<string, Promise<Authentication>>;
  readonly identities: Identities;
  /** A restart counts all queries of earlier receptions, so that what was final stays final. */
  readonly looks: Map<string, number>;
  readonly faults: FaultDesk;
  readonly delivery: ReplyDelivery;
  readonly requests: Map<ServiceName, number>;
  readonly met: Map<FaultAction, number>;
}

/** The record of DGII's outage for one company (collection `dgiiOutages`). It stays when the outage is over. */
import type { Environment } from '../../ecf/model/environments.js';
import type { WithPending } from '../events/event-record.js';

/** DGII has a host for e-CF and one for the summaries of type 32. */
export type Host = 'ecf' | 'fc';

export interface DgiiOutageRecord extends WithPending {
  /** `{companyId}:{environment}:{host}`. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly host: Host;
  /** The first voucher has waited since then. Absent: DGII takes vouchers. */
  readonly since?: Date;
  /** When DGII took a voucher again, after the last outage. */
  readonly endedAt?: Date;
  /** Some of the vouchers that wait. When DGII takes one of them, the outage is over. */
  readonly waiting?: readonly string[];
}

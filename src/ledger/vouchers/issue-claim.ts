/** The record of a key of `issue`, and what it claims (issue-claims.ts). */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';

export interface IssueKey {
  readonly companyId: number;
  readonly environment: Environment;
  /** As the client sent it: 1 to 64 code points. */
  readonly key: string;
}

export interface IssueClaim {
  /** It never changes: with another type the key would take a second number, and the first one would be lost. */
  readonly ecfType: EcfType;
  /** SHA-256 (hex) of the client's JSON (documents/check/draft.ts). */
  readonly contentHash: string;
  /** The service refused this content after the claim. Until it takes content, other content may replace it. */
  readonly refusedAt?: Date;
}

export interface IssueClaimRecord extends IssueKey, IssueClaim {
  /** `{companyId}:{environment}:{key}` */
  readonly _id: string;
  readonly claimedAt: Date;
}

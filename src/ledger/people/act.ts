/** The record types of the audit log (audit.ts). */

/** An act as it is written before its effect. It has no contents, no names and no secrets. */
export interface Act {
  readonly actId: string;
  readonly at: Date;
  readonly action: string;
  readonly personId: string;
  /** Shows which acts belong to one session. It is random and gives no access. */
  readonly session: string;
  readonly ip: string;
  /** The company of the act. An act outside any company has all companies of the person, so that their administrators see it. */
  readonly companyIds: readonly number[];
  readonly environment?: string;
  /** What the act is about: an e-NCF, a user, a person. */
  readonly target?: string;
  readonly correlationId: string;
}

export interface ActResult {
  readonly at: Date;
  readonly outcome: 'done' | 'refused' | 'failed';
  /** The code of the refusal or failure. */
  readonly code?: string;
  /** Replaces the act's target, if the target is known only afterwards. The only name in the log: the address of a withdrawn invitation. */
  readonly target?: string;
}

export type AuditRecord =
  | (Act & { readonly _id: string; readonly kind: 'act' })
  | (ActResult & { readonly _id: string; readonly kind: 'result'; readonly actId: string });

/** The forms of the audit log, see audit.ts. */

/** An act, before its effect. No contents, no names, no secrets. */
export interface Act {
  readonly actId: string;
  readonly at: Date;
  readonly action: string;
  readonly personId: string;
  /** Part of a hash of the session's id: which acts belong together. */
  readonly session: string;
  readonly ip: string;
  /** The company of the act. For an act outside a company: those of the person, so that their administrators see it. */
  readonly companyIds: readonly number[];
  readonly environment?: string;
  /** What the act is about: an e-NCF, a user, a person. */
  readonly target?: string;
  readonly correlationId: string;
}

export interface ActResult {
  readonly at: Date;
  readonly outcome: 'done' | 'refused' | 'failed';
  /** Code of the refusal or failure. */
  readonly code?: string;
  /** Replaces the target, when it is known only now. */
  readonly target?: string;
}

export type AuditRecord =
  | (Act & { readonly _id: string; readonly kind: 'act' })
  | (ActResult & { readonly _id: string; readonly kind: 'result'; readonly actId: string });

/** The record types of the audit log (audit.ts). */

/** What somebody is about to do. It has no contents, no names and no secrets. */
interface Intention {
  readonly action: string;
  /** An act outside any company has all companies of the person, so that their administrators see it. */
  readonly companyIds: readonly number[];
  readonly environment?: string;
  readonly target?: string;
}

interface ByPerson {
  readonly personId: string;
  readonly support?: true;
  /** Shows which acts belong to one session. It is random and gives no access. */
  readonly session: string;
  readonly ip: string;
  readonly correlationId: string;
  readonly operator?: never;
  readonly keyId?: never;
  readonly keyName?: never;
  readonly vendor?: never;
}

interface ByKey {
  readonly keyId: string;
  readonly keyName: string;
  readonly vendor?: true;
  readonly ip: string;
  readonly correlationId: string;
  readonly personId?: never;
  readonly support?: never;
  readonly session?: never;
  readonly operator?: never;
}

interface ByOperator {
  /** The user of the operating system and the machine's name: `ana@servidor`. */
  readonly operator: string;
  readonly personId?: never;
  readonly support?: never;
  readonly session?: never;
  readonly ip?: never;
  readonly correlationId?: never;
  readonly keyId?: never;
  readonly keyName?: never;
  readonly vendor?: never;
}

export type NewAct = Intention & (ByPerson | ByKey | ByOperator);

/** An act as it is written before its effect. */
export type Act = NewAct & {
  readonly actId: string;
  readonly at: Date;
  /** The act is in the platform's audit log: somebody of the platform or one of its keys did it, or it belongs to no company. */
  readonly platform?: true;
};

export interface ActResult {
  readonly at: Date;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly code?: string;
  /**
   * Replaces the act's target, if that is known only afterwards. It has the only names in the log: the address of a withdrawn invitation, and
   * those to which a voucher was mailed.
   */
  readonly target?: string;
}

export type AuditRecord =
  | (Act & { readonly _id: string; readonly kind: 'act' })
  | (ActResult & { readonly _id: string; readonly kind: 'result'; readonly actId: string });

/** A voucher that a person has not finished. */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';

export interface DraftOwner {
  readonly companyId: number;
  readonly environment: Environment;
  /** Id of the person, or of the program's key. */
  readonly owner: string;
}

/** What the list of drafts shows. */
export interface DraftRow {
  /** The order's reference, with which the voucher is issued. So a draft that is open twice still becomes one voucher. */
  readonly reference: string;
  readonly tipoeCF: EcfType;
  readonly cliente: string;
  /** Decimal text; empty if the form has no total yet. */
  readonly total: string;
  readonly savedAt: Date;
}

export interface VoucherDraft extends DraftRow {
  /** What the form started from, and what it holds: only the form reads them. */
  readonly started: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface DraftRecord extends VoucherDraft, DraftOwner {
  /** `{companyId}:{environment}:{owner}:{reference}`. */
  readonly _id: string;
  readonly expiresAt: Date;
}

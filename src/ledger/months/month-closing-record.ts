/** What a month adds up to, and the record of its closing. */
import type { baseAmountNames } from '../../ecf/model/document-facts.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';

/** Exact decimals in pesos, as texts. */
export interface Amounts extends Readonly<Record<(typeof baseAmountNames)[number], string>> {
  readonly total: string;
  /** Credit notes of more than 30 days have none: they give no ITBIS back. */
  readonly itbis: string;
}

export interface MonthRef {
  readonly companyId: number;
  readonly environment: Environment;
  /** AAAA-MM, by the days of issue. */
  readonly month: string;
}

export interface CountedAmounts extends Amounts {
  readonly count: number;
}

/** The accepted vouchers of a month. The amounts of credit notes (34) are negative. */
export interface MonthTotals {
  readonly types: readonly (CountedAmounts & { readonly tipoeCF: EcfType })[];
  readonly sales: CountedAmounts;
  /** What the company issued as a buyer: types 41, 43 and 47. */
  readonly purchases: CountedAmounts;
}

export interface MonthClosing {
  readonly at: Date;
  readonly by: string;
  readonly totals: MonthTotals;
}

export interface MonthClosingRecord extends MonthRef, MonthClosing {
  readonly _id: string;
}

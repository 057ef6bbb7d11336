/** The kind of expense that a company's purchases from one supplier are. */
import type { ExpenseKind } from '../../ecf/codes/expense-kinds.js';

export interface SupplierExpenseRecord {
  /** `{companyId}:{rnc}`. */
  readonly _id: string;
  readonly companyId: number;
  readonly rnc: string;
  /** Absent: a person took the choice back. */
  readonly expense?: ExpenseKind;
}

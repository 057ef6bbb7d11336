/** What kind of expense a company's purchases from each supplier are, as a person chose it for form 606. It is the same in every environment. */
import type { ExpenseKind } from '../../ecf/codes/expense-kinds.js';
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';

export function createSupplierExpenses({ supplierExpenses }: Pick<Collections, 'supplierExpenses'>) {
  return {
    /** The suppliers without a choice are absent. */
    findExpenses: async (
      companyId: number,
      rncs: readonly string[],
    ): Promise<ReadonlyMap<string, ExpenseKind>> => {
      const ids = [...new Set(rncs)].map((rnc) => idOf(companyId, rnc));
      const found = await supplierExpenses.find({ _id: { $in: ids } }, { maxTimeMS: pageLimitMs }).toArray();
      return new Map(found.flatMap(({ rnc, expense }) => (expense === undefined ? [] : [[rnc, expense]])));
    },

    setExpense: async (companyId: number, rnc: string, expense: ExpenseKind | null): Promise<void> => {
      await supplierExpenses.updateOne(
        { _id: idOf(companyId, rnc) },
        {
          $setOnInsert: { companyId, rnc },
          ...(expense === null ? { $unset: { expense: '' } } : { $set: { expense } }),
        },
        { upsert: true },
      );
    },
  };
}

function idOf(companyId: number, rnc: string): string {
  return `${companyId}:${rnc}`;
}

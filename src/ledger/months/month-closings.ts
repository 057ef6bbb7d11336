/** The sums of a month as they were when a person closed it. What changes afterwards shows in the difference. */
import type { Collections } from '../collections.js';
import type { MonthClosing, MonthRef } from './month-closing-record.js';

export function createMonthClosings({ monthClosings }: Pick<Collections, 'monthClosings'>) {
  return {
    findMonthClosing: async (ref: MonthRef): Promise<MonthClosing | undefined> =>
      (await monthClosings.findOne<MonthClosing>({ _id: idOf(ref) }, { projection: shown })) ?? undefined,

    /** Replaces an earlier closing of the month: the audit log has who closed it before. */
    putMonthClosing: async (ref: MonthRef, closing: MonthClosing): Promise<void> => {
      const { companyId, environment, month } = ref;
      const record = { companyId, environment, month, ...closing };
      await monthClosings.replaceOne({ _id: idOf(ref) }, record, { upsert: true });
    },
  };
}

const shown = { _id: 0, at: 1, by: 1, totals: 1 } as const;

function idOf({ companyId, environment, month }: MonthRef): string {
  return [companyId, environment, month].join(':');
}

/** Warns operators in the log when a company will soon run out of numbers, at most once in ten minutes for each type. */
import { LRUCache } from 'lru-cache';
import { localDate } from '../../ecf/model/dates.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { HandedOut } from '../../ledger/numbers/numbers.js';
import { stockWarnings } from '../../ledger/numbers/stock-warnings.js';
import type { Company } from '../../ledger/companies/company.js';
import type { ApiDeps } from '../deps.js';
import { errorForLog } from '../error-for-log.js';

/** Checks in the background, without delaying the answer, whether this number was one of the last. Never throws. */
export type StockWatch = (company: Company, number: HandedOut) => void;

const everyMs = 10 * 60_000;
const rememberedMax = 10_000;

export function createStockWatch({ store, clock, log, config }: ApiDeps): StockWatch {
  const checkedAtMs = new LRUCache<string, number>({ max: rememberedMax });

  return ({ companyId, environment }, { ecfType }) => {
    const key = `${companyId}:${environment}:${ecfType}`;
    const nowMs = clock().getTime();
    if (nowMs - (checkedAtMs.get(key) ?? -Infinity) < everyMs) return;
    checkedAtMs.set(key, nowMs);
    warn(companyId, environment, ecfType, localDate(nowMs)).catch((error: unknown) =>
      log.warn({ ...errorForLog(error), companyId, ecfType }, 'the stock of numbers could not be checked'),
    );
  };

  async function warn(
    companyId: number,
    environment: Company['environment'],
    ecfType: EcfType,
    today: string,
  ): Promise<void> {
    const overview = await store.sequencesOverview(companyId, environment, today);
    const status = overview.find((one) => one.ecfType === ecfType);
    if (status === undefined) return;
    for (const { code, quedan } of stockWarnings(status, today, config.numbering)) {
      log.warn({ companyId, environment, ecfType, code, left: quedan }, 'numbers run out soon');
    }
  }
}

/**
 * The events of numbers that run out or expire soon. The write of an event also marks the record, so each event is added only once, also by
 * several workers.
 */
import { localDate } from '../../ecf/model/dates.js';
import { formatEncf } from '../../ecf/model/encf.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import { sequenceKey, type SequenceRecord, type SequenceStatus } from './numbers.js';
import { createSequencesOverview } from './sequence-status.js';
import { stockWarnings, type StockThresholds, type StockWarning } from './stock-warnings.js';

/** Companies of one call. Each takes a few queries. */
const companiesMax = 50;
/** The marks that a sequence keeps. A range has three. */
const warningsKept = 30;
const queryLimitMs = 10_000;

export function createStockEvents(collections: Collections) {
  const { companies, sequences } = collections;
  const overviewOf = createSequencesOverview(collections);

  return {
    /**
     * @param after the company that had the previous turn
     * @returns the last company of this call; undefined after the last one of all
     */
    reportStocks: async (
      after: number,
      thresholds: StockThresholds,
      now: Date,
    ): Promise<number | undefined> => {
      const today = localDate(now.getTime());
      const numbered = await companies
        .find(
          { _id: { $gt: after }, origin: 'service' },
          { projection: { environment: 1 }, maxTimeMS: queryLimitMs },
        )
        .sort({ _id: 1 })
        .limit(companiesMax)
        .toArray();
      for (const { _id: companyId, environment } of numbered)
        for (const status of await overviewOf(companyId, environment, today))
          for (const warning of stockWarnings(status, today, thresholds))
            await report({ companyId, environment, status, warning, thresholds, now });
      return numbered.length < companiesMax ? undefined : numbered.at(-1)?._id;
    },
  };

  async function report({ companyId, environment, status, warning, thresholds, now }: Found): Promise<void> {
    // In the order of use: it is the one whose end leaves nothing.
    const range =
      status.authorizations.findLast(({ state }) => state === 'Vigente') ??
      status.authorizations.findLast(({ state }) => state === 'Agotada');
    if (range === undefined) return;
    const { ecfType, from, to, expiresOn } = range;
    const { type, threshold } = typeOf(warning, thresholds);
    const [desde, hasta] = [formatEncf(ecfType, from), formatEncf(ecfType, to)];
    // A range that DGII extended is another one.
    const mark = `${desde}-${hasta}:${type}:${threshold}`;
    const { quedan } = warning;
    const left = type === 'sequence.expiring' ? { vence: expiresOn, dias: quedan } : { quedan };
    await sequences.updateOne(
      { _id: sequenceKey({ companyId, environment, ecfType }), warnings: { $ne: mark } },
      withEvent<SequenceRecord>(
        { $push: { warnings: { $each: [mark], $slice: -warningsKept } } },
        {
          companyId,
          environment,
          key: mark,
          type,
          at: now,
          data: { environment, tipoeCF: ecfType, desde, hasta, ...left },
        },
      ),
    );
  }
}

interface Found {
  readonly companyId: number;
  readonly environment: Environment;
  readonly status: SequenceStatus;
  readonly warning: StockWarning;
  readonly thresholds: StockThresholds;
  readonly now: Date;
}

function typeOf(
  { code, quedan }: StockWarning,
  { lowNumbers, expiryDays }: StockThresholds,
): { readonly type: EventType; readonly threshold: number } {
  if (code === 'SEQUENCE_EXPIRING') return { type: 'sequence.expiring', threshold: expiryDays };
  return quedan === 0
    ? { type: 'sequence.exhausted', threshold: 0 }
    : { type: 'sequence.low', threshold: lowNumbers };
}

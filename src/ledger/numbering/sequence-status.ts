/** What is left of a company's authorized numbers, for clients and operators (spec §3.1). */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { expired, inOrder, readSequences } from './authorizations.js';
import { createHighestOfEach, rangeOf, stockOf, type SerialRange } from './highest-number.js';
import type { Authorization, AuthorizationStatus, SequenceRecord, SequenceStatus } from './numbering.js';

/** How many companies' ranges this process remembers. */
const companiesMax = 10_000;

interface RangeInUse extends SerialRange {
  readonly id: string;
}

export function createSequencesOverview(collections: Collections) {
  const highestOfEach = createHighestOfEach(collections);
  /**
   * The ranges of a company's last answer. The next answer nearly always has the same ranges, so we read their highest numbers at the same
   * time as the ranges.
   */
  const lastRanges = new LRUCache<string, readonly RangeInUse[]>({ max: companiesMax });

  /** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
  return async (
    companyId: number,
    environment: Environment,
    today: string,
  ): Promise<readonly SequenceStatus[]> => {
    const company = `${companyId}:${environment}`;
    const expected = lastRanges.get(company) ?? [];
    const [records, early] = await Promise.all([
      readSequences(collections, companyId, environment),
      highestOfEach(expected),
    ]);
    const inUse = records.flatMap((record) => rangesInUse(record, today));
    lastRanges.set(company, inUse);
    const highest = isDeepStrictEqual(inUse, expected) ? early : await highestOfEach(inUse);
    // The id of an authorization is an e-NCF, so it differs from those of other types too.
    const highestById = new Map(inUse.map(({ id }, index) => [id, highest[index]]));
    const byType = new Map(records.map((record) => [record.ecfType, record.authorizations]));
    return ecfTypeList.map((ecfType) => {
      const authorizations = inOrder(byType.get(ecfType) ?? []);
      return sequenceStatus(
        ecfType,
        authorizations.map((one) => authorizationStatus(one, highestById.get(one.id), today)),
      );
    });
  };
}

/** An expired authorization has no numbers left to hand out, so its highest number does not matter. */
function rangesInUse({ _id: key, authorizations }: SequenceRecord, today: string): RangeInUse[] {
  return authorizations.flatMap((one) => (expired(one, today) ? [] : [{ id: one.id, ...rangeOf(key, one) }]));
}

function authorizationStatus(
  authorization: Authorization,
  highest: number | undefined,
  today: string,
): AuthorizationStatus {
  if (expired(authorization, today)) return { ...authorization, next: null, available: 0, state: 'Vencida' };
  const { next, left } = stockOf(authorization, highest);
  if (left === 0) return { ...authorization, next: null, available: 0, state: 'Agotada' };
  return { ...authorization, next, available: left, state: 'Vigente' };
}

function sequenceStatus(
  ecfType: SequenceStatus['ecfType'],
  authorizations: readonly AuthorizationStatus[],
): SequenceStatus {
  const current = authorizations.find(({ state }) => state === 'Vigente');
  const shown =
    current ?? authorizations.findLast(({ state }) => state === 'Agotada') ?? authorizations.at(-1);
  return {
    ecfType,
    next: current?.next ?? null,
    available: authorizations.reduce((sum, { available }) => sum + available, 0),
    expiresOn: shown?.expiresOn ?? null,
    state: shown?.state ?? 'Sin autorizaciones',
    authorizations,
  };
}

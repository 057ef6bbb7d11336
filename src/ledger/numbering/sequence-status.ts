/** What is left of a company's authorized numbers, for clients and operators (spec §3.1). */
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { expired, inOrder, readSequences } from './authorizations.js';
import { rangeOf, stockOf, type HighestOfEach } from './highest-number.js';
import type { Authorization, AuthorizationStatus, SequenceStatus } from './numbering.js';

/** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
export async function sequencesOverview(
  {
    collections,
    highestOfEach,
  }: { readonly collections: Collections; readonly highestOfEach: HighestOfEach },
  companyId: number,
  environment: Environment,
  today: string,
): Promise<readonly SequenceStatus[]> {
  const records = await readSequences(collections, companyId, environment);
  // An expired authorization has no numbers left to hand out, so its highest number does not matter.
  const inUse = records.flatMap(({ _id: key, authorizations }) =>
    authorizations.flatMap((one) => (expired(one, today) ? [] : [{ id: one.id, ...rangeOf(key, one) }])),
  );
  const highest = await highestOfEach(inUse);
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

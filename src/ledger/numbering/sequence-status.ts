/** What is left of a company's authorized numbers, for clients and operators (spec §3.1). */
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { expired, inOrder, readSequences } from './authorizations.js';
import { stockOf } from './highest-number.js';
import {
  sequenceKey,
  type Authorization,
  type AuthorizationStatus,
  type SequenceRef,
  type SequenceStatus,
} from './numbering.js';

/** One entry for each of the ten types. `today`: DD-MM-YYYY in Santo Domingo. */
export async function sequencesOverview(
  collections: Collections,
  companyId: number,
  environment: Environment,
  today: string,
): Promise<readonly SequenceStatus[]> {
  const records = await readSequences(collections, companyId, environment);
  const byType = new Map(records.map((record) => [record.ecfType, record.authorizations]));
  return Promise.all(
    ecfTypeList.map(async (ecfType) => {
      const ref = { companyId, environment, ecfType };
      const authorizations = inOrder(byType.get(ecfType) ?? []);
      return sequenceStatus(
        ecfType,
        await Promise.all(authorizations.map((one) => authorizationStatus(collections, ref, one, today))),
      );
    }),
  );
}

async function authorizationStatus(
  collections: Collections,
  ref: SequenceRef,
  authorization: Authorization,
  today: string,
): Promise<AuthorizationStatus> {
  if (expired(authorization, today)) return { ...authorization, next: null, available: 0, state: 'Vencida' };
  const { next, left } = await stockOf(collections, sequenceKey(ref), authorization);
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

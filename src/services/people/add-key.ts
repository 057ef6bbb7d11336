/** Makes an API key, for a company or for a vendor on the platform. The key itself is shown once, and nothing stores it. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../ecf/model/environments.js';
import { dayMs } from '../../ecf/durations.js';
import { keyScopes, type ApiKey, type KeyScope } from '../../ledger/people/api-key.js';
import type { CompanyRole, Maker } from '../../ledger/people/person.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import { isKeyName } from '../input-rules.js';
import { newSecret } from './key-text.js';

/** Keys of one owner that are not revoked. A company has a handful of systems. */
export const keysMax = 100;
/** A later end is probably a mistake: the key can also have none. */
const expiresWithinMs = 5 * 366 * dayMs;

export interface NewKey {
  readonly name: string;
  /** Null: a key of the platform. */
  readonly companyId: number | null;
  readonly environment: Environment;
  readonly scopes: readonly KeyScope[];
  readonly role?: CompanyRole;
  readonly expiresAt?: Date;
  readonly by: Maker;
}

export interface MadeKey {
  readonly outcome: 'made';
  readonly key: ApiKey;
  readonly text: string;
}

type AddedKey = MadeKey | Refused<'KEY_NAME_INVALID' | 'KEY_EMPTY' | 'KEY_EXPIRY_INVALID' | 'KEYS_TOO_MANY'>;

export async function addKey(
  { store, clock }: Ledger<'addApiKey' | 'listApiKeys'>,
  { name, companyId, environment, scopes, role, expiresAt, by }: NewKey,
): Promise<AddedKey> {
  if (!isKeyName(name)) return refused('KEY_NAME_INVALID');
  if (companyId !== null && scopes.length === 0 && role === undefined) return refused('KEY_EMPTY');
  const now = clock();
  const livesMs = expiresAt === undefined ? 1 : expiresAt.getTime() - now.getTime();
  if (!(livesMs > 0 && livesMs <= expiresWithinMs)) return refused('KEY_EXPIRY_INVALID');
  if ((await store.listApiKeys(companyId, keysMax)).length >= keysMax) return refused('KEYS_TOO_MANY');
  const { text, secret } = newSecret(environment, now, by);
  const key: ApiKey = {
    keyId: randomUUID(),
    name,
    companyId,
    environment,
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    ...(role !== undefined && { role }),
    secrets: [secret],
    createdAt: now,
    madeBy: by,
    ...(expiresAt !== undefined && { expiresAt }),
  };
  if (!(await store.addApiKey(key))) throw new Error('Two keys have the same id');
  return { outcome: 'made', key, text };
}

/**
 * API keys at the door: who shows one, and whether it holds now. Each request reads its key from the ledger, in a read that starts after the
 * request arrived, so a key that was revoked serves no later request of any process. docs/develop/adr/0030 says why.
 */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { environmentList, type Environment } from '../../ecf/model/environments.js';
import {
  currentSecret,
  noteKeyUseEachMs,
  shownKeyText,
  type ApiKey,
  type KeyScope,
  type KeySecret,
} from '../../ledger/people/api-key.js';
import type { ApiStore } from '../../ledger/ledger.js';
import { mayCall } from '../../ledger/people/users.js';
import type { KeyCaller } from '../../ledger/people/user.js';
import type { Company } from '../../ledger/companies/company.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import { environmentOfKey, keyPrefixes, looksLikeKey } from '../../services/people/key-text.js';
import { ServiceError } from '../../shared/errors.js';
import { createLaterReads } from '../../shared/later-reads.js';
import type { Log } from '../../shared/log.js';
import { errorForLog } from '../error-for-log.js';
import type { Client } from '../http/client-address.js';
import type { Limits } from '../limits/limits.js';
import type { Principal } from './principals.js';

/** How many keys a process remembers, only to know in whose queue their next request waits. */
const rememberedMax = 10_000;

export type AcceptedKey = CompanyKey | PlatformKey;

interface CompanyKey {
  readonly key: ApiKey;
  readonly company: Company;
  readonly caller: KeyCaller;
}

interface PlatformKey {
  readonly key: ApiKey;
  readonly company?: undefined;
}

export interface ShownKey {
  readonly hash: string;
}

export type KeyDoor = ReturnType<typeof createKeyDoor>;

interface KeyDoorDeps {
  readonly store: Pick<ApiStore, 'findApiKey' | 'noteKeyUse' | 'noteFirstKeyUse'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly allowProduction: boolean;
  readonly limits: Pick<Limits, 'keyReads'>;
}

export function createKeyDoor({ store, clock, log, allowProduction, limits }: KeyDoorDeps) {
  type Found = Awaited<ReturnType<ApiStore['findApiKey']>>;
  const laterReads = createLaterReads<Found>();
  /** By the hash of a key. Null: a key of the platform. It grants nothing. */
  const companies = new LRUCache<string, { readonly companyId: number | null }>({ max: rememberedMax });
  const noting = new Set<string>();

  const read = async (hash: string): Promise<Found> => {
    const found = await laterReads(hash, () => store.findApiKey(hash));
    if (found === undefined) companies.delete(hash);
    else companies.set(hash, { companyId: found.key.companyId });
    return found;
  };

  const noteUse = async ({ key, secret }: Used, { network }: Client, at: Date) => {
    const use = { keyId: key.keyId, hash: secret.hash, at, from: network };
    // The old secret's grace begins with it, so it must be in the ledger before the answer.
    if (secret.firstUsedAt === undefined) return store.noteFirstKeyUse(use);
    if (secret.lastUsedAt !== undefined && at.getTime() - secret.lastUsedAt.getTime() < noteKeyUseEachMs)
      return;
    if (noting.has(secret.hash)) return;
    noting.add(secret.hash);
    void store
      .noteKeyUse(use)
      .catch((error: unknown) => log.warn(errorForLog(error), 'the use of a key was not noted'))
      .finally(() => noting.delete(secret.hash));
  };

  const accept = (shown: ShownKey, found: Found, now: Date): AcceptedKey & Used => {
    const { key, company } = found ?? {};
    const secret = key?.secrets.find(({ hash }) => isSame(hash, shown.hash));
    if (key === undefined || secret === undefined || key.revokedAt !== undefined)
      throw new ServiceError('API_KEY_INVALID');
    if (isOver(key.expiresAt, now) || isOver(secret.endsAt, now)) throw new ServiceError('API_KEY_EXPIRED');
    if (key.companyId === null) return { key, secret };
    if (company === undefined) throw new Error(`The company of the key ${key.keyId} does not exist`);
    const { environment } = key;
    const { companyId, rnc } = company;
    const caller = { keyHash: shown.hash, companyId, rnc, environment };
    if (environment === 'production' && !allowProduction) throw elsewhere(environment);
    if (!mayCall(caller, { key, company })) throw elsewhere(environment);
    return { key, secret, company, caller };
  };

  return {
    /** In whose queue a request with this key waits. Undefined: the key is unknown to this process, so it waits among strangers. */
    companyOf: (authorization: string | undefined): number | undefined => {
      const shown = shownKey(authorization);
      return shown === undefined || shown === 'malformed'
        ? undefined
        : (companies.get(shown.hash)?.companyId ?? undefined);
    },

    /**
     * Throws API_KEY_INVALID, API_KEY_EXPIRED or API_KEY_ENVIRONMENT. Keys that no request has shown to this process before are read in turn
     * among networks, so that nobody keeps the ledger busy with invented ones.
     */
    accept: async (shown: ShownKey, client: Client): Promise<AcceptedKey> => {
      const find = () => read(shown.hash);
      const found = companies.has(shown.hash)
        ? await find()
        : await limits.keyReads.run(client.network, find);
      const now = clock();
      const { secret, ...accepted } = accept(shown, found, now);
      await noteUse({ key: accepted.key, secret }, client, now);
      return accepted;
    },

    principalOf: ({ key, company, caller }: CompanyKey, shown: ShownKey): Principal => ({
      usuario: nameOfKey(key),
      company,
      caller,
      readAgain: async () => {
        const again = accept(shown, await read(shown.hash), clock());
        if (again.company === undefined) throw new ServiceError('API_KEY_INVALID');
        return again.company;
      },
    }),
  };
}

interface Used {
  readonly key: ApiKey;
  readonly secret: KeySecret;
}

/** Undefined: the request shows no key. `malformed`: what it shows was never a key, so there is nothing to read. */
export function shownKey(authorization: string | undefined): ShownKey | 'malformed' | undefined {
  const text = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (text === undefined || !looksLikeKey(text)) return undefined;
  return environmentOfKey(text) === undefined ? 'malformed' : { hash: tokenHash(text) };
}

/** Throws API_KEY_SCOPE_MISSING, which names the scope. @param scope undefined: keys may not ask this */
export function checkScope({ scopes }: ApiKey, scope: KeyScope | undefined): void {
  if (scope !== undefined && scopes.includes(scope)) return;
  throw new ServiceError('API_KEY_SCOPE_MISSING', {
    mensaje:
      scope === undefined
        ? 'Esta operación no se hace con una clave de API.'
        : `La clave no tiene el permiso «${scope}», que pide esta operación.`,
    data: { scope: scope ?? null },
  });
}

/**
 * A key of the platform works in its environment and in those that come before it, because a company goes through all of them.
 * @throws API_KEY_ENVIRONMENT
 */
export function checkReach({ environment, companyId }: ApiKey, asked: string): void {
  const names: readonly string[] = environmentList;
  const reaches =
    companyId === null ? names.indexOf(asked) <= names.indexOf(environment) : asked === environment;
  if (!reaches) throw elsewhere(environment);
}

/** How records and the audit log name a key: nobody can take it for a user or a person. */
export function nameOfKey(key: ApiKey): string {
  return `clave ${key.name} (${shownKeyText(currentSecret(key))})`;
}

function elsewhere(environment: Environment): ServiceError {
  return new ServiceError('API_KEY_ENVIRONMENT', { data: { environment: keyPrefixes[environment] } });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isOver(end: Date | undefined, now: Date): boolean {
  return end !== undefined && end.getTime() <= now.getTime();
}

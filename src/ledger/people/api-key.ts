/**
 * API keys: what programs show instead of logging in. The ledger has only a hash of each secret, so nobody can use a key from a copy of the
 * ledger. A key keeps its id, its name and its rights when its secret is replaced.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { WithPending } from '../events/event-record.js';
import type { CompanyRole, Maker } from './person.js';

/** Each operation of the public API names one. */
export const keyScopes = [
  'vouchers:issue',
  'vouchers:read',
  'numbers',
  'received:read',
  'received:decide',
  'events:read',
  'webhooks',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The use of a key is written at most once in this time, so `lastUsedAt` costs nothing. */
export const noteKeyUseEachMs = 10 * 60_000;

export interface KeySecret {
  /** SHA-256 of the whole key, in base64url. */
  readonly hash: string;
  /** The beginning and the end of the key, to recognise it by. They are far too short to guess the rest. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Who saw the whole key when it was made, and so may know it. */
  readonly shownTo: Maker;
  readonly firstUsedAt?: Date;
  /** At most some minutes old, see `noteKeyUse`. */
  readonly lastUsedAt?: Date;
  readonly lastUsedFrom?: string;
  /** Only on a secret that another one replaces: how long it works after the first use of the new one. */
  readonly graceMs?: number;
  /** When that ends. Absent until the new secret is used. */
  readonly endsAt?: Date;
}

export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  /** Null: a key of the platform, for a vendor that adds companies. It sees the companies that it added, and no others. */
  readonly companyId: number | null;
  readonly environment: Environment;
  readonly scopes: readonly KeyScope[];
  /** What the key may do in the management API. Absent: nothing. */
  readonly role?: CompanyRole;
  /** One, or the old one and then the new one while they are changed. */
  readonly secrets: readonly KeySecret[];
  readonly createdAt: Date;
  readonly madeBy: Maker;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly revokedBy?: Maker;
}

/** The days left when a company hears that its key expires, the fewest first. */
export const keyStages = [1, 7, 30] as const;
export type KeyStage = (typeof keyStages)[number];

export interface ApiKeyRecord extends ApiKey, WithPending {
  readonly _id: string;
  /** The stages of its end that its company's events have reported. */
  readonly ends?: readonly KeyStage[];
}

/** The secret that is to stay. */
export function currentSecret({ secrets }: Pick<ApiKey, 'secrets'>): KeySecret | undefined {
  return secrets.find(({ graceMs }) => graceMs === undefined);
}

/** The secret that is being replaced, while it still works. */
export function oldSecret({ secrets }: Pick<ApiKey, 'secrets'>, now: Date): KeySecret | undefined {
  return secrets.find(
    ({ graceMs, endsAt }) => graceMs !== undefined && (endsAt === undefined || endsAt > now),
  );
}

export function liveSecrets(key: Pick<ApiKey, 'secrets'>, now: Date): readonly KeySecret[] {
  return [oldSecret(key, now), currentSecret(key)].filter((one) => one !== undefined);
}

/** `ecf_prod_7Kd2…a91f`: people recognise a key by it, and nobody can use it. */
export function shownKeyText(secret: KeySecret | undefined): string {
  return secret === undefined ? '' : `${secret.prefix}…${secret.lastFour}`;
}

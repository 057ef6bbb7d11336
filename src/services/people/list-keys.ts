/** The API keys of a company or of the platform. No result contains a key or its hash. */
import { hourMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import {
  currentSecret,
  oldSecret,
  shownKeyText,
  type ApiKey,
  type KeyScope,
} from '../../ledger/people/api-key.js';
import type { CompanyRole, Maker } from '../../ledger/people/person.js';
import type { Ledger } from '../deps.js';
import { keysMax } from './add-key.js';

export interface KeyView {
  readonly keyId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly scopes: readonly KeyScope[];
  readonly role: CompanyRole | null;
  readonly shown: string;
  readonly createdAt: Date;
  readonly madeBy: Maker;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
  /** While another secret replaces the old one. */
  readonly rotation: {
    readonly shown: string;
    readonly lastUsedAt: Date | null;
    readonly graceHours: number;
    /** Null until the new one is used. */
    readonly endsAt: Date | null;
  } | null;
}

export async function listKeys(
  { store, clock }: Ledger<'listApiKeys'>,
  companyId: number | null,
): Promise<KeyView[]> {
  const now = clock();
  return (await store.listApiKeys(companyId, keysMax)).map((key) => keyView(key, now));
}

export function keyView(key: ApiKey, now: Date): KeyView {
  const { keyId, name, environment, scopes, role = null, createdAt, madeBy, expiresAt = null } = key;
  const current = currentSecret(key);
  const old = oldSecret(key, now);
  const { lastUsedAt = null, lastUsedFrom = null } = current ?? {};
  return {
    keyId,
    name,
    environment,
    scopes,
    role,
    createdAt,
    madeBy,
    expiresAt,
    lastUsedAt,
    lastUsedFrom,
    shown: shownKeyText(current),
    rotation:
      old === undefined
        ? null
        : {
            shown: shownKeyText(old),
            lastUsedAt: old.lastUsedAt ?? null,
            graceHours: (old.graceMs ?? 0) / hourMs,
            endsAt: old.endsAt ?? null,
          },
  };
}

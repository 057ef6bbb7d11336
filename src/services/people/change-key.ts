/**
 * Replaces the secret of an API key, or ends the key. The key keeps its id and its rights. The new secret works at once; the old one works
 * until some time after the first use of the new one, so nothing stops before the new one is in place (docs/develop/adr/0030).
 */
import { hourMs } from '../../ecf/durations.js';
import type { ApiKey } from '../../ledger/people/api-key.js';
import type { Maker } from '../../ledger/people/person.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import type { MadeKey } from './add-key.js';
import { newSecret } from './key-text.js';

/** A week: longer than a rotation should take. */
export const graceHoursMax = 168;
export const graceHoursDefault = 24;

export interface NamedKey {
  readonly keyId: string;
  readonly companyId: number | null;
}

type Changed = { readonly outcome: 'changed' };

/** @param graceHours 0: the old secret ends now, for one that somebody else may know */
export async function rotateKey(
  { store, clock }: Ledger<'findApiKeys' | 'rotateApiKey'>,
  named: NamedKey,
  { graceHours, by }: { readonly graceHours: number; readonly by: Maker },
): Promise<MadeKey | Refused<'KEY_NOT_FOUND' | 'KEY_ROTATING'>> {
  const key = await keyOf({ store }, named);
  if (key === undefined) return refused('KEY_NOT_FOUND');
  const now = clock();
  const { text, secret } = newSecret(key.environment, now, by);
  const rotated = await store.rotateApiKey({ ...named, graceMs: graceHours * hourMs, now }, secret);
  const after = await keyOf({ store }, named);
  if (after === undefined) return refused('KEY_NOT_FOUND');
  return rotated ? { outcome: 'made', key: after, text } : refused('KEY_ROTATING');
}

/** Ends a rotation now: `old` undoes it, `new` does not wait for the end of the grace. */
export async function endRotation(
  { store, clock }: Ledger<'findApiKeys' | 'endKeyRotation'>,
  named: NamedKey,
  keep: 'old' | 'new',
): Promise<Changed | Refused<'KEY_NOT_FOUND' | 'KEY_NOT_ROTATING'>> {
  if (await store.endKeyRotation({ ...named, keep, now: clock() })) return { outcome: 'changed' };
  return (await keyOf({ store }, named)) === undefined
    ? refused('KEY_NOT_FOUND')
    : refused('KEY_NOT_ROTATING');
}

/** Ends the key for good, with its next request. */
export async function revokeKey(
  { store, clock }: Ledger<'revokeApiKey'>,
  named: NamedKey,
  by: Maker,
): Promise<Changed | Refused<'KEY_NOT_FOUND'>> {
  const revoked = await store.revokeApiKey({ ...named, by, now: clock() });
  return revoked ? { outcome: 'changed' } : refused('KEY_NOT_FOUND');
}

async function keyOf(
  { store }: Pick<Ledger<'findApiKeys'>, 'store'>,
  { keyId, companyId }: NamedKey,
): Promise<ApiKey | undefined> {
  const [key] = await store.findApiKeys([keyId]);
  return key?.companyId === companyId && key.revokedAt === undefined ? key : undefined;
}

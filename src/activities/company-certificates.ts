/**
 * Companies' signing certificates, opened. Only a worker has the master key: this is the one running place where
 * private keys exist in the clear, in memory, and they are never logged.
 */
import { LRUCache } from 'lru-cache';
import { openPem, type OpenFault, type SigningCertificate } from '../signing/keys/certificate.js';
import { unsealKey } from '../signing/keys/seal-certificate.js';
import { usable } from '../signing/verify/certificate-expiry.js';
import type { Store } from '../ledger/mongo/connect.js';
import type { StoredCertificate } from '../ledger/store.js';

/** One for each company that issued lately. Above it the one used least recently is removed. */
const openMax = 500;
/** A certificate imported a moment ago is used after this long at the latest; every step of every voucher asks. */
const freshMs = 1_000;

export type Unusable =
  'none-imported' | 'sealed-under-another-key-or-damaged' | 'expired' | 'not-yet-valid' | OpenFault;

export interface CompanyCertificates {
  /** The company's current certificate, or why it cannot be used. */
  current(companyId: number, now: Date): Promise<SigningCertificate | { readonly unusable: Unusable }>;
}

interface Asked {
  readonly atMs: number;
  readonly stored: Promise<StoredCertificate | undefined>;
}

export function openCompanyCertificates(store: Store, masterKeys: readonly Buffer[]): CompanyCertificates {
  const open = new LRUCache<string, SigningCertificate>({ max: openMax });
  const asked = new LRUCache<number, Asked>({ max: openMax });

  const storedOf = (companyId: number, nowMs: number) => {
    const known = asked.get(companyId);
    if (known !== undefined && Math.abs(nowMs - known.atMs) < freshMs) return known.stored;
    const stored = store.currentCertificate(companyId);
    // A failure is not remembered: the next step asks again.
    stored.catch(() => asked.delete(companyId));
    asked.set(companyId, { atMs: nowMs, stored });
    return stored;
  };

  return {
    current: async (companyId, now) => {
      const stored = await storedOf(companyId, now.getTime());
      if (stored === undefined) return { unusable: 'none-imported' };
      const certificate = open.get(cacheKey(stored)) ?? openStored(stored, masterKeys);
      if ('unusable' in certificate) return certificate;
      open.set(cacheKey(stored), certificate);
      const state = usable(certificate, now);
      return state === 'usable' ? certificate : { unusable: state };
    },
  };
}

function cacheKey({ companyId, fingerprint }: StoredCertificate): string {
  return `${companyId}:${fingerprint}`;
}

function openStored(
  stored: StoredCertificate,
  masterKeys: readonly Buffer[],
): SigningCertificate | { readonly unusable: Unusable } {
  const key = unsealKey(stored, masterKeys);
  if (key === undefined) return { unusable: 'sealed-under-another-key-or-damaged' };
  const opened = openPem(stored.certificatePem, key.toString('utf8'));
  return opened.ok ? opened.certificate : { unusable: opened.reason };
}

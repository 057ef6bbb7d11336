/**
 * Opens companies' signing certificates and keeps them in memory. Only a worker has the master key, so private keys are in the
 * clear only here. They are never logged.
 */
import { LRUCache } from 'lru-cache';
import type { Credentials } from '../../dgii/client.js';
import { openPem, type PemFault, type SigningCertificate } from '../../signing/keys/certificate.js';
import { unsealKey } from '../../signing/keys/seal-certificate.js';
import { usabilityOf } from '../../signing/verify/certificate-expiry.js';
import type { Store } from '../../ledger/ledger.js';
import type { StoredCertificate } from '../../ledger/certificates/stored-certificate.js';

/** At most this many open certificates: one for each company that issued lately. The least recently used one is removed. */
const openMax = 500;
/** Every step asks for the certificate, so we read the ledger at most this often. A new one is used after this time. */
const freshMs = 1_000;

export type Unusable =
  'none-imported' | 'sealed-under-another-key-or-damaged' | 'expired' | 'not-yet-valid' | PemFault;

export interface CompanyCertificates {
  /** @param readAgain for a person's question: the person may have imported or chosen a certificate a moment ago */
  current(
    companyId: number,
    now: Date,
    readAgain?: 'read again',
  ): Promise<SigningCertificate | { readonly unusable: Unusable }>;
}

/** What a request to DGII in the company's name needs. Undefined: the company's certificate cannot be used now. */
export async function credentialsOf(
  certificates: CompanyCertificates,
  { companyId, environment }: Pick<Credentials, 'companyId' | 'environment'>,
  now: Date,
): Promise<Credentials | undefined> {
  const certificate = await certificates.current(companyId, now);
  return 'unusable' in certificate ? undefined : { companyId, environment, certificate };
}

interface Asked {
  readonly atMs: number;
  readonly stored: Promise<StoredCertificate | undefined>;
}

export function openCompanyCertificates(store: Store, masterKeys: readonly Buffer[]): CompanyCertificates {
  const open = new LRUCache<string, SigningCertificate>({ max: openMax });
  const asked = new LRUCache<number, Asked>({ max: openMax });

  const storedOf = (companyId: number, nowMs: number, readAgain?: 'read again') => {
    const known = readAgain === undefined ? asked.get(companyId) : undefined;
    if (known !== undefined && Math.abs(nowMs - known.atMs) < freshMs) return known.stored;
    const stored = store.currentCertificate(companyId);
    // Do not keep a failure. The next step reads again.
    stored.catch(() => asked.delete(companyId));
    asked.set(companyId, { atMs: nowMs, stored });
    return stored;
  };

  return {
    current: async (companyId, now, readAgain) => {
      const stored = await storedOf(companyId, now.getTime(), readAgain);
      if (stored === undefined) return { unusable: 'none-imported' };
      const certificate = open.get(cacheKey(stored)) ?? openStored(stored, masterKeys);
      if ('unusable' in certificate) return certificate;
      open.set(cacheKey(stored), certificate);
      const state = usabilityOf(certificate, now);
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

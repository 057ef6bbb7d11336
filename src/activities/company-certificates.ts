/**
 * Companies' signing certificates, opened. Only a worker has the master key: this is the one running place where
 * private keys exist in the clear, in memory, and they are never logged.
 */
import { openPem, usable, type SigningCertificate } from '../signing/certificate.js';
import { unseal } from '../signing/seal.js';
import type { Store } from '../store/connect.js';
import type { StoredCertificate } from '../store/certificates.js';

/** One per company that issued lately; the oldest goes first. */
const openMax = 500;

export interface CompanyCertificates {
  /** The company's current certificate, or why it cannot be used: missing, sealed under another key, not valid now. */
  current(companyId: number, now: Date): Promise<SigningCertificate | { readonly unusable: string }>;
}

export function openCompanyCertificates(store: Store, masterKeys: readonly Buffer[]): CompanyCertificates {
  const open = new Map<string, SigningCertificate>();

  return {
    current: async (companyId, now) => {
      const stored = await store.currentCertificate(companyId);
      if (stored === undefined) return { unusable: 'none imported' };
      const certificate = open.get(cacheKey(stored)) ?? openStored(stored, masterKeys);
      if ('unusable' in certificate) return certificate;
      keep(cacheKey(stored), certificate);
      const state = usable(certificate, now);
      return state === 'usable' ? certificate : { unusable: state };
    },
  };

  function keep(key: string, certificate: SigningCertificate): void {
    open.delete(key);
    open.set(key, certificate);
    const oldest = open.keys().next().value;
    if (open.size > openMax && oldest !== undefined) open.delete(oldest);
  }
}

function cacheKey({ companyId, fingerprint }: StoredCertificate): string {
  return `${companyId}:${fingerprint}`;
}

/** What binds a sealed key to its place: moved to another company or certificate it does not open. */
export function sealContext(companyId: number, fingerprint: string): string {
  return `${companyId}:${fingerprint}`;
}

function openStored(
  stored: StoredCertificate,
  masterKeys: readonly Buffer[],
): SigningCertificate | { readonly unusable: string } {
  const key = unseal(stored.sealedKey, masterKeys, sealContext(stored.companyId, stored.fingerprint));
  if (key === undefined) return { unusable: 'sealed under a key that is not here, or damaged' };
  const opened = openPem(stored.certificatePem, key.toString('utf8'));
  return opened.ok ? opened.certificate : { unusable: opened.reason };
}

/** A company's certificate with its private key sealed, as the ledger keeps it. */
import { certificatePem, privateKeyPem, type SigningCertificate } from './certificate.js';
import { masterKeyId, reseal, seal, unseal, type MasterKey, type MasterKeys, type Sealed } from './seal.js';

export interface SealedCertificate {
  readonly companyId: number;
  readonly fingerprint: string;
  readonly certificatePem: string;
  readonly sealedKey: Sealed;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly issuersPem?: readonly string[];
}

type SealedKey = Pick<SealedCertificate, 'companyId' | 'fingerprint' | 'sealedKey'>;

export function sealCertificate(
  companyId: number,
  certificate: SigningCertificate,
  masterKey: MasterKey,
): SealedCertificate {
  const { fingerprint, notBefore, notAfter, issuersPem } = certificate;
  const plain = Buffer.from(privateKeyPem(certificate), 'utf8');
  const sealedKey = seal(plain, masterKey, contextOf({ companyId, fingerprint }));
  plain.fill(0);
  return {
    companyId,
    fingerprint,
    certificatePem: certificatePem(certificate),
    sealedKey,
    notBefore,
    notAfter,
    ...(issuersPem.length > 0 && { issuersPem }),
  };
}

/** @returns the private key in PEM; undefined when no given key sealed it, or when it was altered */
export function unsealKey(sealed: SealedKey, masterKeys: MasterKeys): Buffer | undefined {
  return unseal(sealed.sealedKey, masterKeys, contextOf(sealed));
}

export function sealedUnder(
  { sealedKey }: Pick<SealedKey, 'sealedKey'>,
  keys: readonly MasterKey[],
): boolean {
  const id = sealedKey.split('.')[1];
  return keys.some((key) => masterKeyId(key) === id);
}

/** Seals the private key again, under the first master key. Undefined when no given key opens it. */
export function resealKey(
  sealed: SealedKey,
  masterKeys: readonly [MasterKey, ...MasterKey[]],
): Sealed | undefined {
  return reseal(sealed.sealedKey, masterKeys, contextOf(sealed));
}

/** Binds a sealed key to its company and certificate: a key moved to another record does not open. */
function contextOf({ companyId, fingerprint }: Pick<SealedKey, 'companyId' | 'fingerprint'>): string {
  return `${companyId}:${fingerprint}`;
}

/** What a browser binds to the certificate that it seals for a worker (docs/develop/adr/0019). */

export interface SealedFor {
  readonly companyId: number;
  readonly personId: string;
  readonly keyId: string;
  /** When it was sealed, by the ledger's clock: an ISO text. */
  readonly sealedAt: string;
  /** Of the certificate that the person chose, if the file has several. */
  readonly fingerprint?: string | undefined;
  /** Whether the person has seen the doubt about this certificate and wants it. */
  readonly confirmed: boolean;
}

/**
 * The associated data of AES-GCM. Browser and worker write it from what each of them knows, and the worker opens nothing that was sealed with
 * another text. JSON keeps the values apart.
 */
export function associatedDataOf(about: SealedFor): string {
  const { companyId, personId, keyId, sealedAt, fingerprint = null, confirmed } = about;
  return JSON.stringify(['certificate-import', companyId, personId, keyId, sealedAt, fingerprint, confirmed]);
}

/** Why a certificate file cannot be used. */

/** Reasons without more facts. The messages are in the error table, as CERTIFICATE_ and the reason. */
export type PlainReason =
  | 'TOO_LARGE'
  | 'UNREADABLE'
  | 'WRONG_PASSWORD'
  | 'NO_PRIVATE_KEY'
  | 'NO_CERTIFICATE'
  | 'NO_MATCHING_CERTIFICATE'
  | 'KEY_CIPHER_UNSUPPORTED'
  | 'KEY_UNSUPPORTED';

export interface CertificateCandidate {
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  readonly notAfter: Date;
}

export type OpenFault =
  | { readonly reason: PlainReason }
  /** `what` names the part that is not supported, in Spanish. */
  | { readonly reason: 'FORMAT_UNSUPPORTED'; readonly facts: { readonly what: string } }
  /** `rounds`: how often the file has its password hashed; null if opening took too long although the file announced few. */
  | { readonly reason: 'TOO_COSTLY'; readonly facts: { readonly rounds: number | null } }
  /** Several people or companies could sign with the keys of this file. */
  | {
      readonly reason: 'CHOICE_NEEDED';
      readonly facts: { readonly candidates: readonly CertificateCandidate[] };
    };

/** Ends the reading of a file anywhere in its structure. `openCertificateFile` catches it. */
export class OpenError extends Error {
  constructor(readonly fault: OpenFault) {
    super(fault.reason);
    this.name = 'OpenError';
  }
}

export function unreadable(): OpenError {
  return new OpenError({ reason: 'UNREADABLE' });
}

export function unsupported(what: string): OpenError {
  return new OpenError({ reason: 'FORMAT_UNSUPPORTED', facts: { what } });
}

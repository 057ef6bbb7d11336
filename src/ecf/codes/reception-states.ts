/** What a company knows about what others sent to it: DGII's state of a voucher, and the certificate of its signer. */
import { documentStates } from '../model/document-states.js';

/** `not-confirmed`: DGII has another voucher with this number. */
export const dgiiStates = [
  'accepted',
  'conditionally-accepted',
  'rejected',
  'in-process',
  'not-found',
  'not-confirmed',
] as const;
export type DgiiState = (typeof dgiiStates)[number];

/** DGII's own words, as in the `status` of our vouchers. */
export const dgiiStateTexts = {
  accepted: documentStates.accepted.status,
  'conditionally-accepted': documentStates['conditionally-accepted'].status,
  rejected: documentStates.rejected.status,
  'in-process': documentStates.submitted.status,
  'not-found': 'No encontrado',
  'not-confirmed': 'No confirmado',
} as const satisfies Record<DgiiState, string>;

/** DGII does not change these states any more. */
export const finalDgiiStates = [
  'accepted',
  'conditionally-accepted',
  'rejected',
] as const satisfies readonly DgiiState[];

export function isFinalAtDgii(state: DgiiState): boolean {
  return finalDgiiStates.some((final) => final === state);
}

export const acceptedStates = ['accepted', 'conditionally-accepted'] as const satisfies readonly DgiiState[];

/** `null` or nothing: DGII gave no state. */
export function isAcceptedState(state: DgiiState | null | undefined): boolean {
  return acceptedStates.some((accepted) => accepted === state);
}

/** A certificate's period of validity, at the moment when we received what it signed. */
export const certificatePeriods = {
  usable: 'vigente',
  expired: 'vencido',
  'not-yet-valid': 'aún no válido',
} as const;
export type CertificatePeriod = keyof typeof certificatePeriods;

export const signerChains = {
  trusted: 'confiable',
  'not-trusted': 'no confiable',
  'not-checked': 'no verificada',
} as const;

/** Who signed what we received, as the certificate says it. Only DGII knows who may sign for whom. */
export interface SignerFacts {
  /** The subject on one line, for people. */
  readonly subject: string;
  /** The subject's CN; empty if it has none. */
  readonly name: string;
  /** The subject's SN, such as `IDCDO-00100000001`: the cedula, passport or RNC of the signer; empty if it has none. */
  readonly serialNumber: string;
  /** The certificate's SHA-256 in hex. */
  readonly fingerprint: string;
  /** The SHA-256 of the public key in hex. Any authority can certify a key again, so this says better than the fingerprint who signed. */
  readonly publicKeyHash?: string;
  /** `not-checked`: no authorities are configured. `trusted`: one of them issued the certificate. */
  readonly chain: keyof typeof signerChains;
  /** At the moment when we received the document. */
  readonly period: CertificatePeriod;
}

/** What a company knows about what others sent to it: DGII's state of a voucher, and the certificate of its signer. */

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

/** The states in which DGII has accepted the voucher. */
export const acceptedStates = ['accepted', 'conditionally-accepted'] as const satisfies readonly DgiiState[];

/** A certificate's period of validity, at the moment when we received what it signed. */
export const certificatePeriods = {
  usable: 'vigente',
  expired: 'vencido',
  'not-yet-valid': 'aún no válido',
} as const;
export type CertificatePeriod = keyof typeof certificatePeriods;

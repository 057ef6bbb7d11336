/** DGII's states of a voucher that another taxpayer sent to the company. */

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

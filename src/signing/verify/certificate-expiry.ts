/** Whether a certificate may sign now, how many days it has left, and whether to warn: 30, 7 and 1 days before it expires. */

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export type ExpiryState =
  'vigente' | 'vence pronto' | 'vence esta semana' | 'vence mañana' | 'vencido' | 'aún no válido';

export interface Expiry {
  /** Whole days left, rounded down; negative after expiry. */
  readonly daysLeft: number;
  readonly standing: ExpiryState;
}

const dayMs = 86_400_000;

/** The most urgent first: the first step that still covers the days left applies. */
const steps = [
  { withinDays: 1, standing: 'vence mañana' },
  { withinDays: 7, standing: 'vence esta semana' },
  { withinDays: 30, standing: 'vence pronto' },
] as const satisfies readonly { withinDays: number; standing: ExpiryState }[];

/** Whether a certificate may sign at this instant. An expired certificate still opens, so that an operator can inspect it. */
export function usabilityOf(certificate: Validity, now: Date): 'usable' | 'expired' | 'not-yet-valid' {
  if (now < certificate.notBefore) return 'not-yet-valid';
  return now > certificate.notAfter ? 'expired' : 'usable';
}

export function expiryOf(certificate: Validity, now: Date): Expiry {
  const leftMs = certificate.notAfter.getTime() - now.getTime();
  const daysLeft = Math.floor(leftMs / dayMs);
  const state = usabilityOf(certificate, now);
  if (state === 'expired') return { daysLeft, standing: 'vencido' };
  if (state === 'not-yet-valid') return { daysLeft, standing: 'aún no válido' };
  const step = steps.find(({ withinDays }) => leftMs <= withinDays * dayMs);
  return { daysLeft, standing: step?.standing ?? 'vigente' };
}

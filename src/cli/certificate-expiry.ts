/** How long a certificate still serves, and when to say so: 30, 7 and 1 days before its end. */
import { usable } from '../signing/certificate.js';
import type { Warning } from './result.js';

export type Standing =
  'vigente' | 'vence pronto' | 'vence esta semana' | 'vence mañana' | 'vencido' | 'aún no válido';

export interface Expiry {
  /** Whole days left, rounded down; negative when it is over. */
  readonly daysLeft: number;
  readonly standing: Standing;
}

const dayMs = 86_400_000;

/** From the most urgent on: the first whose days are not exceeded tells. */
const steps = [
  { withinDays: 1, standing: 'vence mañana' },
  { withinDays: 7, standing: 'vence esta semana' },
  { withinDays: 30, standing: 'vence pronto' },
] as const satisfies readonly { withinDays: number; standing: Standing }[];

export function expiryOf(
  certificate: { readonly notBefore: Date; readonly notAfter: Date },
  now: Date,
): Expiry {
  const leftMs = certificate.notAfter.getTime() - now.getTime();
  const daysLeft = Math.floor(leftMs / dayMs);
  const state = usable(certificate, now);
  if (state === 'expired') return { daysLeft, standing: 'vencido' };
  if (state === 'not-yet-valid') return { daysLeft, standing: 'aún no válido' };
  const step = steps.find(({ withinDays }) => leftMs <= withinDays * dayMs);
  return { daysLeft, standing: step?.standing ?? 'vigente' };
}

/** What to tell of the certificate that a company signs with; undefined while it serves for long. */
export function expiryWarning(
  certificate: { readonly notBefore: Date; readonly notAfter: Date },
  now: Date,
): Warning | undefined {
  const { daysLeft, standing } = expiryOf(certificate, now);
  if (standing === 'vigente') return undefined;
  if (standing === 'vencido')
    return {
      code: 'CERTIFICATE_EXPIRED',
      mensaje:
        'El certificado con que firma la empresa está vencido: sus comprobantes esperan hasta que importe otro.',
    };
  if (standing === 'aún no válido')
    return {
      code: 'CERTIFICATE_NOT_YET_VALID',
      mensaje: 'El certificado con que firma la empresa todavía no es válido.',
    };
  const left = daysLeft < 1 ? 'en menos de un día' : `en ${daysLeft} ${daysLeft === 1 ? 'día' : 'días'}`;
  return {
    code: 'CERTIFICATE_EXPIRES_SOON',
    mensaje: `El certificado con que firma la empresa vence ${left}: importe el renovado con «certificate import».`,
  };
}

/** Warns an operator when the certificate that a company signs with has expired, expires soon or is not valid yet. */
import type { Expiry } from '../../signing/verify/certificate-expiry.js';
import type { Warning } from './result.js';

/** Undefined when the certificate is valid and does not expire soon. */
export function expiryWarning({ daysLeft, standing }: Expiry): Warning | undefined {
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

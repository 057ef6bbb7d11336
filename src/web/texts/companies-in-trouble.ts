/** The texts of the list of companies that need somebody, for support. */
import { count } from '../shared/format.js';

export const companiesInTrouble = {
  title: 'Necesitan atención',
  none: 'Ninguna empresa necesita atención.',
  more: 'Hay más empresas de las que se muestran aquí.',
  what: 'Qué pasa',
  suspended: 'Emisión detenida',
  waiting: (vouchers: number) =>
    vouchers === 1 ? 'Un comprobante en espera' : `${count(vouchers)} comprobantes en espera`,
  noCertificate: 'Sin certificado vigente',
  certificateRevoked: 'Certificado revocado',
  certificateEnds: (days: number) =>
    days < 0
      ? 'Certificado vencido'
      : days === 0
        ? 'El certificado vence hoy'
        : `El certificado vence en ${days} días`,
  numbersLow: (type: string, left: string) => `Quedan ${left} números de ${type}`,
  numbersOut: (type: string) => `Sin números de ${type}`,
  numbersExpire: (type: string, days: number) => `Los números de ${type} vencen en ${days} días`,
  since: (when: string) => `desde ${when}`,
} as const;

/** Whether DGII authorised a number, by the ranges of pre-certification or by a test's own table (web services §3.1). */
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { Sequences } from '../settings.js';

/** `other-expiry`: authorised, but with another FechaVencimientoSecuencia than the voucher's. */
export type NumberState = 'authorized' | 'unauthorized' | 'expired' | 'other-expiry';

export interface NumberAsked {
  readonly environment: Environment;
  readonly rnc: string;
  readonly encf: string;
  readonly expiry: string;
  /** A summary never carries an expiry. */
  readonly summary: boolean;
  /** Day of reception in Santo Domingo, `yyyy-MM-dd`. */
  readonly today: string;
}

/** "Rango de secuencias de 1 a 10,000,000, a excepción de las facturas de consumo: 50,000,000" (Descripción técnica p. 7). */
const testSerialMax = 10_000_000;
const testSerialMax32 = 50_000_000;
const testExpiry = '31-12-2028';
/** Types whose sequences never expire, so their vouchers carry no date (Formato e-CF, p. 7). */
export const withoutExpiry: readonly string[] = ['32', '34'];

export const voucherTypes: readonly string[] = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'];

export interface AuthorizedRange {
  readonly tipo: string;
  readonly desde: number;
  readonly hasta: number;
}

/** What DGII authorised for an issuer in an environment, expired or not; undefined if every number is authorised there. */
export function authorizedRanges(
  sequences: Sequences,
  environment: Environment,
  rnc: string,
): readonly AuthorizedRange[] | undefined {
  if (sequences === 'any') return undefined;
  if (sequences !== 'official-test')
    return sequences
      .filter((one) => one.rnc === rnc && one.environment === environment)
      .map(({ tipo, desde, hasta }) => ({ tipo: String(tipo), desde, hasta }));
  if (environment !== 'pre-certification') return undefined;
  return voucherTypes.map((tipo) => ({ tipo, desde: 1, hasta: testMaxOf(tipo) }));
}

function testMaxOf(tipo: string): number {
  return tipo === '32' ? testSerialMax32 : testSerialMax;
}

export function stateOfNumber(sequences: Sequences, asked: NumberAsked): NumberState {
  const { environment, rnc, encf, expiry, today } = asked;
  const tipo = encf.slice(1, 3);
  const serial = Number(encf.slice(3));
  // The voucher's own date is compared with the day of sending, whatever date is authorised (Descripción técnica p. 25).
  if (expiry !== '' && isoDate(expiry) < today) return 'expired';
  if (sequences === 'any') return 'authorized';
  if (sequences === 'official-test') {
    if (environment !== 'pre-certification') return 'authorized';
    if (serial < 1 || serial > testMaxOf(tipo)) return 'unauthorized';
    return withoutExpiry.includes(tipo) ? 'authorized' : compared(testExpiry, asked);
  }
  const range = sequences.find(
    (one) =>
      one.rnc === rnc &&
      one.environment === environment &&
      String(one.tipo) === tipo &&
      one.desde <= serial &&
      serial <= one.hasta,
  );
  if (range === undefined) return 'unauthorized';
  return range.vence === null ? 'authorized' : compared(range.vence, asked);
}

function compared(authorized: string, { expiry, summary, today }: NumberAsked): NumberState {
  if (isoDate(authorized) < today) return 'expired';
  return summary || isoDate(authorized) === isoDate(expiry) ? 'authorized' : 'other-expiry';
}

/** `d-M-yyyy` → `yyyy-MM-dd`, which can be sorted. */
export function isoDate(text: string): string {
  const [day = '', month = '', year = ''] = text.split('-');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

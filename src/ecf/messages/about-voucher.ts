/** Decides whether DGII's answer about a number is about a certain voucher. */
import { amountOf } from '../model/amounts.js';
import { daysBetween, parseDate } from '../model/dates.js';

/** Null or absent: DGII left it out. */
interface Answer {
  readonly codigoSeguridad: string | null;
  readonly montoTotal: string | null;
  readonly totalITBIS?: string | null;
  readonly fechaEmision?: string | null;
  readonly fechaFirma?: string | null;
}

/** Amounts are decimal text. What is absent is not compared. */
export interface ComparedVoucher {
  readonly securityCode: string;
  readonly montoTotal?: string;
  readonly totalITBIS?: string;
  readonly fechaEmision?: string;
  readonly fechaFirma?: string;
}

/**
 * DGII may answer about the voucher that it has, whatever security code we ask for. Another voucher with the same number has another code or,
 * because codes are short and DGII may leave the code out, another amount or date. A difference that may come from how DGII writes a value
 * does not count: with it, no genuine voucher could be approved.
 */
export function isAboutVoucher(answer: Answer, voucher: ComparedVoucher): boolean {
  if ((answer.codigoSeguridad ?? voucher.securityCode) !== voucher.securityCode) return false;
  if (differ(answer.montoTotal, voucher.montoTotal)) return false;
  // DGII's answer has a number here even if the voucher has no ITBIS, so its zero may mean that it does not know.
  if (Number(answer.totalITBIS) !== 0 && differ(answer.totalITBIS, voucher.totalITBIS)) return false;
  if (daysApart(answer.fechaEmision, voucher.fechaEmision) > 0) return false;
  // DGII's documents do not say how it writes the time of signing: perhaps in another time zone, or without the time.
  return daysApart(answer.fechaFirma, voucher.fechaFirma) <= 1;
}

function differ(answered: string | null | undefined, amount: string | undefined): boolean {
  if (answered === null || answered === undefined || amount === undefined) return false;
  return !amountOf(answered).eq(amountOf(amount));
}

/** Zero unless both begin with a day as vouchers have it, such as `01-07-2026` or `1-7-2026 9:30:00`. */
function daysApart(answered: string | null | undefined, own: string | undefined): number {
  const [a, b] = [dayOf(answered), dayOf(own)];
  return a === undefined || b === undefined ? 0 : Math.abs(daysBetween(a, b));
}

const dayPattern = /^(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/;

function dayOf(text: string | null | undefined): string | undefined {
  const [, day = '', month = '', year = ''] = dayPattern.exec(text?.trim() ?? '') ?? [];
  const padded = `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`;
  return parseDate(padded) === undefined ? undefined : padded;
}

/** Decides whether DGII's answer about a number is about a certain voucher. */
import { amountOf } from '../model/amounts.js';

/**
 * DGII may answer about the voucher that it has, whatever security code we ask for. Another voucher with the same number has another code or,
 * because codes are short and DGII may leave the code out, another total.
 * @param answer null: DGII left it out
 * @param voucher `montoTotal` is decimal text; without it the total is not compared
 */
export function isAboutVoucher(
  answer: { readonly codigoSeguridad: string | null; readonly montoTotal: string | null },
  voucher: { readonly securityCode: string; readonly montoTotal?: string },
): boolean {
  if ((answer.codigoSeguridad ?? voucher.securityCode) !== voucher.securityCode) return false;
  if (voucher.montoTotal === undefined || answer.montoTotal === null) return true;
  return amountOf(answer.montoTotal).eq(amountOf(voucher.montoTotal));
}

/** The content of a voucher as the pages show it, for our own vouchers and for received ones. */
import type { ReadableVoucher } from '../../ecf/json/readable-voucher.js';

/** @param isKnown whether a page shows the voucher of the same issuer with this e-NCF */
export async function contentAnswer(
  { sections, lines, reference }: ReadableVoucher,
  isKnown: (encf: string) => Promise<boolean>,
) {
  const known = reference !== null && (await isKnown(reference));
  return { sections, lines, reference: known ? reference : null };
}

/** The content of a voucher as the pages show it, for our own vouchers and for received ones. */
import type { ReadableVoucher } from '../../ecf/json/readable-voucher.js';

export async function contentAnswer(
  { sections, lines, reference }: ReadableVoucher,
  isKnown: (encf: string) => Promise<boolean>,
) {
  const known = reference !== null && (await isKnown(reference));
  return { sections, lines, reference: known ? reference : null };
}

/** A voucher that a person wrote without its number: under the next number of the voucher master, with its expiry. */
import type { NumberSource } from '../../../ledger/certification/order-claims.js';
import type { IssuingPlace } from '../../../services/vouchers/issue-by-person.js';
import { upcomingNumber } from '../../../services/numbers/upcoming-number.js';
import type { RouteDeps } from '../../web/web-route.js';

export interface Draft {
  /** The voucher as JSON text, so that its numbers keep their digits. */
  readonly ecf: string;
  /** `next`: the voucher master gives it one. `given`: it has one, of DGII's set or of a voucher that was rejected. */
  readonly number?: NumberSource;
}

export async function previewOf(
  { store, clock, checker }: Pick<RouteDeps, 'store' | 'clock' | 'checker'>,
  { companyId, environment }: IssuingPlace,
  { ecf, number }: Draft,
) {
  const draft = Buffer.from(ecf);
  const ecfType = number === 'next' ? await checker.draftType(companyId, draft) : undefined;
  if (ecfType === undefined) return { draft };
  const upcoming = await upcomingNumber({ store, clock }, { companyId, environment, ecfType });
  if (typeof upcoming === 'string') return { draft, ecfType };
  return { draft, ecfType, preview: await checker.numberDraft(companyId, draft, upcoming) };
}

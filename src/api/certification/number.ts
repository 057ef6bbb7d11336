/** A voucher that a person wrote without its number: under the next number of the voucher master, with its expiry. */
import type { NumberSource } from '../../ledger/certification/order-claims.js';
import { upcomingNumber } from '../../services/numbers/upcoming-number.js';
import type { RouteDeps } from '../web/web-route.js';

export interface Draft {
  /** The voucher as JSON text, so that its numbers keep their digits. */
  readonly ecf: string;
  /** `given`: it has a number of DGII's set. `next`: the voucher master gives it one. */
  readonly number?: NumberSource;
}

export async function previewOf(
  { store, clock, checker }: Pick<RouteDeps, 'store' | 'clock' | 'checker'>,
  companyId: number,
  { ecf, number }: Draft,
) {
  const draft = Buffer.from(ecf);
  const ecfType = number === 'next' ? await checker.draftType(companyId, draft) : undefined;
  if (ecfType === undefined) return { draft };
  const upcoming = await upcomingNumber(
    { store, clock },
    { companyId, environment: 'certification', ecfType },
  );
  if (typeof upcoming === 'string') return { draft, ecfType };
  return { draft, ecfType, preview: await checker.numberDraft(companyId, draft, upcoming) };
}

/** The number of a voucher that a person wrote without one: the next number of the voucher master, with its expiry. */
import type { SequenceNumber } from '../../../../checking/draft.js';
import { localDate } from '../../../../ecf/model/dates.js';
import type { EcfType } from '../../../../ecf/model/ecf-types.js';
import { formatEncf } from '../../../../ecf/model/encf.js';
import type { RouteDeps } from '../../web-route.js';

/** The number that would come next, without reserving it. Undefined if no number is left. */
export async function previewNumber(
  { store, clock }: Pick<RouteDeps, 'store' | 'clock'>,
  companyId: number,
  ecfType: EcfType,
): Promise<SequenceNumber | undefined> {
  const today = localDate(clock().getTime());
  const sequences = await store.sequencesOverview(companyId, 'certification', today);
  const { next = null, expiresOn = null } = sequences.find((one) => one.ecfType === ecfType) ?? {};
  return next === null ? undefined : { encf: formatEncf(ecfType, next), expiresOn };
}

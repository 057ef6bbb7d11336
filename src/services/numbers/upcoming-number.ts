/** The number that `next` would hand out now. Reading it takes nothing, so a voucher with faults takes no number. */
import type { SequenceNumber } from '../../documents/check/draft.js';
import { localDate } from '../../ecf/model/dates.js';
import { formatEncf } from '../../ecf/model/encf.js';
import type { Store } from '../../ledger/ledger.js';
import type { SequenceRef, SequenceState } from '../../ledger/numbers/numbers.js';

interface UpcomingDeps {
  readonly store: Pick<Store, 'sequencesOverview'>;
  readonly clock: () => Date;
}

/** @returns the number, or the state of a sequence that has no next number */
export async function upcomingNumber(
  { store, clock }: UpcomingDeps,
  { companyId, environment, ecfType }: SequenceRef,
): Promise<SequenceNumber | SequenceState> {
  const today = localDate(clock().getTime());
  const sequences = await store.sequencesOverview(companyId, environment, today);
  const sequence = sequences.find((one) => one.ecfType === ecfType);
  if (sequence === undefined) return 'Sin autorizaciones';
  const { next, expiresOn, state } = sequence;
  return next === null ? state : { encf: formatEncf(ecfType, next), expiresOn };
}

/**
 * Mends leases that cannot be true, because the clock of the process that wrote them was ahead. Until the clocks reach the end of such a
 * lease, no worker would send, and people's commands would be refused.
 *
 * That process may still be sending. So the mended lease ends after the longest time that a lease may have, counted from now. Nothing else
 * changes, so that the process can still record its outcome.
 */
import type { Collection, Document, Filter } from 'mongodb';
import type { ApprovalLegName } from '../ecf/codes/buyer-delivery.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import { latestPossible } from './clocks.js';
import type { Collections } from './collections.js';
import { ledgerTime } from './mongo/ledger-time.js';
import type { ReceptionAt } from './received/reception-record.js';
import { thisRecord } from './shard-keys.js';
import type { RangeAnnulmentRecord } from './numbers/range-annulment-record.js';
import type { DocumentRecord } from './vouchers/document-record.js';
import type { WrittenAhead } from './written-ahead.js';

/** The longest lease that the settings permit: a time limit of 120 s, and a margin of 60 s. */
export const leaseMaxMs = 180_000;

type Lease = Pick<WrittenAhead, 'leaseUntil'>;

interface LegName {
  readonly name: ApprovalLegName;
}

/** Each of these changes nothing if the lease may be true, or if another process has changed it meanwhile. */
export function createLeases({ documents, rangeAnnulments, receptions }: Collections) {
  return {
    mendDeliveryLease: (ref: AttemptRef, { submissions }: Pick<DocumentRecord, 'submissions'>, now: Date) =>
      mendLast(documents, ref, { path: 'submissions', leases: submissions }, now),

    mendAnnulmentLease: ({ _id, deliveries }: Pick<RangeAnnulmentRecord, '_id' | 'deliveries'>, now: Date) =>
      mendLast(rangeAnnulments, { _id }, { path: 'deliveries', leases: deliveries }, now),

    mendBuyerLease: (ref: AttemptRef, last: Lease, now: Date) =>
      mend(documents, ref, { path: 'buyerDelivery.last', ...last }, now),

    mendApprovalLease: (reception: ReceptionAt, { name, ...last }: Lease & LegName, now: Date) =>
      mend(receptions, thisRecord(receptions, reception), { path: `approval.${name}.last`, ...last }, now),
  };
}

async function mendLast<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  { path, leases }: { readonly path: string; readonly leases: readonly Lease[] },
  now: Date,
): Promise<void> {
  const last = leases.at(-1);
  if (last !== undefined)
    await mend(collection, filter, { path: `${path}.${leases.length - 1}`, ...last }, now);
}

async function mend<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  { path, leaseUntil }: Lease & { readonly path: string },
  now: Date,
): Promise<void> {
  if (mayBeTrue(leaseUntil, now)) return;
  // If our own clock is behind, every lease looks too long to us. So the later of two clocks decides.
  const later = new Date(Math.max(now.getTime(), (await ledgerTime(collection.db)).getTime()));
  if (mayBeTrue(leaseUntil, later)) return;
  const member = `${path}.leaseUntil`;
  const mended = { [member]: new Date(later.getTime() + leaseMaxMs) };
  await collection.updateOne({ ...filter, [member]: leaseUntil }, { $set: mended } as Document);
}

function mayBeTrue(leaseUntil: Date, now: Date): boolean {
  return leaseUntil.getTime() <= latestPossible(now).getTime() + leaseMaxMs;
}

/**
 * Bounds what strangers can store. What a company received is kept for ever, and without a trusted certificate anybody may invent issuers and
 * numbers, so a stranger could fill the ledger's disk. A full disk would stop every company. Vouchers at the same moment may exceed the
 * room by the few bodies that are read at once.
 */
import { hourOf } from '../../ecf/durations.js';
import type { ReceiverDeps } from './receiver-deps.js';
import { ReceiverError } from './receiver-error.js';

type Deps = Pick<ReceiverDeps, 'store' | 'clock' | 'config'>;

/** One network may use this share of the room. */
const networkShare = 1 / 4;

/** @returns a function that counts the bytes when they are stored. @throws RECEPTION_NO_ROOM when this hour's room is used */
export async function untrustedRoom(
  { store, clock, config }: Deps,
  network: string,
  bytes: number,
): Promise<() => Promise<void>> {
  const max = config.untrustedBytesPerHour;
  if (max === 0) return () => Promise.resolve();
  const { hour, endMs } = hourOf(clock().getTime());
  const ofAll = `untrusted:${hour}`;
  const ofNetwork = `${ofAll}:${network}`;
  const [stored = 0, storedOfNetwork = 0] = await store.counted([ofAll, ofNetwork]);
  if (stored + bytes > max || storedOfNetwork + bytes > max * networkShare)
    throw new ReceiverError('RECEPTION_NO_ROOM');
  const endsAt = new Date(endMs);
  return async () => {
    await Promise.all([store.count(ofAll, bytes, endsAt), store.count(ofNetwork, bytes, endsAt)]);
  };
}

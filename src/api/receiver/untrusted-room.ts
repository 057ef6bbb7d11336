/**
 * Bounds what strangers can store. What a company received is kept for ever, and without a trusted certificate anybody may invent issuers and
 * numbers, so a stranger could fill the ledger's disk. A full disk would stop every company. A refused voucher is kept for 90 days. Vouchers
 * at the same moment may exceed the room by the few bodies that are read at once.
 */
import { hourOf } from '../../ecf/durations.js';
import type { ReceiverDeps } from './receiver-deps.js';
import { ReceiverError } from './receiver-error.js';

type Deps = Pick<ReceiverDeps, 'store' | 'clock' | 'config'>;

/** Of the room for vouchers, one network may use this share. */
const networkShare = 1 / 4;

/** Refusals have a room of their own, so they take none from vouchers that are received, and the other way round. */
const refusalsShare = 1 / 64;
/** What a refusal takes: its record with the ARECF, and a short run in Temporal. */
const refusalBytes = 4 * 1_024;
/**
 * Of the room for refusals. While it is used up, honest senders get no code for their mistakes, so no single network can use up a company's
 * share, and a flood against one company leaves room to the others.
 */
const refusalsOfCompany = 1 / 4;
const refusalsOfNetwork = 1 / 16;

/** @returns a function that counts the bytes when they are stored. @throws RECEPTION_NO_ROOM when this hour's room is used */
export function untrustedRoom(deps: Deps, network: string, bytes: number): Promise<Count> {
  return roomFor(deps, bytes, [
    { name: 'untrusted', share: 1 },
    { name: 'untrusted', of: network, share: networkShare },
  ]);
}

/** @throws RECEPTION_NO_ROOM when this hour's room is used */
export function refusalRoom(deps: Deps, network: string, companyId: number): Promise<Count> {
  return roomFor(deps, refusalBytes, [
    { name: 'refusals', share: refusalsShare },
    { name: 'refusals', of: `company ${companyId}`, share: refusalsShare * refusalsOfCompany },
    { name: 'refusals', of: `network ${network}`, share: refusalsShare * refusalsOfNetwork },
  ]);
}

type Count = () => Promise<void>;

interface Room {
  readonly name: string;
  readonly of?: string;
  readonly share: number;
}

async function roomFor(
  { store, clock, config }: Deps,
  bytes: number,
  rooms: readonly Room[],
): Promise<Count> {
  const max = config.untrustedBytesPerHour;
  if (max === 0) return () => Promise.resolve();
  const { hour, endMs } = hourOf(clock().getTime());
  const ids = rooms.map(({ name, of }) => [name, hour, ...(of === undefined ? [] : [of])].join(':'));
  const stored = await store.counted(ids);
  if (rooms.some(({ share }, at) => (stored[at] ?? 0) + bytes > max * share))
    throw new ReceiverError('RECEPTION_NO_ROOM');
  const endsAt = new Date(endMs);
  return async () => {
    await Promise.all(ids.map((id) => store.count(id, bytes, endsAt)));
  };
}

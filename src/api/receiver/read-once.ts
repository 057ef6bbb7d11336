/** Reads a voucher once for all copies that arrive together or soon after each other, because reading costs much more than a hash. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReceivedEcf } from '../../documents/read/read-ecf.js';

/**
 * How many results are kept; each has about 1 KB. A result depends on the bytes, and on the time only by the certificate's period of
 * validity.
 */
const keptMax = 1_000;
const keptMs = 60_000;

type Read = (network: string, xml: Buffer) => Promise<ReceivedEcf>;

export function readOnce(read: Read): Read {
  const known = new LRUCache<string, Promise<ReceivedEcf>>({ max: keptMax, ttl: keptMs });
  return (network, xml) => {
    const sha256 = sha256Of(xml);
    const reading = known.get(sha256) ?? read(network, xml);
    known.set(sha256, reading, { noUpdateTTL: true });
    // A failure is not kept, because the process may have been busy only for a moment.
    reading.catch(() => known.delete(sha256));
    return reading;
  };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Settings of the deliveries to other taxpayers' receivers. */
import { integer, notBelow, oneOf, type Environment } from './read-setting.js';

const hourMs = 3_600_000;

export function buyersConfig(env: Environment) {
  notBelow(env, ['BUYERS_RETRY_MAX_MS', 6 * hourMs], ['BUYERS_RETRY_FIRST_MS', 60_000]);
  return {
    /** `allow`: also http and private addresses. Only where buyers are imitated on this machine. */
    privateAddresses: oneOf(env, 'BUYERS_PRIVATE_ADDRESSES', 'refuse', ['refuse', 'allow']),
    /** `off`: buyers that ask for a token get the voucher without one; it protects from relayed seeds (docs/operate/delivering.md). */
    authentication: oneOf(env, 'BUYERS_AUTHENTICATION', 'on', ['on', 'off']),
    /**
     * The pause between two rounds that start deliveries. Each accepted voucher has a delivery. After a pause of ten seconds hundreds of them
     * may be due. They would start together, and the sends of that moment would take several times as long.
     */
    intervalMs: integer(env, 'BUYERS_INTERVAL_MS', 1_000, [50, 600_000]),
    /** A delivery, its token included. */
    timeoutMs: integer(env, 'BUYERS_TIMEOUT_MS', 30_000, [100, 120_000]),
    retryFirstMs: integer(env, 'BUYERS_RETRY_FIRST_MS', 60_000, [10, hourMs]),
    retryMaxMs: integer(env, 'BUYERS_RETRY_MAX_MS', 6 * hourMs, [10, 24 * hourMs]),
    /** A voucher that its buyer did not receive for this long is given up. */
    giveUpMs: integer(env, 'BUYERS_GIVE_UP_MS', 5 * 24 * hourMs, [100, 60 * 24 * hourMs]),
  };
}

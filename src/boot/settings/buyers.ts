/** Settings of the deliveries to other taxpayers' receivers. */
import { chapter, milliseconds, oneOf } from './setting.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const retryFirstMs = milliseconds('BUYERS_RETRY_FIRST_MS', minuteMs, [10, hourMs], {
  text: 'The first pause before a delivery to a buyer is tried again; each next one is longer.',
  readers: ['api', 'worker'],
});

export const buyers = chapter('Deliveries to buyers', {
  privateAddresses: oneOf('BUYERS_PRIVATE_ADDRESSES', 'refuse', ['refuse', 'allow'], {
    text: '`allow`: also http and private addresses of buyers. Only where buyers are imitated on this machine.',
    readers: ['api', 'worker', 'start'],
    production: 'must be `refuse`.',
  }),
  authentication: oneOf('BUYERS_AUTHENTICATION', 'on', ['on', 'off'], {
    text: '`off`: no seed of another taxpayer is signed. A buyer that asks for a token gets the voucher without one, and nobody can relay a seed of DGII to us.',
    readers: ['api', 'worker'],
  }),
  /**
   * Each accepted voucher has a delivery. After a pause of ten seconds hundreds of them may be due. They would start together, and the sends of
   * that moment would take several times as long.
   */
  intervalMs: milliseconds('BUYERS_INTERVAL_MS', 1_000, [50, 600_000], {
    text: 'The pause between two rounds that start deliveries to buyers.',
    readers: ['worker'],
  }),
  timeoutMs: milliseconds('BUYERS_TIMEOUT_MS', 30_000, [100, 120_000], {
    text: 'The longest delivery to a buyer, its token included.',
    readers: ['api', 'worker'],
  }),
  retryFirstMs,
  retryMaxMs: milliseconds('BUYERS_RETRY_MAX_MS', 6 * hourMs, [10, 24 * hourMs], {
    text: 'The longest pause before a delivery to a buyer is tried again.',
    readers: ['api', 'worker'],
    atLeast: retryFirstMs,
  }),
  giveUpMs: milliseconds('BUYERS_GIVE_UP_MS', 5 * 24 * hourMs, [100, 60 * 24 * hourMs], {
    text: 'A voucher that its buyer did not receive for this long is given up.',
    readers: ['worker'],
  }),
});

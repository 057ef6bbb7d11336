/** Settings of the deliveries of events to companies' endpoints. */
import { chapter, milliseconds, oneOf } from './setting.js';

export const webhooks = chapter('Webhooks', {
  privateAddresses: oneOf('WEBHOOKS_PRIVATE_ADDRESSES', 'refuse', ['refuse', 'allow'], {
    text: '`allow`: endpoints may have http and private addresses. A company could then make a worker call what only this network reaches, so it is for a service whose companies are all your own.',
    readers: ['api', 'worker', 'start'],
  }),
  intervalMs: milliseconds('WEBHOOKS_INTERVAL_MS', 500, [50, 600_000], {
    text: 'The pause between two rounds that send new events.',
    readers: ['worker'],
  }),
  timeoutMs: milliseconds('WEBHOOKS_TIMEOUT_MS', 15_000, [100, 30_000], {
    text: 'The longest delivery of an event: connection, answer and its body.',
    readers: ['api', 'worker', 'cli'],
  }),
});

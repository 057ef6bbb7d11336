/** The workflows that a worker runs: the entry of the workflow bundle. */
export { annulRanges } from './annul-ranges.js';
export { approve, deliverToBuyer } from './buyer-deliveries.js';
export { certify } from './certify.js';
export { inquiry } from './inquiry.js';
export { issueEcf } from './issue-ecf.js';
export { refreshRegistry } from './refresh-registry.js';
export { receive } from './receive.js';
export { retryWebhook } from './retry-webhook.js';
export { sendMail } from './send-mail.js';

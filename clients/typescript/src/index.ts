/** What the package gives. */
export { EcfClient, type CallOptions, type Environment, type IssueOptions, type Voucher } from './client.js';
export { EcfError, type ClientErrorCode } from './error.js';
export type { EventOptions, EventPage, Events } from './events.js';
export type { Call, ClientOptions, Credentials } from './transport.js';
export type * from './types.js';
export { verifyWebhook, type WebhookEvent, type WebhookToVerify } from './verify-webhook.js';
export type { EcfBodies, EcfBody } from './vouchers.js';
export type { Webhooks } from './webhooks.js';

/**
 * Reads the environment once into one validated, frozen object. Each variable is a row of a file in `settings`: what it may be, its default,
 * and what docs/operate/settings.md says of it. What only the programs for one machine read is in tools/stack/stack-config.ts.
 */
import { archive } from './settings/archive.js';
import { buyers } from './settings/buyers.js';
import { cold } from './settings/cold.js';
import { dgii } from './settings/dgii.js';
import { issuing } from './settings/issuing.js';
import { limits } from './settings/limits.js';
import { mail } from './settings/mail.js';
import { receiver, receiverConfig } from './settings/receiver.js';
import * as own from './settings/service.js';
import { readChapters, type Environment } from './settings/setting.js';
import { temporal, temporalConfig } from './settings/temporal.js';
import { traces } from './settings/traces.js';
import { webhooks } from './settings/webhooks.js';

export { dgiiHosts, isDgiiHost } from './settings/addresses.js';
export { ConfigError } from './settings/setting.js';

export type Config = ReturnType<typeof readConfig>;

/** Nothing else is read from the environment. */
export const serviceSettings = {
  service: own.service,
  admin: own.admin,
  mongo: own.mongo,
  cold,
  temporal,
  jwt: own.jwt,
  web: own.web,
  limits,
  checking: own.checking,
  numbering: own.numbering,
  issuing,
  dgii,
  buyers,
  webhooks,
  receiver,
  registry: own.registry,
  mail,
  traces,
  archive,
};

/** @throws ConfigError that names the variable, says what is wrong with it and what it may be */
export function readConfig(env: Environment) {
  const { service, receiver: read, temporal: server, ...parts } = readChapters(env, serviceSettings);
  return deepFreeze({
    ...service,
    ...parts,
    receiver: receiverConfig(read),
    temporal: temporalConfig(server),
  });
}

/** Extra time that a step has for the ledger, on top of the time for DGII. */
const ledgerSlackMs = 5_000;

/**
 * The first query runs inside a workflow task, and clients that wait for the hand-over also wait for it. DGII usually answers in
 * a few hundred milliseconds. If it takes longer, a regular activity asks again.
 */
const quickQueryTimeoutMaxMs = 1_500;

/**
 * A delivery inside a workflow task and the query after it must together take less than half of the task's 10 s. We try such a
 * delivery only while DGII answers within a second.
 */
const quickSubmitTimeoutMaxMs = 3_000;

/** The intervals that a workflow run gets as its input, see workflows/contract/vouchers.ts. */
export function timingsOf({ issuing, dgii }: Config) {
  const { pollFirstMs, pollMaxMs, retryFirstMs, retryMaxMs, runMaxMs, heartbeatMs } = issuing;
  return {
    pollFirstMs,
    pollMaxMs,
    retryFirstMs,
    retryMaxMs,
    runMaxMs,
    heartbeatMs,
    // Before it sends, the step may query an earlier delivery. Both deadlines include the time to get a token.
    submitTimeoutMs: dgii.submitTimeoutMs + dgii.queryTimeoutMs + ledgerSlackMs,
    quickSubmitTimeoutMs: Math.min(quickSubmitTimeoutMaxMs, dgii.submitTimeoutMs),
    quickQueryTimeoutMs: Math.min(quickQueryTimeoutMaxMs, dgii.queryTimeoutMs),
    queryTimeoutMs: dgii.queryTimeoutMs,
  };
}

export function buyerTimingsOf({ buyers, dgii, issuing }: Config) {
  const { retryFirstMs, retryMaxMs, timeoutMs } = buyers;
  const { heartbeatMs, runMaxMs } = issuing;
  // A try asks DGII first, perhaps with a new token. A buyer's token has the time limit of a delivery too. An approval goes to DGII too.
  const tryTimeoutMs = 2 * timeoutMs + dgii.authTimeoutMs + 2 * dgii.queryTimeoutMs + dgii.submitTimeoutMs;
  return { retryFirstMs, retryMaxMs, runMaxMs, tryTimeoutMs, heartbeatMs };
}

/** A step begins no try after 20 s (activities/events/retry-webhook.ts). The rest is for the last try and the ledger. */
const webhookStepMs = 30_000;

export function webhookTimingsOf({ webhooks, issuing }: Config) {
  const { heartbeatMs, runMaxMs } = issuing;
  return { runMaxMs, heartbeatMs, tryTimeoutMs: webhookStepMs + webhooks.timeoutMs };
}

/** Extra time that Temporal may need for a question, and how much longer than one try the waiting caller stays. */
const inquiryMarginMs = 5_000;
const inquiryPatienceMs = 3_000;

export function inquiryTimingsOf({ dgii, webhooks }: Config) {
  // The test of a webhook is a question too.
  const longestMs = Math.max(dgii.queryTimeoutMs, dgii.authTimeoutMs, webhooks.timeoutMs);
  const answerTimeoutMs = longestMs + inquiryMarginMs;
  return { answerTimeoutMs, giveUpMs: answerTimeoutMs + inquiryPatienceMs };
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null && !Buffer.isBuffer(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}

/**
 * Reads the environment once into one validated, frozen object. This file has every variable of the service, its default and its
 * limits; docs/operate/operations.md documents them for operators. What only the programs for one machine read is in tools/stack/stack-config.ts.
 */
import { availableParallelism } from 'node:os';
import {
  dgiiHost,
  publicUrl,
  registryUrl,
  temporalAddress,
  trustedProxies,
  webUrl,
} from './settings/addresses.js';
import {
  integer,
  masterKeys,
  namedSecrets,
  notBelow,
  oneOf,
  port,
  text,
  timeOfDay,
  type Environment,
} from './settings/read-setting.js';
import { receiverConfig } from './settings/receiver.js';
import { buyersConfig } from './settings/buyers.js';

export { dgiiHosts, isDgiiHost } from './settings/addresses.js';
export { ConfigError } from './settings/read-setting.js';

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError that names the variable, says what is wrong with it and what it may be */
export function readConfig(env: Environment) {
  return deepFreeze({
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    host: text(env, 'HOST', '127.0.0.1'),
    port: port(env, 'PORT', 8080),
    dataDir: text(env, 'ECF_DATA_DIR', '.data'),
    admin: {
      /** Loopback by default, because health checks show details that are meant for operators only. */
      host: text(env, 'ADMIN_HOST', '127.0.0.1'),
      apiPort: port(env, 'ADMIN_PORT', 9_464),
      workerPort: port(env, 'WORKER_ADMIN_PORT', 9_465),
      /** Metrics from the ledger are at most this old. More frequent scrapes do not read the ledger more often. */
      metricsFreshMs: integer(env, 'ECF_METRICS_FRESH_MS', 30_000, [0, 3_600_000]),
    },
    mongo: {
      /** Empty: the embedded MongoDB. */
      uri: text(env, 'MONGODB_URI', ''),
      database: text(env, 'MONGODB_DATABASE', 'ecf'),
      port: port(env, 'MONGO_PORT', 27_027),
    },
    temporal: {
      /** Empty: the embedded Temporal. */
      address: temporalAddress(env, 'TEMPORAL_ADDRESS'),
      namespace: text(env, 'TEMPORAL_NAMESPACE', 'default'),
      taskQueue: text(env, 'TEMPORAL_TASK_QUEUE', 'ecf'),
      port: port(env, 'TEMPORAL_PORT', 7_233),
    },
    jwt: {
      /** `kid:secret` pairs, comma-separated. We sign with the first one and verify with all of them. */
      secrets: namedSecrets(env, 'ECF_JWT_SECRET'),
      issuer: text(env, 'ECF_JWT_ISSUER', 'ecf-issuer'),
      audience: text(env, 'ECF_JWT_AUDIENCE', 'ecf-issuer-api'),
    },
    web: {
      /** `off`: the api serves nothing under /app. */
      enabled: oneOf(env, 'ECF_WEB', 'on', ['on', 'off']) === 'on',
      /** Like those of `jwt`, for the sessions and second factors of people. */
      secrets: namedSecrets(env, 'ECF_WEB_SECRET'),
      /** Where people see Temporal's Web UI; empty: no links to it. */
      temporalUiUrl: webUrl(env, 'ECF_TEMPORAL_UI_URL'),
    },
    /** Keys of 32 bytes in Base64, comma-separated. We encrypt with the first one and decrypt with all of them. */
    masterKeys: masterKeys(env, 'ECF_MASTER_KEY'),
    allowProduction: oneOf(env, 'ECF_ALLOW_PRODUCTION', 'false', ['true', 'false']) === 'true',
    /** Where buyers reach the api, without a slash at the end. Empty: vouchers have no link for buyers. */
    publicUrl: publicUrl(env, 'ECF_PUBLIC_URL'),
    /** The proxies whose X-Forwarded-* headers the api trusts. */
    trustProxy: trustedProxies(env, 'TRUST_PROXY'),
    /** Folder with the official XSDs, used in addition to our own; empty: none. */
    officialXsdDir: text(env, 'ECF_XSD_DIR', ''),
    checking: {
      /** Threads that check large vouchers. One core is left for everything else. A thread may use 0.75 GB of memory. */
      threadsMax: integer(
        env,
        'ECF_CHECK_THREADS',
        Math.min(4, Math.max(1, availableParallelism() - 1)),
        [1, 64],
      ),
    },
    registry: {
      /** We fetch DGII's taxpayer file from here every day. Empty: no fetch; the import is manual. */
      url: registryUrl(env, 'ECF_REGISTRY_URL'),
      /** Local time in Santo Domingo. */
      at: timeOfDay(env, 'ECF_REGISTRY_TIME', '04:30'),
    },
    limits: {
      /** Calls of one company in a minute, over all api processes; 0: no limit. */
      callsPerMinute: integer(env, 'ECF_CALLS_PER_MINUTE', 12_000, [0, 10_000_000]),
      /** Failed logins in 15 minutes: of one user from one address, from one address, and of one user. 0: no limit. */
      userFailuresMax: integer(env, 'ECF_LOGIN_FAILURES', 10, [0, 1_000_000]),
      addressFailuresMax: integer(env, 'ECF_LOGIN_FAILURES_PER_ADDRESS', 100, [0, 1_000_000]),
      everywhereFailuresMax: integer(env, 'ECF_LOGIN_FAILURES_PER_USER', 50, [0, 1_000_000]),
    },
    numbering: {
      /** Warn when this many numbers of a type are left, or fewer. */
      lowNumbers: integer(env, 'ECF_SEQUENCE_LOW_NUMBERS', 100, [0, 1_000_000_000]),
      /** Warn when all numbers of a type expire within this many days. */
      expiryDays: integer(env, 'ECF_SEQUENCE_EXPIRY_DAYS', 30, [0, 3_650]),
    },
    receiver: receiverConfig(env),
    dgii: dgiiConfig(env),
    buyers: buyersConfig(env),
    issuing: issuingConfig(env),
  });
}

function dgiiConfig(env: Environment) {
  const allowHttp = oneOf(env, 'DGII_ALLOW_HTTP', 'false', ['true', 'false']) === 'true';
  return {
    ecfHost: dgiiHost(env, 'DGII_ECF_HOST', allowHttp),
    fcHost: dgiiHost(env, 'DGII_FC_HOST', allowHttp),
    statusHost: dgiiHost(env, 'DGII_STATUS_HOST', allowHttp),
    /** Secret. Key of DGII's status service; empty: we do not ask that service. */
    statusApiKey: text(env, 'DGII_STATUS_API_KEY', ''),
    /** Plain http is only for the simulator on this machine. */
    allowHttp,
    /** False when Node's own variable switches off all certificate checks, even for DGII. */
    certificatesChecked: env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    authTimeoutMs: integer(env, 'DGII_AUTH_TIMEOUT_MS', 10_000, [100, 120_000]),
    submitTimeoutMs: integer(env, 'DGII_SUBMIT_TIMEOUT_MS', 20_000, [100, 120_000]),
    queryTimeoutMs: integer(env, 'DGII_QUERY_TIMEOUT_MS', 15_000, [100, 120_000]),
  };
}

/** The pauses and time limits of issuing a voucher. */
function issuingConfig(env: Environment) {
  notBelow(env, ['ECF_POLL_MAX_MS', 300_000], ['ECF_POLL_FIRST_MS', 250]);
  notBelow(env, ['ECF_RETRY_MAX_MS', 60_000], ['ECF_RETRY_FIRST_MS', 500]);
  return {
    pollFirstMs: integer(env, 'ECF_POLL_FIRST_MS', 250, [10, 60_000]),
    pollMaxMs: integer(env, 'ECF_POLL_MAX_MS', 300_000, [10, 3_600_000]),
    retryFirstMs: integer(env, 'ECF_RETRY_FIRST_MS', 500, [10, 60_000]),
    retryMaxMs: integer(env, 'ECF_RETRY_MAX_MS', 60_000, [10, 3_600_000]),
    runMaxMs: integer(env, 'ECF_RUN_MAX_MS', 72 * 3_600_000, [1_000, 30 * 24 * 3_600_000]),
    heartbeatMs: integer(env, 'ECF_HEARTBEAT_MS', 5_000, [500, 60_000]),
    leaseMarginMs: integer(env, 'ECF_LEASE_MARGIN_MS', 5_000, [50, 60_000]),
    askAgainMs: integer(env, 'ECF_ASK_AGAIN_MS', 5_000, [10, 600_000]),
    tokenProbeMs: integer(env, 'ECF_TOKEN_PROBE_MS', 10_000, [50, 3_600_000]),
    silentAfterMs: integer(env, 'ECF_SILENT_AFTER_MS', 15 * 60_000, [1_000, 24 * 3_600_000]),
    referenceWaitMaxMs: integer(env, 'ECF_REFERENCE_WAIT_MAX_MS', 72 * 3_600_000, [100, 30 * 24 * 3_600_000]),
    checkMarginMs: integer(env, 'ECF_CHECK_MARGIN_MS', 30_000, [100, 3_600_000]),
    completerIntervalMs: integer(env, 'ECF_COMPLETER_INTERVAL_MS', 10_000, [50, 600_000]),
  };
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

/** The intervals that a run of a delivery gets as its input, see workflows/contract/buyers.ts. */
export function buyerTimingsOf({ buyers, dgii, issuing }: Config) {
  const { retryFirstMs, retryMaxMs, timeoutMs } = buyers;
  const { heartbeatMs, runMaxMs } = issuing;
  // A try asks DGII first, perhaps with a new token. A buyer's token has the time limit of a delivery too. An approval goes to DGII too.
  const tryTimeoutMs = 2 * timeoutMs + dgii.authTimeoutMs + 2 * dgii.queryTimeoutMs + dgii.submitTimeoutMs;
  return { retryFirstMs, retryMaxMs, runMaxMs, tryTimeoutMs, heartbeatMs };
}

/** Extra time that Temporal may need for a question, and how much longer than one try the waiting caller stays. */
const inquiryMarginMs = 5_000;
const inquiryPatienceMs = 3_000;

/** Timings of questions to DGII that belong to no voucher of ours, see workflows/contract/inquiries.ts. */
export function inquiryTimingsOf({ dgii }: Config) {
  const answerTimeoutMs = Math.max(dgii.queryTimeoutMs, dgii.authTimeoutMs) + inquiryMarginMs;
  return { answerTimeoutMs, giveUpMs: answerTimeoutMs + inquiryPatienceMs };
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null && !Buffer.isBuffer(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}

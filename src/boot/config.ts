/**
 * Reads the environment once into one validated, frozen object. This file has every variable, its default and its limits;
 * docs/operations.md documents them for operators.
 */
import { isIP } from 'node:net';

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** DGII's own hosts, by the name of the setting that replaces each one. */
export const dgiiHosts = {
  DGII_ECF_HOST: 'https://ecf.dgii.gov.do',
  DGII_FC_HOST: 'https://fc.dgii.gov.do',
  DGII_STATUS_HOST: 'https://statusecf.dgii.gov.do',
} as const;

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError that names the variable, says what is wrong with it and what it may be */
export function readConfig(env: Environment) {
  const submitTimeoutMs = integer(env, 'DGII_SUBMIT_TIMEOUT_MS', 20_000, [100, 120_000]);
  const allowHttp = oneOf(env, 'DGII_ALLOW_HTTP', 'false', ['true', 'false']) === 'true';
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
      address: temporalAddress(env),
      namespace: text(env, 'TEMPORAL_NAMESPACE', 'default'),
      taskQueue: text(env, 'TEMPORAL_TASK_QUEUE', 'ecf'),
      port: port(env, 'TEMPORAL_PORT', 7_233),
      uiPort: port(env, 'TEMPORAL_UI_PORT', 8_233),
    },
    jwt: {
      /** `kid:secret` pairs, comma-separated. We sign with the first one and verify with all of them. */
      secrets: jwtSecrets(env),
      issuer: text(env, 'ECF_JWT_ISSUER', 'ecf-issuer'),
      audience: text(env, 'ECF_JWT_AUDIENCE', 'ecf-issuer-api'),
    },
    /** Keys of 32 bytes in Base64, comma-separated. We encrypt with the first one and decrypt with all of them. */
    masterKeys: masterKeys(env),
    allowProduction: oneOf(env, 'ECF_ALLOW_PRODUCTION', 'false', ['true', 'false']) === 'true',
    /** The proxies whose X-Forwarded-* headers the api trusts. */
    trustProxy: trustedProxies(env),
    /** Folder with the official XSDs, used in addition to our own; empty: none. */
    officialXsdDir: text(env, 'ECF_XSD_DIR', ''),
    registry: {
      /** We fetch DGII's taxpayer file from here every day. Empty: no fetch; the import is manual. */
      url: registryUrl(env),
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
    dgii: {
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
      submitTimeoutMs,
      queryTimeoutMs: integer(env, 'DGII_QUERY_TIMEOUT_MS', 15_000, [100, 120_000]),
    },
    simulator: {
      port: port(env, 'SIMULATOR_PORT', 8_090),
      dataDir: text(env, 'SIMULATOR_DATA_DIR', ''),
      /** How long the DGII simulator takes to give a final result; 0: final at the first query. */
      resultDelayMs: integer(env, 'SIMULATOR_RESULT_DELAY_MS', 0, [0, 3_600_000]),
      caFile: text(env, 'SIMULATOR_CA_FILE', ''),
      delegationsFile: text(env, 'SIMULATOR_DELEGATIONS_FILE', ''),
    },
    issuing: issuingConfig(env),
  });
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
    /** How often a worker checks for certificates that expire within a month. */
    certificateWatchIntervalMs: integer(env, 'ECF_CERTIFICATE_WATCH_MS', 3_600_000, [1_000, 24 * 3_600_000]),
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

/** The intervals that a workflow run gets as its input, see workflows/contract.ts. */
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

/** Extra time that Temporal may need for a question, and how much longer than one try the waiting caller stays. */
const inquiryMarginMs = 2_000;
const inquiryPatienceMs = 3_000;

/** Timings of questions to DGII that belong to no voucher of ours, see workflows/contract.ts. */
export function inquiryTimingsOf({ dgii }: Config) {
  const answerTimeoutMs = Math.max(dgii.queryTimeoutMs, dgii.authTimeoutMs) + inquiryMarginMs;
  return { answerTimeoutMs, giveUpMs: answerTimeoutMs + inquiryPatienceMs };
}

function text(env: Environment, name: string, fallback: string): string {
  const value = env[name];
  return value === undefined || value === '' ? fallback : value;
}

/** Plain http is allowed on this machine only: over a network someone could change the file, and clients would get wrong data. */
function registryUrl(env: Environment): string {
  const given = text(env, 'ECF_REGISTRY_URL', '');
  // `off` is for files where an empty variable means a default, such as docker-compose.yml.
  if (given === '' || given === 'off') return '';
  if (!URL.canParse(given)) throw new ConfigError('ECF_REGISTRY_URL is not an absolute URL');
  const { protocol, hostname, username, password } = new URL(given);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && local))
    throw new ConfigError('ECF_REGISTRY_URL must use https');
  if (username !== '' || password !== '')
    throw new ConfigError('ECF_REGISTRY_URL must not carry a user or password');
  return given;
}

/** True only for DGII's own address. The default port and a slash at the end make no difference. */
export function isDgiiHost(name: keyof typeof dgiiHosts, address: string): boolean {
  return new URL(address).href === new URL(dgiiHosts[name]).href;
}

/** The host without the environment, which is added later. */
function dgiiHost(env: Environment, name: keyof typeof dgiiHosts, allowHttp: boolean): string {
  const given = text(env, name, dgiiHosts[name]);
  if (!URL.canParse(given)) throw new ConfigError(`${name} is not an absolute URL`);
  const { protocol, username, password, search, hash } = new URL(given);
  if (protocol !== 'https:' && !(protocol === 'http:' && allowHttp))
    throw new ConfigError(`${name} must use https (http only with DGII_ALLOW_HTTP=true)`);
  if (username !== '' || password !== '') throw new ConfigError(`${name} must not carry a user or password`);
  if (search !== '' || hash !== '') throw new ConfigError(`${name} must not carry a query or fragment`);
  return given;
}

function temporalAddress(env: Environment): string {
  const given = text(env, 'TEMPORAL_ADDRESS', '');
  const match = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(given);
  if (given !== '' && (match === null || Number(match[1] ?? 1) < 1 || Number(match[1] ?? 1) > 65_535))
    throw new ConfigError('TEMPORAL_ADDRESS is not of the form host:port');
  return given;
}

/** No one has more proxies in a row than this, so a larger number is a mistake. */
const proxyHopsMax = 10;
/** Express's names for private address ranges. */
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** The addresses of the proxies, or how many there are in front of the api; false: there are no proxies. */
function trustedProxies(env: Environment): false | number | readonly string[] {
  const given = text(env, 'TRUST_PROXY', 'false');
  if (given === 'false') return false;
  if (given === 'true')
    throw new ConfigError(
      'TRUST_PROXY=true would believe every caller: name the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16 or ' +
        'loopback,linklocal,uniquelocal, or give their number',
    );
  if (/^\d+$/.test(given)) return integer(env, 'TRUST_PROXY', 0, [1, proxyHopsMax]);
  const proxies = given.split(',').map((entry) => entry.trim());
  const wrong = proxies.find((entry) => !proxyRanges.includes(entry) && !isNetwork(entry));
  if (wrong !== undefined)
    throw new ConfigError(
      `TRUST_PROXY: "${wrong}" is no address, no network such as 10.1.0.0/16, and not one of ${proxyRanges.join(', ')}`,
    );
  return proxies;
}

/** An address, with or without a prefix length. Prefix length 0 would be the whole Internet, so we refuse it. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  const bits = version === 4 ? 32 : 128;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

function timeOfDay(env: Environment, name: string, fallback: string) {
  const value = text(env, name, fallback);
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (match === null) throw new ConfigError(`${name}=${value} is not a time of the day such as 04:30`);
  return { hour: Number(match[1]), minute: Number(match[2]) };
}

type Range = readonly [min: number, max: number];

function integer(env: Environment, name: string, fallback: number, [min, max]: Range): number {
  const value = text(env, name, String(fallback));
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}`);
  }
  return number;
}

type Setting = readonly [name: string, fallback: number];

/** Throws when the longest pause is below the first one: pauses grow from the first to the longest. */
function notBelow(env: Environment, longest: Setting, first: Setting): void {
  const valueOf = ([name, fallback]: Setting) => Number(text(env, name, String(fallback)));
  if (valueOf(longest) < valueOf(first)) throw new ConfigError(`${longest[0]} is less than ${first[0]}`);
}

function port(env: Environment, name: string, fallback: number): number {
  return integer(env, name, fallback, [0, 65_535]);
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  fallback: T,
  allowed: readonly T[],
): T {
  const value = text(env, name, fallback);
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new ConfigError(`${name}=${value} is not one of ${allowed.join(', ')}`);
  return found;
}

/** With one token an attacker can guess a shorter secret offline. */
const jwtSecretBytesMin = 32;

function jwtSecrets(env: Environment): readonly { readonly kid: string; readonly secret: string }[] {
  return pairs(env, 'ECF_JWT_SECRET').map(([kid, secret]) => {
    if (Buffer.byteLength(secret) < jwtSecretBytesMin) {
      throw new ConfigError(`ECF_JWT_SECRET: the secret ${kid} has fewer than ${jwtSecretBytesMin} bytes`);
    }
    return { kid, secret };
  });
}

function masterKeys(env: Environment): readonly Buffer[] {
  const given = text(env, 'ECF_MASTER_KEY', '');
  if (given === '') return [];
  return given.split(',').map((encoded, index) => {
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32)
      throw new ConfigError(`ECF_MASTER_KEY: key ${index + 1} is not 32 bytes in Base64`);
    return key;
  });
}

/** Reads `name:value,name:value` with unique names. Its errors never contain a value. */
function pairs(env: Environment, name: string): readonly (readonly [string, string])[] {
  const given = text(env, name, '');
  if (given === '') return [];
  const found = given.split(',').map((pair, index) => {
    const at = pair.indexOf(':');
    if (at < 1 || !/^[A-Za-z0-9_-]{1,32}$/.test(pair.slice(0, at))) {
      throw new ConfigError(`${name}: entry ${index + 1} is not of the form id:value`);
    }
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  if (new Set(found.map(([id]) => id)).size !== found.length)
    throw new ConfigError(`${name}: an id is given twice`);
  return found;
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null && !Buffer.isBuffer(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}

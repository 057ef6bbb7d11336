/** The settings of the service itself: its roles, its ledger, Temporal, its users, what it serves and what it warns about. */
import { availableParallelism } from 'node:os';
import { publicUrl, registryUrl, trustedProxies, webUrl } from './addresses.js';
import {
  chapter,
  integer,
  masterKeys,
  milliseconds,
  namedSecrets,
  oneOf,
  port,
  secret,
  text,
  timeOfDay,
  yesOrNo,
} from './setting.js';

const embedded = 'the embedded stack; a role that starts alone requires it';
/** What npm start makes is in the data folder. */
const madeOnce = 'npm start makes one at its first start; a role that starts alone requires it';

export const service = chapter('The service', {
  logLevel: oneOf('LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    text: 'How much the roles log. Logs are JSON on standard output; npm start writes them to `ECF_DATA_DIR/log`.',
    readers: ['api', 'worker', 'simulator'],
  }),
  allowProduction: yesOrNo('ECF_ALLOW_PRODUCTION', 'false', ['true', 'false'], {
    text: "One of the two consents for production; the other is the company's (`company environment set`). Api and worker end at their start if somebody else than DGII could answer as DGII.",
    readers: ['api', 'worker', 'cli', 'start'],
    production:
      'npm start and npm run demo are refused, and so is a ledger with users or people of the demo.',
  }),
  officialXsdDir: text('ECF_XSD_DIR', '', 'a folder', {
    text: "Folder with DGII's official XSDs, used in addition to our own.",
    readers: ['api', 'worker', 'start', 'simulator'],
    unset: 'only our own XSDs',
  }),
  masterKeys: masterKeys('ECF_MASTER_KEY', {
    text: "Keys of the companies' private keys. The first one seals, all of them open.",
    readers: ['worker', 'cli', 'start'],
    unset: madeOnce,
  }),
  dataDir: text('ECF_DATA_DIR', '.data', 'a folder', {
    text: 'Data of the embedded stack, its secrets and its logs.',
    readers: ['cli', 'start'],
  }),
  host: text('HOST', '127.0.0.1', 'an address of this machine', {
    text: 'The address on which the api listens.',
    readers: ['api', 'start'],
    production: 'with another address than the loopback address, `TRUST_PROXY` is required.',
  }),
  port: port('PORT', 8080, {
    text: 'The port on which the api listens.',
    readers: ['api', 'cli', 'start'],
  }),
  publicUrl: publicUrl({
    name: 'ECF_PUBLIC_URL',
    text: 'Where buyers reach the api, and people the web application. With it, `send` and `document-status` give `consultaUrl`, and answers have `Strict-Transport-Security`.',
    readers: ['api', 'worker', 'cli', 'start'],
    unset: 'no links for buyers',
    production: 'if it is set, `TRUST_PROXY` is required.',
  }),
  trustProxy: trustedProxies({
    name: 'TRUST_PROXY',
    text: 'The proxies whose `X-Forwarded-*` headers the api believes: [behind a proxy](proxy.md).',
    readers: ['api'],
    production:
      'required if `HOST` is not the loopback address or `ECF_PUBLIC_URL` is set, because TLS ends at a proxy.',
  }),
});

/** Loopback by default, because health checks show details that are meant for operators only. */
export const admin = chapter('Health and metrics', {
  host: text('ADMIN_HOST', '127.0.0.1', 'an address of this machine', {
    text: 'The address of the admin ports: `/healthz`, `/readyz` and `/metrics`, without a password.',
    readers: ['api', 'worker'],
  }),
  apiPort: port('ADMIN_PORT', 9_464, { text: "The api's admin port.", readers: ['api', 'start'] }),
  workerPort: port('WORKER_ADMIN_PORT', 9_465, {
    text: "The worker's admin port.",
    readers: ['worker', 'start'],
  }),
  metricsFreshMs: milliseconds('ECF_METRICS_FRESH_MS', 30_000, [0, 3_600_000], {
    text: 'Metrics that are read from the ledger are at most this old. More frequent scrapes do not read the ledger more often.',
    readers: ['worker'],
  }),
});

export const mongo = chapter('The ledger (MongoDB)', {
  uri: secret(
    text('MONGODB_URI', '', 'a MongoDB address', {
      text: 'The ledger, a replica set. An address with `journal=false` is refused, because a crash could lose confirmed vouchers.',
      readers: ['api', 'worker', 'cli', 'start'],
      unset: embedded,
    }),
  ),
  database: text('MONGODB_DATABASE', 'ecf', 'a name', {
    text: "The ledger's database.",
    readers: ['api', 'worker', 'cli', 'start'],
  }),
  port: port('MONGO_PORT', 27_027, {
    text: 'The port of the embedded MongoDB.',
    readers: ['cli', 'start'],
  }),
});

export const jwt = chapter('Tokens of API clients', {
  secrets: namedSecrets('ECF_JWT_SECRET', {
    text: 'Signs the tokens of API clients. The first secret signs, all of them verify.',
    readers: ['api', 'start'],
    unset: madeOnce,
  }),
  issuer: text('ECF_JWT_ISSUER', 'ecf-issuer', 'a name', {
    text: 'The issuer in every token. A token with another one is refused.',
    readers: ['api'],
  }),
  audience: text('ECF_JWT_AUDIENCE', 'ecf-issuer-api', 'a name', {
    text: 'The audience in every token. A token with another one is refused.',
    readers: ['api'],
  }),
});

export const web = chapter('The web application', {
  enabled: yesOrNo('ECF_WEB', 'on', ['on', 'off'], {
    text: '`off`: the api serves nothing under `/app`.',
    readers: ['api', 'start'],
  }),
  secrets: namedSecrets('ECF_WEB_SECRET', {
    text: 'Signs the sessions of people and seals their second factors. The first secret signs and seals, all of them verify and open. Required unless `ECF_WEB` is `off`.',
    readers: ['api', 'start'],
    unset: madeOnce,
  }),
  temporalUiUrl: webUrl({
    name: 'ECF_TEMPORAL_UI_URL',
    text: "Where people see Temporal's Web UI. The pages of the platform's people link to it.",
    readers: ['api', 'start'],
    unset: 'no links; npm start sets it to its own',
  }),
});

export const checking = chapter('Threads', {
  /** One core is left for everything else. A thread may use 0.75 GB of memory. */
  threadsMax: integer('ECF_CHECK_THREADS', Math.min(4, Math.max(1, availableParallelism() - 1)), [1, 64], {
    text: 'Threads of each api and worker process that check vouchers above 32 KB, or print. Each may use 0.75 GB. An api has three more, for strangers, links and workbooks.',
    readers: ['api', 'worker'],
    unset: 'the cores less one, from 1 to 4',
  }),
});

export const numbering = chapter('Warnings of numbers', {
  lowNumbers: integer('ECF_SEQUENCE_LOW_NUMBERS', 100, [0, 1_000_000_000], {
    text: 'Warn when this many numbers of a type are left, or fewer.',
    readers: ['api', 'worker', 'cli'],
  }),
  expiryDays: integer('ECF_SEQUENCE_EXPIRY_DAYS', 30, [0, 3_650], {
    text: 'Warn when all numbers of a type expire within this many days.',
    readers: ['api', 'worker', 'cli'],
  }),
});

export const registry = chapter('Taxpayer registry', {
  url: registryUrl({
    name: 'ECF_REGISTRY_URL',
    text: "The worker fetches DGII's taxpayer file from here every day: [the registry](registry.md).",
    readers: ['worker'],
    unset: 'no fetch; an operator imports the file',
  }),
  at: timeOfDay('ECF_REGISTRY_TIME', '04:30', {
    text: 'When the worker fetches the file, in Santo Domingo, plus some random minutes.',
    readers: ['worker'],
  }),
});

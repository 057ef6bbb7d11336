/**
 * Checks at the start what the configuration alone cannot show: MongoDB answers, the ports are free, the folders
 * exist. Each check has a time limit. If one fails, the program ends with one line that names the setting.
 */
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, dgiiHosts, isDgiiHost, type Config } from './config.js';
import { objectStoreOf } from './settings/cold.js';
import { hasDemoUsers } from './demo-users.js';
import { connectStore, type Store } from '../ledger/ledger.js';
import { LedgerUnavailableError, WeakWritesError } from '../ledger/unavailable.js';
import { withVoucherLog } from '../ledger/vouchers/voucher-log.js';
import type { Log } from '../shared/log.js';
import { readAuthorities } from '../signing/verify/chain.js';
import { missingOfficialXsds } from '../documents/check/xsd-validator.js';

/** Long enough for a server that is starting or failing over. Short enough to report a wrong address soon. */
const connectMs = 10_000;
const connectPauseMs = 250;

/** MongoDB: AuthenticationFailed, and the code that Atlas uses for this and for Unauthorized. */
const mongoLoginCodes = new Set<unknown>([18, 8000]);
/** MongoDB: Unauthorized. The account lacks a right, or the address has no account. */
const mongoUnauthorized = 13;
/** The name is unknown, or no name service answers. */
const nameCodes = new Set<unknown>([
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
  'EAI_AGAIN',
]);

export const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;
export const messageOf = (error: unknown) => oneLine(error instanceof Error ? error.message : String(error));

/** @throws ConfigError that shows the address without user and password */
export async function openLedger(
  { uri, database }: Pick<Config['mongo'], 'uri' | 'database'>,
  oldBodies?: ReturnType<typeof objectStoreOf>,
): Promise<Store> {
  if (uri === '') throw new ConfigError('MONGODB_URI is required: the address of a MongoDB replica set');
  const endMs = performance.now() + connectMs;
  for (;;) {
    try {
      return await connectStore(uri, database, oldBodies);
    } catch (error) {
      const mayPass = error instanceof LedgerUnavailableError;
      if (!mayPass || performance.now() >= endMs) throw ledgerFault(error, uri);
    }
    await sleep(connectPauseMs);
  }
}

function ledgerFault(error: unknown, uri: string): unknown {
  const where = `MONGODB_URI: MongoDB at ${serversOf(uri)}`;
  if (error instanceof LedgerUnavailableError) {
    return new ConfigError(`${where} does not answer (${messageOf(error.cause)})`);
  }
  if (mongoLoginCodes.has(codeOf(error))) return new ConfigError(`${where} refuses the user or the password`);
  if (codeOf(error) === mongoUnauthorized)
    return new ConfigError(
      `${where} says that the account lacks a right, or the address has no account: run mongo-setup (docs/operate/configure.md)`,
    );
  if (nameCodes.has(codeOf(error))) return new ConfigError(`${where}: the name is not known`);
  if (error instanceof WeakWritesError)
    return new ConfigError(
      'MONGODB_URI must not switch off the journal: remove journal=false, or a crash could lose confirmed vouchers',
    );
  // We match the driver's errors by name, because only the ledger may import mongodb. Their texts may show parts of the URI.
  if (error instanceof Error && ['MongoParseError', 'MongoInvalidArgumentError'].includes(error.name))
    return new ConfigError('MONGODB_URI is not an address that MongoDB’s driver understands');
  return error;
}

/** Returns `a:27017,b:27017` for `mongodb://user:password@a:27017,b:27017/?…`. */
export function serversOf(uri: string): string {
  return /^[^/]+:\/\/(?:[^:@]*(?::[^@]*)?@)?([^/?@]+)/.exec(uri)?.[1] ?? '?';
}

/** The demo's password is public. So with demo users or people the service must listen on this machine only, and never use production. */
export async function refuseExposedDemo(
  config: Pick<Config, 'host' | 'allowProduction'>,
  store: Pick<Store, 'hasDemoUsers' | 'hasDemoPeople'>,
): Promise<void> {
  const exposed = exposureOf(config);
  if (exposed === undefined || !(await hasDemoUsers(store))) return;
  throw new ConfigError(`${exposed} while users of the demo are in the ledger: their password is public`);
}

/** The ledger of a role. @throws ConfigError as `openLedger` and `refuseExposedDemo` do; then no connection stays open */
export async function openRoleLedger(
  config: Pick<Config, 'mongo' | 'cold' | 'host' | 'allowProduction'>,
  log: Log,
): Promise<Store> {
  const store = withVoucherLog(await openLedger(config.mongo, objectStoreOf(config)), log);
  try {
    await refuseExposedDemo(config, store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * With ECF_ALLOW_PRODUCTION the service may talk only to DGII, and must verify that it is DGII. Any other server could mark
 * vouchers "Aceptado" that DGII never saw. No variable changes this.
 */
export function refuseImitatedProduction({
  allowProduction,
  dgii,
  buyers,
}: Pick<Config, 'allowProduction' | 'dgii' | 'buyers'>): void {
  if (!allowProduction) return;
  const refuse = (what: string) => {
    throw new ConfigError(`ECF_ALLOW_PRODUCTION=true: ${what}`);
  };
  const given = {
    DGII_ECF_HOST: dgii.ecfHost,
    DGII_FC_HOST: dgii.fcHost,
    DGII_STATUS_HOST: dgii.statusHost,
  } as const;
  for (const name of Object.keys(dgiiHosts) as (keyof typeof dgiiHosts)[])
    if (!isDgiiHost(name, given[name])) refuse(`${name} must be ${dgiiHosts[name]}, not ${given[name]}`);
  if (dgii.allowHttp) refuse('DGII_ALLOW_HTTP must be false');
  if (buyers.privateAddresses === 'allow') refuse('BUYERS_PRIVATE_ADDRESSES must be refuse');
  if (!dgii.certificatesChecked) refuse('NODE_TLS_REJECT_UNAUTHORIZED must not be 0');
}

const isLoopback = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host);

/**
 * The api has no TLS of its own. In production, unless it is for programs of this machine alone, TLS ends at a proxy. If the api does not
 * believe that proxy, it takes each request for plain http: session cookies are not Secure, and all callers share one address.
 */
export function refuseUnknownProxy({
  allowProduction,
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'allowProduction' | 'host' | 'publicUrl' | 'trustProxy'>): void {
  if (!allowProduction || trustProxy !== false) return;
  if (isLoopback(host) && publicUrl === '') return;
  const why = publicUrl === '' ? `HOST=${host}` : `ECF_PUBLIC_URL=${publicUrl}`;
  throw new ConfigError(
    `ECF_ALLOW_PRODUCTION=true: TRUST_PROXY is required, because TLS ends at a proxy before the api (${why}). ` +
      'Give the addresses of the proxies, such as uniquelocal, or their number (docs/operate/proxy.md)',
  );
}

export function exposureOf({ host, allowProduction }: Pick<Config, 'host' | 'allowProduction'>) {
  if (allowProduction) return 'ECF_ALLOW_PRODUCTION must be false';
  if (isLoopback(host)) return undefined;
  return `HOST=${host} must be loopback`;
}

/** Without this check a missing schema would show only at the first voucher of its type. */
export function checkXsdDir(dir: string): void {
  if (dir === '') return;
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ConfigError(`ECF_XSD_DIR=${dir} is not a folder`);
  const missing = missingOfficialXsds(dir);
  if (missing.length > 0) throw new ConfigError(`ECF_XSD_DIR=${dir} lacks ${missing.join(', ')}`);
}

/** The certificates of a file, in PEM. @throws ConfigError if it has none, or one that cannot be read */
export function readCaFile(path: string, setting = 'RECEIVER_CA_FILE'): string {
  try {
    const pem = readFileSync(path, 'utf8');
    readAuthorities(pem);
    return pem;
  } catch (error) {
    throw new ConfigError(`${setting}=${path} has no certificates in PEM (${messageOf(error)})`);
  }
}

export function checkDataDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `ECF_DATA_DIR=${dir} is no folder that can be written to (${String(codeOf(error))})`,
    );
  }
}

interface Listening {
  readonly portName: string;
  readonly port: number;
  /** Absent when the address is not configurable. */
  readonly hostName?: string;
  readonly host: string;
}

/** Starts a listener. If its port or address is not available, the error names the setting. */
export async function listening<T>(
  { portName, port, hostName, host }: Listening,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') throw new ConfigError(`${portName}=${port}: the port is in use on ${host}`);
    if (code === 'EACCES')
      throw new ConfigError(`${portName}=${port}: this user may not listen on the port (EACCES)`);
    if (hostName !== undefined && (code === 'EADDRNOTAVAIL' || nameCodes.has(code)))
      throw new ConfigError(`${hostName}=${host} is not an address of this machine (${String(code)})`);
    throw error;
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > causeMax ? `${line.slice(0, causeMax)}…` : line;
}

const causeMax = 200;

/**
 * What a configuration promises and only the world can tell: MongoDB and Temporal are there, the ports are free, the folders
 * exist. Looked at once, at the start, within bounds; what is wrong ends the program with one line that names the setting.
 */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { ConfigError, dgiiHosts, isDgiiHost, type Config } from './config.js';
import { hasDemoUsers } from './demo-users.js';
import { connectStore, type Store } from '../ledger/mongo/connect.js';
import { LedgerUnavailableError } from '../ledger/store.js';
import { searchAttributes } from '../workflows/contract.js';
import { missingOfficialXsds } from '../xsd/xsd-validator.js';

/** A server that starts at the same time or fails over is waited for; a wrong address is told soon enough. */
const connectMs = 10_000;
const connectPauseMs = 250;
/** It is there: on a busy machine it, or we, may be slow. */
const temporalAnswerMs = 20_000;

/** gRPC: the namespace is not there. */
const grpcNotFound = 5;
/** MongoDB: Unauthorized, AuthenticationFailed, and what Atlas says for both. */
const mongoAccessCodes = new Set<unknown>([13, 18, 8000]);
/** A server that exists in no name service, or none that answers: the driver lets these through as they are. */
const nameCodes = new Set<unknown>([
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
  'EAI_AGAIN',
]);

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws ConfigError that tells the address without user and password */
export async function openLedger({
  uri,
  database,
}: Pick<Config['mongo'], 'uri' | 'database'>): Promise<Store> {
  if (uri === '') throw new ConfigError('MONGODB_URI is required: the address of a MongoDB replica set');
  const endMs = performance.now() + connectMs;
  for (;;) {
    try {
      // It gives up by itself within seconds.
      return await connectStore(uri, database);
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
    return new ConfigError(`${where} does not answer (${oneLine(messageOf(error.cause))})`);
  }
  if (mongoAccessCodes.has(codeOf(error)))
    return new ConfigError(`${where} refuses the user or the password`);
  if (nameCodes.has(codeOf(error))) return new ConfigError(`${where}: the name is not known`);
  // The driver's own errors are known by name: mongodb belongs to the store. Their texts may repeat parts of the address.
  if (error instanceof Error && ['MongoParseError', 'MongoInvalidArgumentError'].includes(error.name))
    return new ConfigError('MONGODB_URI is not an address that MongoDB’s driver understands');
  return error;
}

/** `a:27017,b:27017` of `mongodb://user:password@a:27017,b:27017/?…`, taken apart as the driver does. */
export function serversOf(uri: string): string {
  return /^[^/]+:\/\/(?:[^:@]*(?::[^@]*)?@)?([^/?@]+)/.exec(uri)?.[1] ?? '?';
}

/** @throws ConfigError */
export async function connectTemporal({ address, namespace }: Config['temporal']): Promise<Client> {
  if (address === '') throw new ConfigError('TEMPORAL_ADDRESS is required: host:port');
  const connection = await Connection.connect({ address, connectTimeout: connectMs }).catch(
    (error: unknown) => {
      throw new ConfigError(
        `TEMPORAL_ADDRESS=${address}: Temporal does not answer (${oneLine(messageOf(error))})`,
      );
    },
  );
  const client = new Client({ connection, namespace });
  try {
    await client.withDeadline(Date.now() + temporalAnswerMs, () => checkNamespace(client, namespace));
    return client;
  } catch (error) {
    await connection.close();
    if (error instanceof ConfigError) throw error;
    if (codeOf(error) === grpcNotFound)
      throw new ConfigError(`TEMPORAL_NAMESPACE=${namespace} does not exist at ${address}`);
    throw new ConfigError(
      `TEMPORAL_ADDRESS=${address}: Temporal does not say which search attributes it has (${oneLine(messageOf(error))})`,
    );
  }
}

async function checkNamespace(client: Client, namespace: string): Promise<void> {
  await client.connection.workflowService.describeNamespace({ namespace });
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.keys(searchAttributes).filter((name) => !(name in customAttributes));
  if (missing.length > 0) {
    throw new ConfigError(
      `TEMPORAL_NAMESPACE=${namespace} lacks the search attributes ${missing.join(', ')}: register them as ` +
        'docs/operations.md says',
    );
  }
}

/** The demo's password is public: with it on board the service listens to this machine only, and never to production. */
export async function refuseExposedDemo(
  config: Pick<Config, 'host' | 'allowProduction'>,
  store: Pick<Store, 'hasDemoUsers' | 'findUser'>,
): Promise<void> {
  const exposed = exposureOf(config);
  if (exposed === undefined || !(await hasDemoUsers(store))) return;
  throw new ConfigError(`${exposed} while users of the demo are in the ledger: their password is public`);
}

/**
 * With consent for production, DGII alone may be spoken to, and be sure to be DGII: whatever else answers would have vouchers
 * "Aceptado" that DGII never saw. No variable changes this.
 */
export function refuseImitatedProduction({
  allowProduction,
  dgii,
}: Pick<Config, 'allowProduction' | 'dgii'>): void {
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
  if (!dgii.certificatesChecked) refuse('NODE_TLS_REJECT_UNAUTHORIZED must not be 0');
}

/** Why the demo must not be on board; undefined: it may. */
export function exposureOf({ host, allowProduction }: Pick<Config, 'host' | 'allowProduction'>) {
  if (allowProduction) return 'ECF_ALLOW_PRODUCTION must be false';
  if (['127.0.0.1', 'localhost', '::1'].includes(host)) return undefined;
  return `HOST=${host} must be loopback`;
}

/** Missing schemas would show at the first voucher of their type only. */
export function checkXsdDir(dir: string): void {
  if (dir === '') return;
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ConfigError(`ECF_XSD_DIR=${dir} is not a folder`);
  const missing = missingOfficialXsds(dir);
  if (missing.length > 0) throw new ConfigError(`ECF_XSD_DIR=${dir} lacks ${missing.join(', ')}`);
}

/** The folder is made when it is not there. */
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
  /** Absent where the address is not configured. */
  readonly hostName?: string;
  readonly host: string;
}

/** Runs what listens, and tells a port or address that cannot be had by its setting. */
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

/** The driver's and gRPC's texts: one line, and no novel. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > causeMax ? `${line.slice(0, causeMax)}…` : line;
}

const causeMax = 200;

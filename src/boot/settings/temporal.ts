/**
 * Where Temporal is, and with what we identify ourselves there: the standard variables of Temporal's own programs
 * (https://docs.temporal.io/develop/environment-configuration), read by Temporal's package.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TLSConfig } from '@temporalio/client';
import { loadClientConfigProfile, toClientOptions, type ClientConfigProfile } from '@temporalio/envconfig';
import type { ReadTemporalAccess, TemporalAccess, TemporalTls } from '../../shared/temporal-access.js';
import { temporalAddress } from './addresses.js';
import {
  chapter,
  choice,
  ConfigError,
  given,
  milliseconds,
  port,
  secret,
  text,
  type Environment,
  type Setting,
  type ValuesOf,
} from './setting.js';

const embedded = 'the embedded stack; a role that starts alone requires it';
const readers = ['api', 'worker', 'cli', 'start'] as const;

const file = (name: string, what: string) => text(name, '', 'a file', { text: what, readers, unset: 'none' });
const pem = (name: string, what: string) => text(name, '', 'PEM', { text: what, readers, unset: 'none' });

/** Refused: the SDK reads it, but checks the server's certificate all the same. */
const hostVerification: Setting<undefined> = {
  name: 'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION',
  allowed: '`false`',
  fallback: 'false',
  text: "The server's certificate is always checked. `true` is refused.",
  readers,
  read: (env) => {
    if (!['', 'false'].includes(given(env, 'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION')))
      throw new ConfigError(
        'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: the certificate of Temporal is always checked. Use TEMPORAL_TLS_SERVER_CA_CERT_PATH and TEMPORAL_TLS_SERVER_NAME',
      );
    return undefined;
  },
};

const tlsSwitch = text('TEMPORAL_TLS', '', '`true` or `false`', {
  text: '`true`: TLS with the public authorities. A certificate or an API key switches it on too.',
  readers,
  unset: 'without TLS',
});

export const temporal = chapter('Temporal', {
  address: temporalAddress({
    name: 'TEMPORAL_ADDRESS',
    text: 'Where Temporal is. The api starts and admits vouchers while Temporal is away; a worker does not start.',
    readers,
    unset: embedded,
  }),
  namespace: text('TEMPORAL_NAMESPACE', '', 'a name', {
    text: 'The namespace. Each installation has one of its own.',
    readers,
    unset: 'that of `TEMPORAL_CONFIG_FILE`, or `default`',
  }),
  taskQueue: text('TEMPORAL_TASK_QUEUE', 'ecf', 'a name', {
    text: 'The task queue, the same one for all roles. Do not change it while anything is open: [Temporal](temporal.md).',
    readers: ['api', 'worker', 'cli'],
  }),
  apiKey: secret(
    text('TEMPORAL_API_KEY', '', 'a key', {
      text: 'The API key for Temporal Cloud. It switches TLS on. To renew it without a restart, put it into `TEMPORAL_CONFIG_FILE`.',
      readers,
      unset: 'none',
    }),
  ),
  tls: {
    ...tlsSwitch,
    read: (env: Environment) => {
      const value = given(env, tlsSwitch.name);
      return value === '' ? '' : choice(tlsSwitch.name, value, ['true', 'false']);
    },
  } satisfies Setting,
  clientCertPath: file(
    'TEMPORAL_TLS_CLIENT_CERT_PATH',
    'Our certificate, in PEM, for a server that asks for one.',
  ),
  clientCertData: pem('TEMPORAL_TLS_CLIENT_CERT_DATA', 'The same, in the variable itself.'),
  clientKeyPath: file('TEMPORAL_TLS_CLIENT_KEY_PATH', 'The private key of our certificate, in PEM.'),
  clientKeyData: secret(pem('TEMPORAL_TLS_CLIENT_KEY_DATA', 'The same, in the variable itself.')),
  serverCaPath: file(
    'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
    "The authorities that may have issued the server's certificate, in PEM. Without it, the public ones.",
  ),
  serverCaData: pem('TEMPORAL_TLS_SERVER_CA_CERT_DATA', 'The same, in the variable itself.'),
  serverName: text('TEMPORAL_TLS_SERVER_NAME', '', 'a name', {
    text: "The name in the server's certificate, if it is not the host of the address: for an IP address, or a regional endpoint of Temporal Cloud.",
    readers,
    unset: 'the host of `TEMPORAL_ADDRESS`',
  }),
  hostVerification,
  configFile: file(
    'TEMPORAL_CONFIG_FILE',
    "Temporal's configuration file (TOML), for whatever no variable says: also the API key, and headers of each call (`grpc_meta`).",
  ),
  profile: text('TEMPORAL_PROFILE', 'default', 'a name', {
    text: 'The profile in `TEMPORAL_CONFIG_FILE`.',
    readers,
  }),
  renewMs: milliseconds('ECF_TEMPORAL_RENEW_MS', 30_000, [50, 3_600_000], {
    text: 'How often the files above are read again. A renewed certificate or key is then in use without a restart.',
    readers: ['api', 'worker', 'cli'],
  }),
  deploymentName: text('TEMPORAL_DEPLOYMENT_NAME', '', 'a name', {
    text: 'The worker deployment of all workers, for [Worker Versioning](temporal.md#worker-versions). Then a worker gets work only while its version is the current one, or takes part in a ramp.',
    readers: ['worker'],
    unset: 'workers have no versions',
  }),
  buildId: text('TEMPORAL_WORKER_BUILD_ID', '', 'a name', {
    text: 'The version of this worker in its deployment, another one for each release. Set both variables or none.',
    readers: ['worker'],
    unset: 'workers have no versions',
  }),
  port: port('TEMPORAL_PORT', 7_233, {
    text: 'The port of the embedded Temporal.',
    readers: ['cli', 'start'],
  }),
});

type Read = ValuesOf<(typeof temporal)['rows']>;

/** @throws ConfigError that names the variable, never a key */
export function temporalConfig(read: Read) {
  const { address = '', namespace = 'default', access } = loadServer(read);
  const { taskQueue, port, renewMs } = read;
  const version = workerVersion(read);
  return {
    address,
    namespace,
    taskQueue,
    port,
    renewMs,
    ...(version !== undefined && { version }),
    ...(access !== undefined && { access: (() => loadServer(read).access ?? access) as ReadTemporalAccess }),
  };
}

/** The names are those of Temporal's SDK. */
export interface WorkerVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

function workerVersion({ deploymentName, buildId }: Read): WorkerVersion | undefined {
  if ((deploymentName === '') !== (buildId === ''))
    throw new ConfigError('TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID: set both or none');
  // Temporal separates the two by a full stop.
  if (deploymentName.includes('.'))
    throw new ConfigError('TEMPORAL_DEPLOYMENT_NAME: no full stop is allowed');
  return deploymentName === '' ? undefined : { deploymentName, buildId };
}

interface LoadedServer {
  readonly address?: string;
  readonly namespace?: string;
  readonly access?: TemporalAccess;
}

/** The variables and the configuration file as they are now. */
function loadServer(read: Read): LoadedServer {
  const profile = loadProfile(read);
  refuseHalves(profile);
  const { connectionOptions } = readable(() => toClientOptions(profile));
  const address = read.address || checkedAddress(connectionOptions.address);
  const { apiKey, metadata } = connectionOptions;
  const tls = tlsOf(connectionOptions.tls);
  if (apiKey !== undefined && tls === undefined)
    throw new ConfigError('TEMPORAL_API_KEY is only sent over TLS: remove TEMPORAL_TLS=false');
  const isPlain = tls === undefined && metadata === undefined;
  return {
    ...(address !== undefined && { address }),
    ...(profile.namespace !== undefined && { namespace: profile.namespace }),
    ...(!isPlain && {
      access: {
        ...(tls !== undefined && { tls }),
        ...(apiKey !== undefined && { apiKey }),
        ...(metadata !== undefined && { metadata: metadata as Record<string, string> }),
      },
    }),
  };
}

function loadProfile(read: Read): ClientConfigProfile {
  const file = read.configFile;
  return readable(() =>
    loadClientConfigProfile({
      profile: read.profile,
      // Without a source it would read a file in the home folder, which no operator of a service expects.
      ...(file === '' ? { disableFile: true } : { configSource: { data: readFileSync(file) } }),
      configFileStrict: true,
      overrideEnvVars: variablesOf(read),
    }),
  );
}

/** Only what is set: docker-compose.yml passes unset variables as empty ones. */
function variablesOf(read: Read): Record<string, string> {
  const { rows } = temporal;
  const members = ['address', 'namespace', 'apiKey', 'tls', 'serverName', ...pemMembers] as const;
  return Object.fromEntries(
    members.filter((member) => read[member] !== '').map((member) => [rows[member].name, read[member]]),
  );
}

const pemMembers = [
  'clientCertPath',
  'clientCertData',
  'clientKeyPath',
  'clientKeyData',
  'serverCaPath',
  'serverCaData',
] as const;

/** The package's errors name the file or the member, and show no key. */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(`TEMPORAL_…: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The package ignores a certificate without its key. */
function refuseHalves({ tls }: ClientConfigProfile): void {
  if ((tls?.clientCert === undefined) === (tls?.clientKey === undefined)) return;
  const [given, missing] = tls?.clientKey === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
  throw new ConfigError(
    `TEMPORAL_TLS_CLIENT_${given}_PATH (or _DATA) needs TEMPORAL_TLS_CLIENT_${missing}_PATH (or _DATA)`,
  );
}

function checkedAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : temporal.rows.address.read({ TEMPORAL_ADDRESS: address });
}

function tlsOf(tls: TLSConfig | boolean | null | undefined): TemporalTls | undefined {
  if (tls === undefined || tls === null || tls === false) return undefined;
  if (tls === true) return {};
  const { serverNameOverride, serverRootCACertificate, clientCertPair } = tls;
  if (serverRootCACertificate !== undefined) checkAuthorities(serverRootCACertificate);
  if (clientCertPair !== undefined) checkPair(clientCertPair);
  return {
    ...(serverNameOverride !== undefined && { serverName: serverNameOverride }),
    ...(serverRootCACertificate !== undefined && { ca: Buffer.from(serverRootCACertificate) }),
    ...(clientCertPair !== undefined && {
      client: { certificate: Buffer.from(clientCertPair.crt), key: Buffer.from(clientCertPair.key) },
    }),
  };
}

function checkAuthorities(pem: Uint8Array): void {
  pemOf('TEMPORAL_TLS_SERVER_CA_CERT', 'a certificate', () => new X509Certificate(pem));
}

function checkPair({ crt, key }: { readonly crt: Uint8Array; readonly key: Uint8Array }): void {
  const certificate = pemOf('TEMPORAL_TLS_CLIENT_CERT', 'a certificate', () => new X509Certificate(crt));
  const privateKey = pemOf('TEMPORAL_TLS_CLIENT_KEY', 'a private key without a password', () =>
    createPrivateKey(Buffer.from(key)),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError('TEMPORAL_TLS_CLIENT_KEY is not the key of TEMPORAL_TLS_CLIENT_CERT');
}

/** OpenSSL's own message says nothing that an operator could use. */
function pemOf<T>(name: string, what: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new ConfigError(`${name}_PATH (or _DATA) is not ${what} in PEM`);
  }
}

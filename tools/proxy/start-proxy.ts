/** The proxy of docker-compose.yml without Docker: this machine's nginx, started by deploy/proxy/start.sh, with a certificate of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { freePort } from '../../src/shared/free-port.js';
import { projectFile } from '../../src/shared/project-file.js';
import { runCommand } from '../stack/binaries/run-command.js';
import { machineNames, onlyThese } from '../stack/processes/machine-environment.js';
import { supervise, type Supervised } from '../stack/processes/supervise.js';
import { terminalLog } from '../stack/terminal-log.js';

export interface ProxyOptions {
  readonly dataDir: string;
  /** host:port of each api. */
  readonly apis: readonly string[];
  readonly certificate: ProxyCertificate;
  /** Variables of docker-compose.yml. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ProxyCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface Proxy {
  readonly url: string;
  readonly httpUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly running: Supervised;
}

const certificateLimitMs = 30_000;
const certificateDays = 2;
const readyLimitMs = 30_000;
const stopLimitMs = 30_000;
/** Its clients expect it back soon after a kill. */
const restart = { delayMs: 200, delayMaxMs: 5_000, steadyMs: 0 };
/** Where Debian has nginx. A user's PATH may lack it. */
const path = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/** What is missing on this machine; empty: nothing. */
export function missingForProxy(): readonly string[] {
  const programs: readonly (readonly [name: string, option: string, packageName: string])[] = [
    ['nginx', '-v', 'nginx'],
    ['envsubst', '--version', 'gettext-base'],
    ['openssl', 'version', 'openssl'],
  ];
  return programs.flatMap(([name, option, packageName]) => {
    const { error } = spawnSync(name, [option], { env: { ...process.env, PATH: path }, stdio: 'ignore' });
    return error === undefined ? [] : [packageName];
  });
}

export function assertProxyPrograms(): void {
  const missing = missingForProxy();
  if (missing.length > 0)
    throw new Error(`The proxy needs programs of this machine: apt-get install ${missing.join(' ')}`);
}

/** Makes a certificate for 127.0.0.1, which is its own authority. */
export async function makeProxyCertificate(dataDir: string): Promise<ProxyCertificate> {
  const folder = join(dataDir, 'proxy-tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const names = ['-subj', '/CN=proxy', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const output = ['-keyout', files.key, '-out', files.certificate, '-days', String(certificateDays)];
  await runCommand('openssl', ['req', '-x509', ...keyOptions, ...output, ...names], {
    limitMs: certificateLimitMs,
  });
  return files;
}

export async function startProxy({
  dataDir,
  apis,
  certificate,
  environment: given = {},
}: ProxyOptions): Promise<Proxy> {
  assertProxyPrograms();
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const environment = {
    ...given,
    ECF_API_ADDRESSES: apis.join(),
    ECF_LISTEN_HTTP: `127.0.0.1:${httpPort}`,
    ECF_LISTEN_HTTPS: `127.0.0.1:${httpsPort}`,
    ECF_HTTPS_PORT: String(httpsPort),
    ECF_TLS_CERTIFICATE_FILE: certificate.certificate,
    ECF_TLS_KEY_FILE: certificate.key,
    ECF_PROXY_DIR: join(dataDir, 'proxy'),
  };
  const httpUrl = `http://127.0.0.1:${httpPort}`;
  const running = await supervise({
    name: 'proxy',
    command: 'sh',
    args: [projectFile('deploy/proxy/start.sh')],
    env: { ...onlyThese(machineNames, process.env), PATH: path, ...environment },
    log: terminalLog,
    logFile: join(dataDir, 'log', 'proxy.log'),
    ready: () => redirects(httpUrl),
    readyLimitMs,
    restart,
    stopLimitMs,
  });
  return { url: `https://127.0.0.1:${httpsPort}`, httpUrl, environment, running };
}

/** It answers by itself, also without an api. */
async function redirects(httpUrl: string): Promise<boolean> {
  const { statusCode, body } = await request(httpUrl);
  await body.dump();
  return statusCode === 308;
}

export function authorityOf({ certificate }: ProxyCertificate): string {
  return readFileSync(certificate, 'utf8');
}

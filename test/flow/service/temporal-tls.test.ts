/** A Temporal that asks for TLS, a client's certificate or an API key: the whole service works with it, also while they are renewed. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { readConfig } from '../../../src/boot/config.js';
import { connectTemporal } from '../../../src/boot/connect-temporal.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { makeCertificate, startTlsGateway, type KeyPair } from '../../harness/tls-gateway.js';
import { until } from '../../harness/until.js';

const plainAddress = given('TEST_TEMPORAL_ADDRESS');
const serverName = 'temporal.example';
const dir = mkdtempSync(join(tmpdir(), 'ecf-tls-'));
const authority = makeCertificate('authority of the cluster');
const otherAuthority = makeCertificate('another authority');
const cluster = makeCertificate('frontend', authority, { altName: serverName });
const ours = makeCertificate('ecf-issuer', authority);
type Env = Readonly<Record<string, string>>;
const ended = new Date(Date.now() - 60_000);

let files = 0;
function file(content: string, name = `file-${(files += 1)}`): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}
const certificateOf = ({ certificate, key }: KeyPair) => ({
  TEMPORAL_TLS_CLIENT_CERT_PATH: file(certificate),
  TEMPORAL_TLS_CLIENT_KEY_PATH: file(key),
});
const trust = (pair: KeyPair) => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: file(pair.certificate) });
const named = { TEMPORAL_TLS_SERVER_NAME: serverName };
const fingerprint = ({ certificate }: KeyPair) => new X509Certificate(certificate).fingerprint256;

const next = encfs(31);

/** @returns the status that `send` answers when it has waited for DGII's result */
async function sent(service: Service): Promise<unknown> {
  const answer = await service.post('/api/v2/dgii-ecf/send?waitForFinal=30s', sampleEcf({ encf: next() }));
  return answer.body.data['status'];
}

test('vouchers are issued over mutual TLS, and go on when the certificate is renewed', async () => {
  const gateway = await startTlsGateway({ server: cluster, clients: authority });
  const service = await startService({
    env: {
      TEMPORAL_ADDRESS: gateway.address,
      TEMPORAL_TLS_CLIENT_CERT_PATH: file(ours.certificate, 'ours.pem'),
      TEMPORAL_TLS_CLIENT_KEY_PATH: file(ours.key, 'ours.key'),
      ...trust(authority),
      ...named,
      ECF_TEMPORAL_RENEW_MS: '100',
    },
  });
  expect(await sent(service)).toBe('Aceptado');
  expect([...gateway.seen.certificates]).toEqual([fingerprint(ours)]);

  const renewed = makeCertificate('ecf-issuer, renewed', otherAuthority);
  file(renewed.certificate, 'ours.pem');
  file(renewed.key, 'ours.key');
  gateway.change({ clients: otherAuthority });
  expect(await sent(service)).toBe('Aceptado');
  expect([...gateway.seen.certificates]).toEqual([fingerprint(ours), fingerprint(renewed)]);
}, 120_000);

test('vouchers are issued with an API key, and go on when the key in the configuration file is renewed', async () => {
  const gateway = await startTlsGateway({ server: cluster });
  const configured = (key: string) =>
    file(
      [
        '[profile.default]',
        `address = "${gateway.address}"`,
        'namespace = "default"',
        `api_key = "${key}"`,
        '[profile.default.tls]',
        `server_name = "${serverName}"`,
        `server_ca_cert_path = "${file(authority.certificate)}"`,
      ].join('\n'),
      'temporal.toml',
    );
  gateway.change({ apiKeys: ['first-key'] });
  // Temporal Cloud has no operator service.
  gateway.refuse('OperatorService');
  const service = await startService({
    env: {
      TEMPORAL_ADDRESS: '',
      TEMPORAL_CONFIG_FILE: configured('first-key'),
      ECF_TEMPORAL_RENEW_MS: '100',
    },
  });
  expect(await sent(service)).toBe('Aceptado');

  // Both keys are valid for a while, as when a key is renewed at Temporal Cloud.
  gateway.change({ apiKeys: ['first-key', 'second-key'] });
  configured('second-key');
  await until('nobody uses the first key', () => {
    gateway.seen.apiKeys.delete('first-key');
    return sent(service).then(() => !gateway.seen.apiKeys.has('first-key'));
  });
  gateway.change({ apiKeys: ['second-key'] });
  expect(await sent(service)).toBe('Aceptado');
  expect([...gateway.seen.apiKeys]).toEqual(['second-key']);
}, 120_000);

test('without the operator service, the start check still names the search attributes that a namespace lacks', async () => {
  const gateway = await startTlsGateway({ server: cluster });
  gateway.refuse('OperatorService');
  const namespace = await bareNamespace();
  await expect(
    connectTo({
      TEMPORAL_ADDRESS: gateway.address,
      ...trust(authority),
      ...named,
      TEMPORAL_NAMESPACE: namespace,
    }),
  ).rejects.toThrow(new RegExp(`^TEMPORAL_NAMESPACE=${namespace} lacks the search attributes Ecf`));
}, 60_000);

/** What the start check says, without the address. */
const faults: readonly { readonly name: string; readonly env: () => Env; readonly says: RegExp }[] = [
  {
    name: 'a server certificate of an unknown authority',
    env: () => ({ ...certificateOf(ours), ...named, ...trust(otherAuthority) }),
    says: /has a certificate of no authority that we trust \(.*; frontend, issued by authority of the cluster\): set TEMPORAL_TLS_SERVER_CA_CERT_PATH$/,
  },
  {
    name: 'a server certificate for another name',
    env: () => ({ ...certificateOf(ours), ...trust(authority) }),
    says: /has a certificate for DNS:temporal\.example, not for 127\.0\.0\.1: set TEMPORAL_TLS_SERVER_NAME$/,
  },
  {
    name: 'no client certificate',
    env: () => ({ ...trust(authority), ...named }),
    says: /ends the handshake \(.*\): it may ask for a certificate \(TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH\)$/,
  },
  {
    name: 'a client certificate of another authority',
    env: () => ({
      ...certificateOf(makeCertificate('stranger', otherAuthority)),
      ...trust(authority),
      ...named,
    }),
    says: /refuses our certificate \(.*\): CN=stranger, issued by CN=another authority, valid until .*$/,
  },
  {
    name: 'a client certificate that has ended',
    env: () => ({
      ...certificateOf(makeCertificate('late', authority, { ends: ended })),
      ...trust(authority),
      ...named,
    }),
    says: /refuses our certificate \(.*\): CN=late, issued by CN=authority of the cluster, valid until .*$/,
  },
  {
    name: 'no TLS to a server that expects it',
    env: () => ({}),
    says: /(expects TLS: set TEMPORAL_TLS=true|closes the connection: it may expect TLS \(TEMPORAL_TLS=true\))$/,
  },
];

test.each(faults)('the start check names the fault: $name', async ({ env, says }) => {
  const { address } = await startTlsGateway({ server: cluster, clients: authority });
  await expect(connectTo({ TEMPORAL_ADDRESS: address, ...env() })).rejects.toThrow(says);
});

test('the start check names a server certificate that has ended', async () => {
  const server = makeCertificate('old frontend', authority, { altName: serverName, ends: ended });
  const { address } = await startTlsGateway({ server });
  await expect(connectTo({ TEMPORAL_ADDRESS: address, ...trust(authority), ...named })).rejects.toThrow(
    /has a certificate that ended on .* \(old frontend, issued by authority of the cluster\)$/,
  );
});

test('the start check says that a server does not speak TLS', async () => {
  await expect(connectTo({ TEMPORAL_ADDRESS: plainAddress, TEMPORAL_TLS: 'true' })).rejects.toThrow(
    /does not speak TLS: remove the certificates and the API key, or set TEMPORAL_TLS=false$/,
  );
});

test('the start check says that an address belongs to another program', async () => {
  const web = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  own('the other program', () => web.close());
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  await expect(connectTo({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` })).rejects.toThrow(
    /answers, but not as Temporal does: is this the address of its frontend\?$/,
  );
});

test('an API key that Temporal refuses is named, and not shown', async () => {
  const gateway = await startTlsGateway({ server: cluster });
  gateway.change({ apiKeys: ['right-key'] });
  const wrong = 'wrong-key-that-nobody-may-see';
  const said = connectTo({
    TEMPORAL_ADDRESS: gateway.address,
    ...trust(authority),
    ...named,
    TEMPORAL_API_KEY: wrong,
  });
  await expect(said).rejects.toThrow(/refuses us in the namespace default: check TEMPORAL_API_KEY/);
  await expect(said).rejects.not.toThrow(wrong);
});

async function connectTo(env: Env): Promise<void> {
  const client = await connectTemporal(readConfig(env).temporal);
  await client.connection.close();
}

/** A namespace without our search attributes. */
async function bareNamespace(): Promise<string> {
  const namespace = `bare-tls-${process.pid}-${Date.now()}`;
  const connection = await Connection.connect({ address: plainAddress });
  own('the connection', () => connection.close());
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  const client = new Client({ connection, namespace });
  // Temporal's processes learn of a new namespace at different times.
  await until('the namespace is known', async () => {
    try {
      await client.workflow.count();
      return true;
    } catch {
      return undefined;
    }
  });
  return namespace;
}

/** The standard variables of Temporal: what they mean together, and what a mistake says. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/boot/config.js';
import { makeCertificate } from '../../harness/tls-gateway.js';

const dir = mkdtempSync(join(tmpdir(), 'ecf-temporal-'));
const at = (name: string) => join(dir, name);
const pair = makeCertificate('ours');
const other = makeCertificate('other');
const files = {
  'ours.pem': pair.certificate,
  'ours.key': pair.key,
  'other.key': other.key,
  'text.pem': 'no certificate',
  'cluster.toml': [
    '[profile.default]',
    'address = "cluster.example:7233"',
    'namespace = "of-the-file"',
    '[profile.cloud]',
    'address = "ecf.a1b2.tmprl.example:7233"',
    'api_key = "key-of-the-file"',
    '[profile.cloud.grpc_meta]',
    'x-team = "billing"',
  ].join('\n'),
  'unknown.toml': '[profile.default]\nadress = "cluster.example:7233"',
  'unchecked.toml': '[profile.default.tls]\ndisable_host_verification = true',
};
for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);

const read = (env: Readonly<Record<string, string>>) => readConfig(env).temporal;
const ours = {
  TEMPORAL_TLS_CLIENT_CERT_PATH: at('ours.pem'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: at('ours.key'),
};

test.each([
  { env: {}, tls: undefined },
  { env: { TEMPORAL_TLS: 'false' }, tls: undefined },
  { env: { TEMPORAL_TLS: 'true' }, tls: {} },
  { env: { TEMPORAL_API_KEY: 'k' }, tls: {} },
  { env: { TEMPORAL_TLS_SERVER_NAME: 'temporal.example' }, tls: { serverName: 'temporal.example' } },
  {
    env: { TEMPORAL_TLS_SERVER_CA_CERT_DATA: pair.certificate },
    tls: { ca: Buffer.from(pair.certificate) },
  },
  {
    env: ours,
    tls: { client: { certificate: Buffer.from(pair.certificate), key: Buffer.from(pair.key) } },
  },
  {
    env: { TEMPORAL_TLS_CLIENT_CERT_DATA: pair.certificate, TEMPORAL_TLS_CLIENT_KEY_DATA: pair.key },
    tls: { client: { certificate: Buffer.from(pair.certificate), key: Buffer.from(pair.key) } },
  },
  // docker-compose.yml passes unset variables as empty ones.
  { env: { TEMPORAL_TLS: '', TEMPORAL_API_KEY: '', TEMPORAL_TLS_CLIENT_CERT_PATH: '' }, tls: undefined },
])('Temporal’s variables decide about TLS: case %#', ({ env, tls }) => {
  expect(read(env).access?.().tls).toEqual(tls);
});

test('Temporal’s configuration file gives what no variable says, by its profile', () => {
  const file = { TEMPORAL_CONFIG_FILE: at('cluster.toml') };
  expect(read(file)).toMatchObject({ address: 'cluster.example:7233', namespace: 'of-the-file' });
  expect(read({ ...file, TEMPORAL_NAMESPACE: 'of-the-variable' })).toMatchObject({
    address: 'cluster.example:7233',
    namespace: 'of-the-variable',
  });
  const cloud = read({ ...file, TEMPORAL_PROFILE: 'cloud' });
  expect(cloud).toMatchObject({ address: 'ecf.a1b2.tmprl.example:7233', namespace: 'default' });
  expect(cloud.access?.()).toEqual({
    tls: {},
    apiKey: 'key-of-the-file',
    metadata: { 'x-team': 'billing' },
  });
});

test('Temporal’s certificates are read again each time', () => {
  const certificate = at('renewed.pem');
  writeFileSync(certificate, pair.certificate);
  const { access } = read({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificate });
  writeFileSync(certificate, other.certificate);
  expect(access?.().tls?.ca?.toString()).toBe(other.certificate);
  writeFileSync(certificate, 'half written');
  expect(access).toThrow('TEMPORAL_TLS_SERVER_CA_CERT_PATH (or _DATA) is not a certificate in PEM');
});

test.each([
  [{ TEMPORAL_TLS: 'yes' }, 'TEMPORAL_TLS=yes is not one of true, false'],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: at('ours.pem') },
    'TEMPORAL_TLS_CLIENT_CERT_PATH (or _DATA) needs TEMPORAL_TLS_CLIENT_KEY_PATH (or _DATA)',
  ],
  [
    { TEMPORAL_TLS_CLIENT_KEY_DATA: pair.key },
    'TEMPORAL_TLS_CLIENT_KEY_PATH (or _DATA) needs TEMPORAL_TLS_CLIENT_CERT_PATH (or _DATA)',
  ],
  [
    { ...ours, TEMPORAL_TLS_CLIENT_KEY_PATH: at('other.key') },
    'TEMPORAL_TLS_CLIENT_KEY is not the key of TEMPORAL_TLS_CLIENT_CERT',
  ],
  [
    { ...ours, TEMPORAL_TLS_CLIENT_CERT_PATH: at('text.pem') },
    'TEMPORAL_TLS_CLIENT_CERT_PATH (or _DATA) is not a certificate in PEM',
  ],
  [
    { ...ours, TEMPORAL_TLS_CLIENT_KEY_PATH: at('text.pem') },
    'TEMPORAL_TLS_CLIENT_KEY_PATH (or _DATA) is not a private key without a password in PEM',
  ],
  [{ ...ours, TEMPORAL_TLS_CLIENT_CERT_PATH: at('missing.pem') }, /^TEMPORAL_…: ENOENT.*missing\.pem/],
  [
    { ...ours, TEMPORAL_TLS_CLIENT_CERT_DATA: pair.certificate },
    'TEMPORAL_…: Cannot specify both client_cert_path and client_cert_data',
  ],
  [
    { TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' },
    'TEMPORAL_API_KEY is only sent over TLS: remove TEMPORAL_TLS=false',
  ],
  [
    { TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' },
    /^TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: the certificate of Temporal is always checked/,
  ],
  [
    { TEMPORAL_DEPLOYMENT_NAME: 'ecf-issuer' },
    'TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID: set both or none',
  ],
  [
    { TEMPORAL_DEPLOYMENT_NAME: 'ecf.issuer', TEMPORAL_WORKER_BUILD_ID: '1.0.0' },
    'TEMPORAL_DEPLOYMENT_NAME: no full stop is allowed',
  ],
  [{ TEMPORAL_CONFIG_FILE: at('missing.toml') }, /^TEMPORAL_…: ENOENT.*missing\.toml/],
  [{ TEMPORAL_CONFIG_FILE: at('unknown.toml') }, /^TEMPORAL_…: .*adress/],
  [{ TEMPORAL_CONFIG_FILE: at('unchecked.toml') }, /^TEMPORAL_…: .*disable_host_verification/],
  [
    { TEMPORAL_CONFIG_FILE: at('cluster.toml'), TEMPORAL_PROFILE: 'other' },
    /^TEMPORAL_…: Profile 'other' not found/,
  ],
] as const)('Temporal’s variables: %j is refused', (env, says) => {
  expect(() => read(env)).toThrow(says);
});

/** Every setting that cannot work is refused at the start. The error names the setting and never shows a secret. */
import { ConfigError } from '../../../src/boot/config.js';
import { leaseMaxMs } from '../../../src/ledger/leases.js';
import { readStackConfig } from '../../../tools/stack/stack-config.js';

const secret = 'x'.repeat(32);
const key = Buffer.alloc(32, 7).toString('base64');

function refusal(env: Record<string, string>): string {
  try {
    readStackConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

const notWhole = (setting: string, min: number, max: number) =>
  `${setting} is not a whole number from ${min} to ${max}`;
const noPort = (setting: string) => notWhole(setting, 0, 65_535);

test.each<[Record<string, string>, string]>([
  [{ PORT: '80a' }, noPort('PORT=80a')],
  [{ PORT: '-1' }, noPort('PORT=-1')],
  [{ PORT: '65536' }, noPort('PORT=65536')],
  [{ PORT: ' ' }, noPort('PORT= ')],
  [{ ADMIN_PORT: '1e3' }, noPort('ADMIN_PORT=1e3')],
  [{ WORKER_ADMIN_PORT: '0x50' }, noPort('WORKER_ADMIN_PORT=0x50')],
  [{ MONGO_PORT: '70000' }, noPort('MONGO_PORT=70000')],
  [{ TEMPORAL_PORT: '1.5' }, noPort('TEMPORAL_PORT=1.5')],
  [{ TEMPORAL_UI_PORT: 'x' }, noPort('TEMPORAL_UI_PORT=x')],
  [{ SIMULATOR_PORT: 'x' }, noPort('SIMULATOR_PORT=x')],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud is not one of trace, debug, info, warn, error, silent'],
  [{ ECF_ALLOW_PRODUCTION: 'yes' }, 'ECF_ALLOW_PRODUCTION=yes is not one of true, false'],
  [{ ECF_ALLOW_PRODUCTION: 'TRUE' }, 'ECF_ALLOW_PRODUCTION=TRUE is not one of true, false'],
  [
    { TRUST_PROXY: 'true' },
    'TRUST_PROXY=true would believe every caller: name the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16 or ' +
      'loopback,linklocal,uniquelocal, or give their number',
  ],
  [{ TRUST_PROXY: '0' }, notWhole('TRUST_PROXY=0', 1, 10)],
  [{ TRUST_PROXY: '11' }, notWhole('TRUST_PROXY=11', 1, 10)],
  ...[
    'yes',
    'nginx',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.5:80',
    'fe80::1%eth0',
    '',
  ].map((entry): [Record<string, string>, string] => [
    { TRUST_PROXY: `loopback,${entry}` },
    `TRUST_PROXY: "${entry}" is no address, no network such as 10.1.0.0/16, and not one of loopback, linklocal, uniquelocal`,
  ]),
  [
    { RECEIVER_CERTIFICATES_PRODUCTION: 'all' },
    'RECEIVER_CERTIFICATES_PRODUCTION=all is not one of record, period, chain',
  ],
  [
    { RECEIVER_CERTIFICATES_PRODUCTION: 'chain' },
    'RECEIVER_CERTIFICATES_PRODUCTION=chain needs RECEIVER_CA_FILE',
  ],
  [{ DGII_ALLOW_HTTP: 'si' }, 'DGII_ALLOW_HTTP=si is not one of true, false'],
  [{ ECF_JWT_SECRET: secret }, 'ECF_JWT_SECRET: entry 1 is not of the form id:value'],
  [{ ECF_JWT_SECRET: `a:${secret},b c:${secret}` }, 'ECF_JWT_SECRET: entry 2 is not of the form id:value'],
  [{ ECF_JWT_SECRET: 'a:short' }, 'ECF_JWT_SECRET: the secret a has fewer than 32 bytes'],
  [{ ECF_JWT_SECRET: `a:${secret},b:short` }, 'ECF_JWT_SECRET: the secret b has fewer than 32 bytes'],
  [{ ECF_JWT_SECRET: `a:${secret},a:${secret}y` }, 'ECF_JWT_SECRET: an id is given twice'],
  [{ ECF_MASTER_KEY: 'c2hvcnQ=' }, 'ECF_MASTER_KEY: key 1 is not 32 bytes in Base64'],
  [{ ECF_MASTER_KEY: `${key},c2hvcnQ=` }, 'ECF_MASTER_KEY: key 2 is not 32 bytes in Base64'],
  [{ ECF_MASTER_KEY: `${key},` }, 'ECF_MASTER_KEY: key 2 is not 32 bytes in Base64'],
  [{ ECF_MASTER_KEY: '07'.repeat(32) }, 'ECF_MASTER_KEY: key 1 is not 32 bytes in Base64'],
  [{ TEMPORAL_ADDRESS: 'http://temporal:7233' }, 'TEMPORAL_ADDRESS is not of the form host:port'],
  [{ TEMPORAL_ADDRESS: 'temporal:0' }, 'TEMPORAL_ADDRESS is not of the form host:port'],
  [{ TEMPORAL_ADDRESS: 'temporal:65536' }, 'TEMPORAL_ADDRESS is not of the form host:port'],
  [{ TEMPORAL_ADDRESS: 'temporal:' }, 'TEMPORAL_ADDRESS is not of the form host:port'],
  [{ ECF_REGISTRY_URL: 'rnc.example/file.zip' }, 'ECF_REGISTRY_URL is not an absolute URL'],
  [{ ECF_REGISTRY_URL: 'http://rnc.example/file.zip' }, 'ECF_REGISTRY_URL must use https'],
  [{ ECF_REGISTRY_URL: 'ftp://127.0.0.1/file.zip' }, 'ECF_REGISTRY_URL must use https'],
  [
    { ECF_REGISTRY_URL: 'https://u:hidden@rnc.example/' },
    'ECF_REGISTRY_URL must not carry a user or password',
  ],
  [{ ECF_PUBLIC_URL: 'facturas.example' }, 'ECF_PUBLIC_URL is not an absolute URL'],
  [{ ECF_PUBLIC_URL: 'http://facturas.example' }, 'ECF_PUBLIC_URL must use https'],
  [{ ECF_PUBLIC_URL: 'https://facturas.example/?a=b' }, 'ECF_PUBLIC_URL must not carry a query or fragment'],
  [{ ECF_REGISTRY_TIME: '24:00' }, 'ECF_REGISTRY_TIME=24:00 is not a time of the day such as 04:30'],
  [{ ECF_REGISTRY_TIME: '4:30' }, 'ECF_REGISTRY_TIME=4:30 is not a time of the day such as 04:30'],
  [{ DGII_ECF_HOST: 'ecf.example' }, 'DGII_ECF_HOST is not an absolute URL'],
  [
    { DGII_FC_HOST: 'http://fc.example' },
    'DGII_FC_HOST must use https (http only with DGII_ALLOW_HTTP=true)',
  ],
  [
    { DGII_STATUS_HOST: 'file:///status', DGII_ALLOW_HTTP: 'true' },
    'DGII_STATUS_HOST must use https (http only with DGII_ALLOW_HTTP=true)',
  ],
  [{ DGII_ECF_HOST: 'https://u:hidden@ecf.example' }, 'DGII_ECF_HOST must not carry a user or password'],
  [{ DGII_ECF_HOST: 'https://ecf.example/?a=b' }, 'DGII_ECF_HOST must not carry a query or fragment'],
  [{ DGII_AUTH_TIMEOUT_MS: '99' }, notWhole('DGII_AUTH_TIMEOUT_MS=99', 100, 120_000)],
  [{ DGII_SUBMIT_TIMEOUT_MS: '120001' }, notWhole('DGII_SUBMIT_TIMEOUT_MS=120001', 100, 120_000)],
  [{ DGII_QUERY_TIMEOUT_MS: '1 s' }, notWhole('DGII_QUERY_TIMEOUT_MS=1 s', 100, 120_000)],
  [{ ECF_POLL_FIRST_MS: '9' }, notWhole('ECF_POLL_FIRST_MS=9', 10, 60_000)],
  [{ ECF_POLL_MAX_MS: '100' }, 'ECF_POLL_MAX_MS is less than ECF_POLL_FIRST_MS'],
  [{ ECF_RETRY_FIRST_MS: '60001' }, 'ECF_RETRY_MAX_MS is less than ECF_RETRY_FIRST_MS'],
  [{ ECF_RETRY_MAX_MS: '3600001' }, notWhole('ECF_RETRY_MAX_MS=3600001', 10, 3_600_000)],
  [{ ECF_RUN_MAX_MS: '999' }, notWhole('ECF_RUN_MAX_MS=999', 1_000, 2_592_000_000)],
  [{ ECF_HEARTBEAT_MS: '1' }, notWhole('ECF_HEARTBEAT_MS=1', 500, 60_000)],
  [{ ECF_LEASE_MARGIN_MS: '0' }, notWhole('ECF_LEASE_MARGIN_MS=0', 50, 60_000)],
  [{ ECF_ASK_AGAIN_MS: '600001' }, notWhole('ECF_ASK_AGAIN_MS=600001', 10, 600_000)],
  [{ ECF_TOKEN_PROBE_MS: '0' }, notWhole('ECF_TOKEN_PROBE_MS=0', 50, 3_600_000)],
  [{ ECF_COMPLETER_INTERVAL_MS: '0' }, notWhole('ECF_COMPLETER_INTERVAL_MS=0', 50, 600_000)],
  [{ ECF_METRICS_FRESH_MS: '-5' }, notWhole('ECF_METRICS_FRESH_MS=-5', 0, 3_600_000)],
  [{ ECF_CALLS_PER_MINUTE: 'many' }, notWhole('ECF_CALLS_PER_MINUTE=many', 0, 10_000_000)],
  [{ ECF_WEB: 'yes' }, 'ECF_WEB=yes is not one of on, off'],
  [{ ECF_WEB_SECRET: 'a:short' }, 'ECF_WEB_SECRET: the secret a has fewer than 32 bytes'],
  [{ ECF_TEMPORAL_UI_URL: 'temporal:8233' }, 'ECF_TEMPORAL_UI_URL must use http or https'],
  [{ ECF_LOGIN_FAILURES: '1000001' }, notWhole('ECF_LOGIN_FAILURES=1000001', 0, 1_000_000)],
  [{ ECF_SEQUENCE_EXPIRY_DAYS: '3651' }, notWhole('ECF_SEQUENCE_EXPIRY_DAYS=3651', 0, 3_650)],
])('%p is refused', (env, message) => {
  expect(refusal(env)).toBe(message);
});

test('the error for a bad secret, or a URL with a password, does not show it', () => {
  const values = {
    ECF_JWT_SECRET: 'a:hidden',
    ECF_MASTER_KEY: 'aGlkZGVu',
    DGII_ECF_HOST: 'https://u:hidden@x',
  };
  for (const [name, value] of Object.entries(values)) {
    const reported = refusal({ [name]: value });
    expect(reported).toMatch(new RegExp(`^${name}`));
    expect(reported).not.toMatch(/hidden|aGlkZGVu/);
  }
});

test.each<Record<string, string>>([
  {},
  // docker-compose.yml passes unset variables like this.
  {
    PORT: '',
    ECF_JWT_SECRET: '',
    ECF_MASTER_KEY: '',
    TEMPORAL_ADDRESS: '',
    ECF_REGISTRY_URL: 'off',
    ECF_PUBLIC_URL: 'off',
  },
  { ECF_JWT_SECRET: `b:${secret},a:${secret}`, ECF_MASTER_KEY: `${key},${key}` },
  { DGII_ECF_HOST: 'http://127.0.0.1:9', DGII_ALLOW_HTTP: 'true' },
  { ECF_PUBLIC_URL: 'https://facturas.example/ecf/' },
  { ECF_REGISTRY_URL: 'http://127.0.0.1:9/file.zip', ECF_REGISTRY_TIME: '23:59' },
  ...['false', '2', '10.0.0.5', 'loopback, 10.1.0.0/16', '2001:db8::/32,::1,uniquelocal'].map(
    (TRUST_PROXY) => ({
      TRUST_PROXY,
    }),
  ),
  { TEMPORAL_ADDRESS: 'temporal' },
  { TEMPORAL_ADDRESS: 'ns.a1b2.tmprl.example:7233' },
  { TEMPORAL_ADDRESS: '[::1]:7233' },
])('%p is accepted', (env) => {
  expect(refusal(env)).toBe('accepted');
});

test('no settings make a lease longer than the longest one', () => {
  const { dgii, buyers, issuing } = readStackConfig({
    DGII_SUBMIT_TIMEOUT_MS: '120000',
    BUYERS_TIMEOUT_MS: '120000',
    ECF_LEASE_MARGIN_MS: '60000',
  });
  expect(Math.max(dgii.submitTimeoutMs, buyers.timeoutMs) + issuing.leaseMarginMs).toBe(leaseMaxMs);
  expect(refusal({ DGII_SUBMIT_TIMEOUT_MS: '120001' })).not.toBe('accepted');
  expect(refusal({ BUYERS_TIMEOUT_MS: '120001' })).not.toBe('accepted');
  expect(refusal({ ECF_LEASE_MARGIN_MS: '60001' })).not.toBe('accepted');
});

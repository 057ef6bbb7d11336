/**
 * Checks docker-compose.yml, .env.example and the Dockerfile: versions are pinned, resources are limited, nothing is open to
 * the outside, and no secret is in them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readConfig, serviceSettings } from '../../src/boot/config.js';
import { rowsOf } from '../../src/boot/settings/setting.js';
import { fileAt, root } from '../tidy/project-files.js';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly restart?: string;
  readonly scale?: string;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly pids_limit?: number;
  readonly privileged?: boolean;
  readonly profiles?: readonly string[];
}

/** The images whose entry point writes into the image, as far as we know. */
const writesItsImage = ['temporal', 'temporal-ui'];
/** The images that start as root to give the data to another account. */
const capabilities: Readonly<Record<string, readonly string[]>> = {
  mongo: ['CHOWN', 'DAC_OVERRIDE', 'SETGID', 'SETUID'],
  'temporal-db': ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
};

const { text } = fileAt('docker-compose.yml');
const compose = load(text) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services).map(([name, service]) => ({ name, service }));
const jobs = ['mongo-setup', 'temporal-db-setup', 'temporal-setup'];
const monitoring = ['alertmanager', 'grafana', 'prometheus'];

const used = [...text.matchAll(/\$\{([A-Z_]+)(:[?-][^}]*)?\}/g)].map(([, name = '', rest = '']) => ({
  name,
  rest,
}));
const required = [
  ...new Set(used.filter(({ rest }) => rest.startsWith(':?')).map(({ name }) => name)),
].sort();
const example = fileAt('.env.example').text;
const described = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));

const settings = new Map(rowsOf(serviceSettings).map((row) => [row.name, row]));

test('the file says how many workers run, so that a start of the service alone does not remove any', () => {
  expect(compose.services['worker']?.scale).toBe('${ECF_WORKERS:-1}');
});

test('has the roles of the service and the parts they need', () => {
  const temporal = ['temporal', 'temporal-db', 'temporal-ui', 'temporal-ui-door'];
  const expected = ['api', 'mongo', 'proxy', 'worker', ...temporal, ...jobs, ...monitoring];
  expect(services.map(({ name }) => name).sort()).toEqual(expected.sort());
});

describe.each(services)('$name', ({ name, service }) => {
  const job = jobs.includes(name);

  test('is built here, or its image is pinned by version and digest', () => {
    if (service.build === undefined)
      expect(service.image).toMatch(/^[a-z0-9./-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/);
    else expect(service.image).toMatch(name === 'proxy' ? /^ecf-proxy:/ : /^ecf-issuer:/);
  });

  test('has a health check, or is a job that reports by its exit code', () => {
    if (job) expect(service.healthcheck).toEqual({ disable: true });
    else expect(service.healthcheck?.test?.length).toBeGreaterThan(1);
  });

  test('restarts when it ends, within its limits', () => {
    expect(service.restart).toBe(job ? 'on-failure' : 'unless-stopped');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.cpus).toBeGreaterThan(0);
  });

  test('has no right that it does not need, and writes only where it must', () => {
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.privileged).toBeUndefined();
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add ?? []).toEqual(capabilities[name] ?? []);
    expect(service.read_only).toBe(!writesItsImage.includes(name));
    expect(service.tmpfs).toContain('/tmp');
    expect(service.pids_limit).toBeGreaterThanOrEqual(128);
    expect(service.pids_limit).toBeLessThanOrEqual(4096);
  });

  test('publishes its ports on the loopback address only, unless it is the proxy', () => {
    if (name === 'proxy') return;
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('waits until the services it depends on are healthy or done', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(other);
      expect(condition).toBe(jobs.includes(other) ? 'service_completed_successfully' : 'service_healthy');
    }
  });

  test('keeps its data in a named volume', () => {
    for (const volume of (service.volumes ?? []).filter((one) => !one.endsWith(':ro')))
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  });

  test('gets its secrets from required variables', () => {
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      // An optional one is off.
      if (/SECRET|PASSWORD|PWD|_KEY$/.test(variable)) expect(value).toMatch(/^\$\{[A-Z_]+:(\?[^}]+|-off)\}$/);
      const credentials = /\/\/[^:/]+:([^@]*)@/.exec(value);
      if (credentials !== null) expect(credentials[1]).toMatch(/^\$\{[A-Z_]+:\?[^}]+\}$/);
    }
  });
});

test('databases, Temporal and their jobs are on internal networks only', () => {
  const inner = Object.entries(compose.networks).flatMap(([name, network]) =>
    network?.internal === true ? [name] : [],
  );
  for (const { name, service } of services) {
    if (['api', 'proxy', 'worker', 'temporal-ui-door', ...monitoring].includes(name)) continue;
    expect(inner).toEqual(expect.arrayContaining([...(service.networks ?? ['default'])]));
  }
});

test('Temporal’s Web UI only reads, and only its door reaches it from outside', () => {
  const { environment = {}, ports, networks } = compose.services['temporal-ui'] ?? {};
  expect(environment['TEMPORAL_DISABLE_WRITE_ACTIONS']).toBe('true');
  expect([ports, networks]).toEqual([undefined, ['process']]);
});

test('the proxy needs a certificate, so it starts only where it is asked for, and publishes https and its redirect', () => {
  const { profiles, ports, volumes, networks, environment = {} } = compose.services['proxy'] ?? {};
  expect(profiles).toEqual(['proxy']);
  expect(ports).toEqual(['${ECF_HTTP_PORT:-80}:8080', '${ECF_HTTPS_PORT:-443}:8443']);
  expect([environment['ECF_LISTEN_HTTP'], environment['ECF_LISTEN_HTTPS']]).toEqual(['8080', '8443']);
  expect(volumes).toEqual(['${ECF_TLS_DIR:-./tls}:/tls:ro']);
  // Neither the ledger nor Temporal.
  expect(networks).toEqual(['outside']);
  expect(environment['ECF_API_ADDRESSES']).toBe(`api:${compose.services['api']?.environment?.['PORT']}`);
});

test('only the proxy and the monitoring are started on request alone', () => {
  const asked = services.filter(({ service }) => service.profiles !== undefined);
  expect(Object.fromEntries(asked.map(({ name, service }) => [name, service.profiles]))).toEqual({
    proxy: ['proxy'],
    ...Object.fromEntries(monitoring.map((name) => [name, ['monitoring']])),
  });
});

test('the monitoring reaches neither the ledger nor Temporal, and its configuration is a file of deploy/monitoring', () => {
  for (const name of monitoring) {
    const { networks, volumes = [] } = compose.services[name] ?? {};
    expect(networks).toEqual(['outside']);
    const files = volumes.filter((one) => one.endsWith(':ro')).map((one) => one.split(':')[0] ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(fileAt(file.replace(/^\.\//, '')).text).not.toBe('');
  }
});

test('the proxy’s program gets every variable that it reads', () => {
  const read = [...fileAt('deploy/proxy/start.sh').text.matchAll(/^# ((?:ECF|RECEIVER)_\w+) {2}/gm)].map(
    ([, variable]) => variable,
  );
  expect(Object.keys(compose.services['proxy']?.environment ?? {}).sort()).toEqual(read.sort());
});

test('only the worker can decrypt private keys', () => {
  const holders = services.filter(({ service }) => service.environment?.['ECF_MASTER_KEY'] !== undefined);
  expect(holders.map(({ name }) => name)).toEqual(['worker']);
});

test('api and worker each have their own MongoDB account, and neither uses the administrator’s', () => {
  const accounts = services.flatMap(({ name, service }) => {
    const uri = service.environment?.['MONGODB_URI'];
    return uri === undefined ? [] : [[name, /\/\/([^:]+):\$\{(\w+):/.exec(uri)?.slice(1)]];
  });
  expect(Object.fromEntries(accounts)).toEqual({
    api: ['ecf-api', 'MONGO_API_PASSWORD'],
    worker: ['ecf-worker', 'MONGO_WORKER_PASSWORD'],
  });
});

test('.env.example describes exactly the variables that exist, and leaves the secrets empty', () => {
  expect(described.map(({ name }) => name).sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
  expect(
    described
      .filter(({ value }) => value === '')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(required);
});

test('the message for each required variable names it', () => {
  for (const { name, rest } of used.filter((one) => one.rest.startsWith(':?')))
    expect(rest).toBe(`:?${name} is required, see .env.example`);
});

test('.env.example shows the default value of each setting', () => {
  for (const { name, value } of described.filter((one) => one.value !== '')) {
    const defaults = new Set(used.filter((one) => one.name === name).map(({ rest }) => rest));
    expect({ name, defaults: [...defaults] }).toEqual({ name, defaults: [`:-${value}`] });
  }
});

/** Why a default of docker-compose.yml is not that of the code, which is for the embedded stack. */
const otherDefaults: Readonly<Record<string, string>> = {
  TRUST_PROXY: 'the api’s port is on the loopback address, so only a proxy of this machine names addresses',
  ECF_CHECK_THREADS: 'the memory limits leave room for one thread; the code follows the cores',
};

test('each default is that of the code, or the reason why not is known', () => {
  const code = readConfig({});
  const names = described.map(({ name }) => name);
  const differing = described
    .filter(({ name, value }) => value !== '' && isRead(name))
    .filter(({ name, value }) => {
      const given = readConfig({ [name]: value });
      return JSON.stringify(given) !== JSON.stringify(code);
    });
  expect(names.filter(isRead).length).toBeGreaterThan(10);
  expect(differing.map(({ name }) => name).filter((name) => !(name in otherDefaults))).toEqual([]);
});

test('the threads besides those of the setting are as many in .env.example as in its row', () => {
  const more = /An\s+(?:#\s+)?api has (\w+) more, for strangers, links and workbooks/;
  const row = settings.get('ECF_CHECK_THREADS');
  expect([more.exec(example)?.[1], more.exec(row?.text ?? '')?.[1]]).toEqual(['three', 'three']);
});

function isRead(name: string): boolean {
  return settings.has(name);
}

/** What docker-compose.yml itself uses, and not the service. */
const ownVariables = [
  ...['MONGO_ROOT_PASSWORD', 'MONGO_API_PASSWORD', 'MONGO_WORKER_PASSWORD', 'MONGO_REPLICA_KEY'],
  ...['TEMPORAL_DB_PASSWORD', 'TEMPORAL_RETENTION', 'TEMPORAL_UI_HOSTS', 'TEMPORAL_UI_PORT'],
  ...['ALERTMANAGER_PORT', 'GRAFANA_PORT', 'PROMETHEUS_PORT'],
  ...['ECF_TLS_DIR', 'ECF_HTTPS_PORT', 'ECF_HTTP_PORT', 'ECF_VERSION', 'ECF_WORKERS'],
];

test('.env.example has settings of the service, and variables of docker-compose.yml alone', () => {
  const others = described.map(({ name }) => name).filter((name) => !isRead(name));
  expect(others.sort()).toEqual([...ownVariables].sort());
});

test.each([
  { role: 'api', readers: ['api'] },
  // The command line runs in the worker's container.
  { role: 'worker', readers: ['worker', 'cli'] },
])('$role reads every variable that its container gets', ({ role, readers }) => {
  const names = Object.keys(compose.services[role]?.environment ?? {});
  const unread = names.filter((name) => !settings.get(name)?.readers.some((one) => readers.includes(one)));
  expect(names.length).toBeGreaterThan(5);
  expect(unread).toEqual([]);
});

test('deploy/temporal-tls gives Temporal and its clients certificates, and nobody the key of the authority', () => {
  const { services: secured } = load(fileAt('deploy/temporal-tls/compose.yml').text) as {
    services: Record<string, Service>;
  };
  const folders = Object.entries(secured).map(([name, { volumes }]) => [name, volumes]);
  const client = ['./temporal-tls/client:/temporal-tls:ro'];
  expect(Object.fromEntries(folders)).toEqual({
    api: client,
    worker: client,
    'temporal-setup': client,
    'temporal-ui': client,
    temporal: ['./temporal-tls/server:/temporal-tls:ro'],
  });
  for (const role of ['api', 'worker', 'temporal-setup'])
    expect(Object.keys(secured[role]?.environment ?? {}).filter((name) => !settings.has(name))).toEqual([]);
});

test('docs/operate/upgrade.md names every image by its version', () => {
  const bases = [...fileAt('Dockerfile').text.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  const images = services.flatMap(({ service }) =>
    service.build === undefined ? [service.image ?? ''] : [],
  );
  const versions = [...new Set([...bases, ...images])].map((image) => image.split('@')[0] ?? '');
  const { text: upgrade } = fileAt('docs/operate/upgrade.md');
  expect(versions.filter((version) => !upgrade.includes(`\`${version}\``))).toEqual([]);
});

test('Temporal gets its settings file: turns for companies, enough long polls, no check for newer versions', () => {
  const { entrypoint = [], command = [], environment = {} } = compose.services['temporal'] ?? {};
  const dir = mkdtempSync(join(tmpdir(), 'ecf-settings-'));
  try {
    const file = join(dir, 'settings.yaml');
    // Compose turns `$$` into `$`. The image's own entry point, which would run next, does not exist here.
    const [shell = '', ...args] = [...entrypoint, ...command].map((part) => part.replaceAll('$$', '$'));
    spawnSync(shell, args, { env: { ...process.env, DYNAMIC_CONFIG_FILE_PATH: file } });
    const settings = load(readFileSync(file, 'utf8'));
    expect(settings).toEqual({
      'matching.enableFairness': [{ value: true }],
      'frontend.namespaceCount': [{ value: 20_000 }],
      'frontend.enableServerVersionCheck': [{ value: false }],
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  expect(environment['DYNAMIC_CONFIG_FILE_PATH']).toBe('/tmp/dynamic-config.yaml');
  expect(command.join('')).toMatch(/\nexec \/etc\/temporal\/entrypoint\.sh\n$/);
});

test('the proxy’s image has the base of the service’s image, runs without privileges and has what it starts', () => {
  const base = /^FROM (\S+)/m;
  const dockerfile = fileAt('deploy/proxy/Dockerfile').text;
  expect(base.exec(dockerfile)?.[1]).toBe(base.exec(fileAt('Dockerfile').text)?.[1]);
  expect(dockerfile).toMatch(/^USER www-data$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toMatch(/^COPY ecf\.conf\.template start\.sh \.\/$/m);
  for (const program of ['nginx', 'gettext-base'])
    expect(dockerfile).toMatch(new RegExp(`install .*\\b${program}\\b`));
});

test('the image is built from pinned bases, runs without privileges and has a health check', () => {
  const dockerfile = fileAt('Dockerfile').text;
  for (const [, base] of dockerfile.matchAll(/^FROM (\S+)/gm))
    expect(base).toMatch(/^node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/);
  // By number: Kubernetes cannot know whether a name is root.
  expect(dockerfile).toMatch(/^USER 1000$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  const letIn = fileAt('.dockerignore').text.split('\n');
  for (const source of copied) {
    expect(existsSync(join(root, source))).toBe(true);
    expect(letIn).toContain(`!${source.replace(/\/$/, '')}`);
  }
});

describe('docker-compose', () => {
  const missing = spawnSync('docker-compose', ['version']).error !== undefined;
  const settings = { ...process.env, COMPOSE_PROJECT_NAME: 'ecf', COMPOSE_PROFILES: 'proxy', HOME: tmpdir() };
  const filled = { ...settings, ...Object.fromEntries(required.map((name) => [name, 'x'.repeat(32)])) };
  const config = (env: NodeJS.ProcessEnv) => {
    // A `.env` file on this machine must not affect the result.
    const dir = mkdtempSync(join(tmpdir(), 'ecf-compose-'));
    try {
      // It looks whether the folder of each build exists.
      mkdirSync(join(dir, 'deploy/proxy'), { recursive: true });
      const args = ['--project-directory', dir, '-f', join(root, 'docker-compose.yml'), 'config'];
      return execFileSync('docker-compose', args, { env, encoding: 'utf8', stdio: 'pipe' });
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };
  if (missing)
    console.warn(
      'NOT CHECKED: docker-compose is not installed, so nobody but our own tests read docker-compose.yml',
    );

  test('accepts the file', () => {
    if (missing) return;
    expect(Object.keys((load(config(filled)) as typeof compose).services).sort()).toEqual(
      services.map(({ name }) => name).sort(),
    );
  });

  test('fails without a required variable, and names it', () => {
    if (missing) return;
    const [name = ''] = required;
    const without = Object.fromEntries(Object.entries(filled).filter(([variable]) => variable !== name));
    expect(() => config(without)).toThrow(`${name} is required`);
  });
});

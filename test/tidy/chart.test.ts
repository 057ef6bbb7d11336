/**
 * deploy/helm: the chart gives each role what docker-compose.yml gives it, and its values know every setting. Where helm is installed, the
 * chart is also rendered, and its objects are checked.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { serviceSettings } from '../../src/boot/config.js';
import { rowsOf } from '../../src/boot/settings/setting.js';
import { fileAt, root } from './project-files.js';

const roles = ['api', 'worker'] as const;
type Role = (typeof roles)[number];
type Settings = Readonly<Record<string, string>>;

interface RoleValues {
  readonly settings: Settings;
  readonly resources: { readonly limits: { readonly memory: string } };
}

const values = load(fileAt('deploy/helm/values.yaml').text) as {
  settings: Settings;
  temporalSetup: { retention: string };
} & Record<Role, RoleValues>;
const { services } = load(fileAt('docker-compose.yml').text) as {
  services: Record<string, { environment: Settings; command: string[]; mem_limit: string }>;
};
const compose = (name: string) => services[name]!;

const roleTemplate = fileAt('deploy/helm/templates/_role.tpl').text;
const templateOf = (role: Role) => fileAt(`deploy/helm/templates/${role}.yaml`).text;
const quoted = (text: string) => [...text.matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name = '']) => name);

/** The keys of a role's Secret, as its template lists them. */
function secretsOf(role: Role): string[] {
  return templateOf(role)
    .split('\n')
    .filter((line) => /\$(secrets|optional) :?=/.test(line))
    .flatMap(quoted);
}

/** What the template gives itself: where a role listens. Only the api has more than an admin port. */
function fixedOf(role: Role): string[] {
  const names = [...roleTemplate.matchAll(/- \{ name: ([A-Z_]+), value/g)].map(([, name = '']) => name);
  return role === 'api' ? names : names.filter((name) => name === 'ADMIN_HOST');
}

function variablesOf(role: Role): string[] {
  const settings = [...Object.keys(values.settings), ...Object.keys(values[role].settings)];
  return [...settings, ...secretsOf(role), ...fixedOf(role)].sort();
}

/** With Compose they go into docker-compose.override.yml. A Secret may have them, or not. */
const optionalSecrets: Readonly<Record<Role, readonly string[]>> = {
  api: ['TEMPORAL_API_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'],
  worker: ['DGII_STATUS_API_KEY', 'TEMPORAL_API_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'],
};

test.each(roles)('the chart gives the %s the variables that docker-compose.yml gives it', (role) => {
  const expected = [...Object.keys(compose(role).environment), ...optionalSecrets[role]].sort();
  expect(variablesOf(role)).toEqual(expected);
});

test.each(roles)('each default of the %s is that of docker-compose.yml', (role) => {
  const given = { ...values.settings, ...values[role].settings };
  const { TEMPORAL_ADDRESS, ...others } = given;
  // Temporal is external.
  expect(TEMPORAL_ADDRESS).toBe('');
  for (const [name, value] of Object.entries(others)) {
    const written = compose(role).environment[name] ?? '';
    expect([name, value]).toEqual([name, /^\$\{\w+:-(.*)\}$/.exec(written)?.[1] ?? written]);
  }
  expect(compose('temporal-setup').environment['TEMPORAL_RETENTION']).toContain(
    `:-${values.temporalSetup.retention}}`,
  );
});

test.each(roles)('the %s has the memory of docker-compose.yml', (role) => {
  expect(megabytes(values[role].resources.limits.memory)).toBe(megabytes(compose(role).mem_limit));
});

function megabytes(text: string): number {
  const [, number, unit] = /^(\d+)(m|g|Mi|Gi)$/.exec(text) ?? [];
  return Number(number) * (unit?.toLowerCase().startsWith('g') === true ? 1024 : 1);
}

/** A file of `filesSecret` has it: then a renewed key needs no restart. */
const inFiles = ['TEMPORAL_TLS_CLIENT_KEY_DATA'];

test.each(roles)('each secret setting of the %s comes from its Secret, and is no value', (role) => {
  const secrets = rowsOf(serviceSettings)
    .filter(({ secret, readers }) => secret && readers.includes(role))
    .map(({ name }) => name)
    .filter((name) => !inFiles.includes(name));
  expect(secretsOf(role).sort()).toEqual(secrets.sort());
});

test('the admin ports are those of the image', () => {
  const [, api, worker] = /ADMIN_PORT=(\d+) WORKER_ADMIN_PORT=(\d+)/.exec(fileAt('Dockerfile').text) ?? [];
  expect(templateOf('api')).toContain(`"adminPort" ${api} `);
  expect(templateOf('worker')).toContain(`"adminPort" ${worker} `);
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly template?: { readonly spec: PodSpec };
    readonly groups?: unknown;
  };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes: readonly object[];
  readonly [name: string]: unknown;
}

interface Container {
  readonly args: readonly string[];
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
  readonly [name: string]: unknown;
}

const chart = join(root, 'deploy/helm');
const hasHelm = spawnSync('helm', ['version']).error === undefined;
if (!hasHelm)
  console.warn('NOT CHECKED: helm is not installed, so the chart of deploy/helm was not rendered');

function helm(options: readonly string[]) {
  const given = ['-f', join(chart, 'test-values.yaml'), '--kube-version', '1.33.0', ...options];
  return spawnSync('helm', ['template', 'ecf', chart, ...given], { encoding: 'utf8', timeout: 60_000 });
}

/** @throws what helm says against the values */
function render(...options: readonly string[]): readonly Rendered[] {
  const { status, stdout, stderr } = helm(options);
  if (status !== 0) throw new Error(stderr);
  const objects = loadAll(stdout).filter((one) => one !== null && one !== undefined);
  return objects as unknown as readonly Rendered[];
}

const monitoringTypes = ['ServiceMonitor', 'PrometheusRule'].flatMap((kind) => [
  '--api-versions',
  `monitoring.coreos.com/v1/${kind}`,
]);
const podsOf = (objects: readonly Rendered[]) =>
  objects.flatMap(({ kind, metadata: { name }, spec: { template } }) =>
    template === undefined
      ? []
      : [{ kind, name, pod: template.spec, container: template.spec.containers[0]! }],
  );

test('the rendered pods run the image’s roles and jobs, with no right that they do not need', () => {
  if (!hasHelm) return;
  const pods = podsOf(render());
  expect(pods.map(({ kind, container }) => `${kind} ${container.args.join(' ')}`).sort()).toEqual([
    'Deployment api',
    'Deployment worker',
    'Job mongo-setup',
    'Job temporal-setup',
  ]);
  for (const { pod, container } of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers).toHaveLength(1);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container['volumeMounts']).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
    expect(container.image).toMatch(/^registry\.example\/ecf-issuer:\d+\.\d+\.\d+$/);
  }
});

test('the rendered pods get the variables that were compared above', () => {
  if (!hasHelm) return;
  const pods = podsOf(render());
  expect(pods).toHaveLength(4);
  for (const { name, container } of pods.filter(({ kind }) => kind === 'Deployment')) {
    // The setting that the test's values add.
    const expected = [...variablesOf(name.slice('ecf-'.length) as Role), 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'];
    expect(container.env.map((one) => one.name).sort()).toEqual(expected.sort());
  }
  for (const { name, container } of pods.filter(({ kind }) => kind === 'Job')) {
    const given = container.env.map((one) => one.name);
    const own = Object.keys(compose(name.slice('ecf-'.length)).environment);
    // A replica set of its own is a matter of docker-compose.yml.
    const wanted = own.filter((one) => !['MONGO_MEMBERS', 'MONGO_ROOT_PASSWORD'].includes(one));
    expect(given).toEqual(expect.arrayContaining(wanted));
    expect(new Set(given).size).toBe(given.length);
  }
});

test('a role is restarted when it is not alive, and gets no requests while it is not ready', () => {
  if (!hasHelm) return;
  const deployments = podsOf(render()).filter(({ kind }) => kind === 'Deployment');
  expect(deployments).toHaveLength(2);
  for (const { container } of deployments) {
    const path = (probe: string) =>
      (container[probe] as { httpGet: { path: string; port: string } } | undefined)?.httpGet;
    expect(path('startupProbe')).toEqual({ path: '/healthz', port: 'admin' });
    expect(path('livenessProbe')).toEqual({ path: '/healthz', port: 'admin' });
    expect(path('readinessProbe')).toEqual({ path: '/readyz', port: 'admin' });
  }
});

test('Prometheus’ types are used only where they are, and the rules are those of Compose', () => {
  if (!hasHelm) return;
  const kinds = (objects: readonly Rendered[]) => objects.map(({ kind }) => kind);
  const without = kinds(render());
  expect(without).not.toContain('ServiceMonitor');
  expect(without).not.toContain('PrometheusRule');
  const objects = render(...monitoringTypes);
  expect(kinds(objects)).toContain('ServiceMonitor');
  const rule = objects.find(({ kind }) => kind === 'PrometheusRule');
  expect(rule?.spec).toEqual(load(fileAt('deploy/monitoring/alarms.yml').text));
});

test('an autoscaler decides how many pods there are, or the values do', () => {
  if (!hasHelm) return;
  const replicas = (...options: string[]) =>
    render(...options)
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.replicas);
  expect(replicas()).toEqual([undefined, undefined]);
  const off = roles.flatMap((role) => ['--set', `${role}.autoscaling.enabled=false`]);
  expect(replicas(...off)).toEqual([2, 2]);
});

test.each([
  { set: 'api.settings.TRUST_PROXIES=1', says: "additional properties 'TRUST_PROXIES' not allowed" },
  { set: 'worker.settings.ECF_MASTER_KEY=x', says: "additional properties 'ECF_MASTER_KEY' not allowed" },
  { set: 'settings.ECF_CHECK_THREADS=2', says: 'got number, want string' },
  { set: 'temporalSetup.retention=30d', says: 'does not match pattern' },
  { set: 'image.repository=', says: 'image.repository is required' },
  { set: 'settings.TEMPORAL_ADDRESS=', says: 'settings.TEMPORAL_ADDRESS is required' },
  { set: 'worker.existingSecret=', says: 'worker.existingSecret is required' },
  { set: 'networkPolicy.proxyFrom=null', says: 'networkPolicy.proxyFrom is required' },
  { set: 'ingress.tlsSecret=', says: 'ingress.tlsSecret is required' },
])('the chart refuses $set', ({ set, says }) => {
  if (!hasHelm) return;
  expect(helm(['--set', set]).stderr).toContain(says);
});

/** The rows of the metrics and the real metrics agree: names, roles, labels, texts, and the names in alarms. */
import type { OpenVouchers } from '../../../src/ledger/vouchers/lists/open-vouchers.js';
import { answerReceiverError } from '../../../src/api/receiver/receiver-error.js';
import { createLimits, loadsOf, receiverLoadsOf } from '../../../src/api/limits/limits.js';
import { createApiMetrics } from '../../../src/shared/metrics/api-metrics.js';
import { metricRows } from '../../../src/shared/metrics/metric-rows.js';
import { createWorkerMetrics } from '../../../src/shared/metrics/worker-metrics.js';

const figures = () => ({ waiting: 0 });

/** The labels of each metric, by role. Without `role`, which every metric has, and without `le` of histograms. */
const documented = metricRows.flatMap(({ row: { name, type, labels, help }, roles }) =>
  roles.map((role) => ({ name, role, type, help, labels: [...labels].sort() })),
);

async function reported() {
  const { api, worker } = await texts();
  return [...seriesOf('api', api), ...seriesOf('worker', worker)];
}

const open: OpenVouchers = {
  ecfType: 31,
  environment: 'production',
  state: 'admitted',
  reason: null,
  count: 1,
  nearExpiry: 0,
  oldestMs: 0,
  datedAheadMs: 0,
  sendLeftMs: null,
};

async function texts() {
  const api = createApiMetrics(figures);
  api.answered('POST', '/api/v2/dgii-ecf/send', 200, 0.1);
  api.refused('NOT_FOUND');
  api.limited('bytes');
  api.observeLoad(loadsOf(createLimits()));
  const worker = createWorkerMetrics(() => Promise.resolve(''), figures);
  for (const role of [api, worker]) {
    role.observeLedgerClock({ read: () => Promise.resolve(new Date()), clock: () => new Date() });
    role.observeReady(() => Promise.resolve({ ledger: true, temporal: false }));
  }
  worker.exchanged('recepcion', '2xx', 0.1, 2);
  worker.deliveredToBuyer('refused', '4', 'production');
  worker.approvalEnded('issuer', 'refused', 'production');
  worker.finished(31, 'accepted', 'production', 2);
  worker.observeWrites(() => 12);
  worker.observeLedger({
    read: () =>
      Promise.resolve({
        open: [
          { ...open, state: 'submitted', reason: 'DGII_SILENT', oldestMs: 9_000_000 },
          { ...open, state: 'admitted', oldestMs: 700_000 },
          { ...open, ecfType: 32, state: 'admitted', oldestMs: 5_000, datedAheadMs: 14_400_000 },
          { ...open, environment: 'certification', state: 'admitted', oldestMs: 800_000 },
          { ...open, state: 'signed', reason: 'DGII_UNAVAILABLE', oldestMs: 4_000, sendLeftMs: 60_000 },
          { ...open, ecfType: 32, state: 'submitting', reason: 'DGII_UNAVAILABLE', sendLeftMs: -1_000 },
        ],
        suspended: [{ reason: 'NOT_DELEGATED', environment: 'production', count: 1 }],
        originChangingMs: 700_000,
        buyerDeliveries: 1,
        approvals: 1,
        annulments: [{ state: 'uncertain', environment: 'production', count: 1, oldestMs: 5_000 }],
        overdueMs: 0,
        refusedReceptions: 3,
        lateMs: {
          verdicts: 0,
          'buyer-deliveries': 5_000,
          approvals: 0,
          questions: 0,
          annulments: 0,
          'certification-runs': 0,
          events: 0,
        },
        sequences: [
          { companyId: 1, environment: 'production', ecfType: 31, numbersLeft: 9, daysLeft: 9 } as const,
        ],
        certificates: [{ companyId: 1, daysLeft: 9, revokedAt: new Date() }],
        crlsMissingMs: 9_000,
        lostBodies: { missing: 1, altered: 0 },
        registryAgeMs: 9_000,
        unindexed: 12,
        whole: true,
      }),
    freshMs: 0,
  });
  return { api: await api.text(), worker: await worker.text() };
}

function seriesOf(role: string, text: string) {
  return [...text.matchAll(/^# TYPE (ecf_\w+) (\w+)$/gm)].map(([, name = '', type]) => {
    const sample = new RegExp(`^${name}${type === 'histogram' ? '_count' : ''}(?:\\{(.*)\\})? `, 'm').exec(
      text,
    );
    if (sample === null) throw new Error(`${name} has no sample`);
    const labels = [...(sample[1] ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label);
    expect(labels).toContain('role');
    const help = new RegExp(`^# HELP ${name} (.*)$`, 'm').exec(text)?.[1];
    return { name, role, type, help, labels: labels.filter((label) => label !== 'role').sort() };
  });
}

type Named = { readonly name: string; readonly role: string };
const byName = (a: Named, b: Named) => a.name.localeCompare(b.name) || a.role.localeCompare(b.role);

test('each metric has the role, the type, the labels and the text of its row', async () => {
  expect(documented.length).toBeGreaterThan(20);
  expect([...documented].sort(byName)).toEqual((await reported()).sort(byName));
});

test('the text of each metric asks a question, so that none is kept that nobody would act on', () => {
  const others = documented.filter(({ help }) => !/^[A-Z][^.;?]*\? .*[^.]$/.test(help));
  expect(others).toEqual([]);
});

test('of the open vouchers with a time in the future the furthest is shown', async () => {
  expect((await texts()).worker).toMatch(/^ecf_vouchers_dated_ahead_seconds\{role="worker"\} 14400$/m);
});

test.each([
  {
    name: 'ecf_vouchers_oldest_seconds',
    of: 'the longest time since the last step',
    values: { 'admitted,certification': 800, 'admitted,production': 700 },
  },
  {
    name: 'ecf_vouchers_waiting_oldest_seconds',
    of: 'the longest wait for a reason',
    values: { 'DGII_SILENT,production': 9_000, 'DGII_UNAVAILABLE,production': 4 },
  },
  {
    name: 'ecf_vouchers_send_seconds_left',
    of: 'the shortest time left',
    values: { 'DGII_UNAVAILABLE,production': -1 },
  },
])('vouchers of all types have one value in an environment: $of', async ({ name, values }) => {
  const { worker } = await texts();
  const samples = [...worker.matchAll(new RegExp(`^${name}\\{(.*),role="worker"\\} (\\S+)$`, 'gm'))];
  const labels = (text: string) => [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value).join();
  expect(Object.fromEntries(samples.map(([, text = '', value]) => [labels(text), Number(value)]))).toEqual(
    values,
  );
});

const alarms = metricRows.flatMap(({ row }) =>
  (row.alarms ?? []).map((alarm) => ({ ...alarm, of: row.name })),
);
const alerts = alarms.map(({ when }) => when);

test('each alarm has a name of its own, compares the metric of its row, and says what to do', () => {
  expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
  for (const { name, of, when, then } of alarms) {
    expect(name).toMatch(/^Ecf[A-Z]\w+$/);
    expect([...when.matchAll(/ecf_\w+/g)].map(([metric]) => metric.replace(/_count$/, ''))).toEqual([of]);
    expect(when).toMatch(/^absent\(.*\)$| (?:>|<|==) [\d *]+$/);
    expect(then).toMatch(/^[`A-Z].*\.$/);
  }
});

test('an alert notices that no worker runs: its metric comes from every worker, and from nothing else', async () => {
  const [, name = ''] = /absent\((ecf_\w+)\)/.exec(alerts.join('\n'))!;
  expect(documented.filter((one) => one.name === name)).toMatchObject([{ name, role: 'worker', labels: [] }]);
  // A worker that cannot read the ledger runs all the same.
  const worker = createWorkerMetrics(() => Promise.resolve(''), figures);
  worker.observeLedger({ read: () => Promise.reject(new Error('away')), freshMs: 0 });
  expect(await worker.text()).toMatch(new RegExp(`^${name}\\{`, 'm'));
  expect(await createApiMetrics(figures).text()).not.toContain(name);
});

test('alerts use metrics and labels that exist', async () => {
  const known = new Map((await reported()).map(({ name, labels }) => [name, labels]));
  expect(alerts.length).toBeGreaterThan(8);
  for (const expression of alerts) {
    const name = /ecf_\w+/.exec(expression)![0].replace(/_count$/, '');
    const asked = [
      ...(/by \(([^)]*)\)/.exec(expression)?.[1]?.split(', ') ?? []),
      ...[...expression.matchAll(/(\w+)!?="/g)].map(([, label]) => label),
    ];
    expect({ expression, known: known.has(name) }).toEqual({ expression, known: true });
    expect(known.get(name)).toEqual(expect.arrayContaining(asked));
  }
});

/** Alerts on the increase of a counter, with the values of labels that they ask for. */
const onIncrease = alerts.flatMap((expression) =>
  [...expression.matchAll(/(?:increase|rate)\((ecf_\w+_total)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', asked = '']) => ({ expression, name, asked }),
  ),
);

test.each(onIncrease)(
  'no alert misses the first event of a process: $expression',
  async ({ name, asked }) => {
    const api = createApiMetrics(figures);
    api.observeLoad(loadsOf(createLimits()));
    answerReceiverError(api);
    const worker = createWorkerMetrics(() => Promise.resolve(''), figures);
    const fresh = (await api.text()) + (await worker.text());
    const series = fresh.split('\n').filter((line) => line.startsWith(`${name}{`));
    expect(series.length).toBeGreaterThan(0);
    expect(series.every((line) => line.endsWith(' 0'))).toBe(true);
    for (const [, label, values = ''] of asked.matchAll(/(\w+)=~?"([^"]*)"/g))
      for (const value of values.split(/\\?\|/))
        expect(series.filter((line) => line.includes(`${label}="${value}"`))).not.toEqual([]);
  },
);

test('the alarm on one more suspended company has a series before the first one', async () => {
  const { worker } = await texts();
  expect(worker).toContain(
    'ecf_companies_suspended{reason="NOT_DELEGATED",environment="production",role="worker"} 1',
  );
  expect(worker).toContain(
    'ecf_companies_suspended{reason="CERTIFICATE_REFUSED",environment="production",role="worker"} 0',
  );
});

test('a receiver with its own port shows its own limits, and limits on bytes are left out', async () => {
  const api = createApiMetrics(figures);
  const [limits, ofReceiver] = [createLimits(), createLimits()];
  const never = new Promise<void>(() => undefined);
  api.observeLoad(loadsOf(limits));
  api.observeLoad(receiverLoadsOf(ofReceiver));
  limits.companyBytes.acquire(1, 500);
  limits.waitingSends.tryAcquire(1, 2);
  ofReceiver.receivedBytes.acquire('a network', 70);
  for (let reads = 0; reads < 6 + 3; reads += 1) void ofReceiver.receptions.run('a network', () => never);
  const text = await api.text();
  expect(text).toMatch(/^ecf_held\{limit="waiting-sends",[^}]*\} 2$/m);
  expect(text).toMatch(/^ecf_held\{limit="receptions",[^}]*\} 3$/m);
  expect(text).not.toMatch(/ecf_held\{limit="\S*bytes"/);
});

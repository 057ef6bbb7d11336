/**
 * deploy/monitoring, judged by Prometheus' own promtool: every alarm fires on the figures that it is for, and not on usual ones; and every
 * expression of the dashboard is valid.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { metricRows } from '../../../src/shared/metrics/metric-rows.js';
import { fileAt, root } from '../../tidy/project-files.js';

const rulesFile = join(root, 'deploy/monitoring/alarms.yml');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
if (!hasPromtool)
  console.warn('NOT CHECKED: promtool (Debian: prometheus) is not installed, so no alarm was fired');

/** A value each half minute, in the notation of promtool: a start, a step, and how often. */
type Series = Readonly<Record<string, string>>;

interface Case {
  readonly fires: Series;
  /** The figures just before it fires. */
  readonly calm: Series;
}

/** A counter that grows by one each half minute, and one that does not grow. */
const grows = '0+1x200';
const stands = '7x200';
const growing = (series: string): Case => ({ fires: { [series]: grows }, calm: { [series]: stands } });
const level = (series: string, fires: number, calm: number): Case => ({
  fires: { [series]: `${fires}x200` },
  calm: { [series]: `${calm}x200` },
});
const production = 'environment="production"';
const refusals = (code: string) => `ecf_http_refusals_total{role="api",code="${code}"}`;

const cases: Readonly<Record<string, Case>> = {
  EcfNumberUsedTwice: growing(refusals('ENCF_OTHER_CONTENT')),
  EcfReceiverOutOfRoom: growing(refusals('RECEPTION_NO_ROOM')),
  EcfPasswordsGuessed: {
    fires: { [refusals('CREDENTIALS_INVALID')]: '0+60x200' },
    calm: { [refusals('CREDENTIALS_INVALID')]: grows },
  },
  EcfDefect: growing(refusals('INTERNAL_ERROR')),
  EcfLedgerUnavailable: growing(refusals('LEDGER_UNAVAILABLE')),
  EcfProcessLimited: {
    fires: { 'ecf_limited_total{role="api",limit="bytes"}': '0+60x200' },
    calm: { 'ecf_limited_total{role="api",limit="bytes"}': grows },
  },
  EcfDgiiInTrouble: {
    // Each service of DGII has an alarm of its own.
    fires: {
      'ecf_dgii_request_seconds_count{service="recepcion",outcome="5xx"}': grows,
      'ecf_dgii_request_seconds_count{service="resultado",outcome="timeout"}': grows,
    },
    calm: { 'ecf_dgii_request_seconds_count{service="recepcion",outcome="2xx"}': grows },
  },
  EcfClockNotDgiis: level('ecf_clock_ahead_seconds{role="worker"}', -61, 60),
  EcfBuyerHasNothing: growing(`ecf_buyer_deliveries_total{state="refused",code="4",${production}}`),
  EcfApprovalNotArrived: growing(`ecf_approvals_total{to="issuer",state="given-up",${production}}`),
  EcfManyVouchersFail: {
    fires: { [`ecf_vouchers_final_total{type="31",state="rejected",${production}}`]: grows },
    calm: { [`ecf_vouchers_final_total{type="31",state="accepted",${production}}`]: grows },
  },
  EcfWebhooksFail: {
    fires: { [`ecf_webhook_tries_total{outcome="failed",${production}}`]: '0+3x200' },
    calm: { [`ecf_webhook_tries_total{outcome="failed",${production}}`]: grows },
  },
  EcfWebhookDisabled: growing(`ecf_webhooks_disabled_total{reason="gone",${production}}`),
  EcfMailNotSent: {
    fires: { 'ecf_mail_tries_total{outcome="later"}': grows },
    calm: { 'ecf_mail_tries_total{outcome="sent"}': grows },
  },
  EcfColdStoreFails: {
    fires: { 'ecf_cold_bodies_total{outcome="failed"}': grows },
    calm: { 'ecf_cold_bodies_total{outcome="moved"}': grows },
  },
  EcfColdBodiesLost: level('ecf_cold_lost_bodies{fault="missing"}', 1, 0),
  EcfLedgerNotWritten: level('ecf_ledger_write_age_seconds{role="worker"}', 121, 40),
  EcfVouchersWait: level(
    `ecf_vouchers_waiting_oldest_seconds{reason="DGII_UNAVAILABLE",${production}}`,
    901,
    900,
  ),
  EcfNumbersNearExpiry: level(`ecf_vouchers_near_expiry{type="31",${production}}`, 1, 0),
  EcfVouchersStuck: level(`ecf_vouchers_oldest_seconds{state="signed",${production}}`, 601, 600),
  EcfResultsStuck: level(`ecf_vouchers_oldest_seconds{state="submitted",${production}}`, 1201, 1200),
  EcfTermOfTheLaw: level(
    `ecf_vouchers_send_seconds_left{reason="DGII_UNAVAILABLE",${production}}`,
    21_599,
    21_600,
  ),
  EcfVouchersDatedAhead: level('ecf_vouchers_dated_ahead_seconds{role="worker"}', 61, 60),
  EcfCompanySuspended: {
    fires: { [`ecf_companies_suspended{reason="NOT_DELEGATED",${production}}`]: '0x100 1x100' },
    calm: { [`ecf_companies_suspended{reason="NOT_DELEGATED",${production}}`]: '1x100 0x100' },
  },
  EcfOriginLeftChanging: level('ecf_companies_origin_changing_oldest_seconds', 601, 60),
  EcfAnnulmentStuck: level(`ecf_annulments_oldest_seconds{state="requested",${production}}`, 3601, 3600),
  EcfReceiverFlooded: level('ecf_refused_receptions', 200_001, 200_000),
  EcfNoWorker: { fires: {}, calm: { ecf_overdue_seconds: '0x200' } },
  EcfCompleterLate: level('ecf_overdue_seconds', 121, 120),
  EcfRoundLate: level('ecf_round_overdue_seconds{round="annulments"}', 601, 600),
  EcfNumbersRunOut: level(`ecf_sequence_numbers_left{company="7",type="31",${production}}`, 99, 100),
  EcfNumbersExpire: level(`ecf_sequence_days_left{company="7",type="31",${production}}`, 29, 30),
  EcfCertificateExpires: level('ecf_certificate_days_left{company="7"}', 29, 30),
  EcfCertificateRevoked: level('ecf_certificate_revoked{company="7"}', 1, 0),
  EcfCrlMissing: level('ecf_crl_missing_seconds', 4 * 86_400, 2 * 86_400),
  EcfRegistryOld: level('ecf_registry_age_seconds', 46 * 86_400, 44 * 86_400),
  EcfSearchIncomplete: level('ecf_search_unindexed', 1, 0),
  EcfGaugesIncomplete: level('ecf_ledger_gauges_whole', 0, 1),
  EcfGaugesOld: level('ecf_ledger_gauges_age_seconds', 301, 30),
  EcfPartDown: level('ecf_ready{role="worker",part="temporal"}', 0, 1),
  EcfClockNotTheLedgers: level('ecf_clock_ahead_of_ledger_seconds{role="api"}', -31, 30),
};

const alarms = metricRows.flatMap(({ row: { alarms = [] } }) => alarms);

test('every alarm has figures on which it fires', () => {
  expect(Object.keys(cases).sort()).toEqual(alarms.map(({ name }) => name).sort());
});

/** An hour and a half, longer than any alarm has to hold. */
const atTheEnd = '95m';

test('every alarm fires on its figures, and not on the figures just before', () => {
  if (!hasPromtool) return;
  const tests = Object.entries(cases).flatMap(([alarm, { fires, calm }]) => [
    firing(alarm, fires, Math.max(1, Object.keys(fires).length)),
    firing(alarm, calm, undefined),
  ]);
  const { status, output } = promtool('test', 'rules', yamlFile({ rule_files: [rulesFile], tests }));
  expect(output).toMatch(/SUCCESS/);
  expect(status).toBe(0);
}, 300_000);

/** @param alarms how many; undefined: the alarm does not fire */
function firing(alarm: string, series: Series, alarms: number | undefined) {
  return {
    name: alarm,
    interval: '30s',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alarm}",alertstate="firing"})`,
        eval_time: atTheEnd,
        exp_samples: alarms === undefined ? [] : [{ labels: '{}', value: alarms }],
      },
    ],
  };
}

test('every expression of the dashboard is valid', () => {
  if (!hasPromtool) return;
  const { panels } = JSON.parse(fileAt('deploy/monitoring/grafana/ecf-issuer.json').text) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '2m'),
    }));
  expect(rules.length).toBe(metricRows.length);
  const { status, output } = promtool('check', 'rules', yamlFile({ groups: [{ name: 'panels', rules }] }));
  expect([status, output]).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
});

test('the configuration of Prometheus is valid', () => {
  if (!hasPromtool) return;
  const { status, output } = promtool('check', 'config', join(root, 'deploy/monitoring/prometheus.yml'));
  expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

test('without a worker no other alarm reaches anybody', () => {
  const { inhibit_rules, receivers, route } = load(fileAt('deploy/monitoring/alertmanager.yml').text) as {
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[];
    receivers: { name: string }[];
    route: { receiver: string; routes: { receiver: string; matchers: string[] }[] };
  };
  expect(inhibit_rules).toEqual([
    {
      source_matchers: ['alertname = EcfNoWorker'],
      target_matchers: ['app = ecf-issuer', 'alertname != EcfNoWorker'],
    },
  ]);
  const names = receivers.map(({ name }) => name);
  for (const { receiver } of [route, ...route.routes]) expect(names).toContain(receiver);
  const severities = new Set(alarms.map(({ severity }) => severity));
  const routed = route.routes.flatMap(({ matchers }) => matchers).map((one) => one.split(' = ')[1]);
  expect([...severities].filter((one) => one !== 'inform').sort()).toEqual(routed.sort());
});

const dir = mkdtempSync(join(tmpdir(), 'ecf-alarms-'));

function yamlFile(content: object): string {
  const path = join(dir, 'rules.yml');
  writeFileSync(path, dump(content));
  return path;
}

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: 300_000 });
  return { status, output: `${stdout}${stderr}` };
}

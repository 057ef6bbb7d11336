/** Prometheus sees every role, its alarms and the dashboard can be evaluated, and alarms reach people when parts stand still. */
import { request } from 'undici';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { createHttp } from '../../bench/http.js';
import { voucherOf } from '../../bench/scenarios/vouchers.js';
import { login, sender } from '../../bench/service.js';
import { signal } from '../../stack/processes/processes.js';
import { createPartHealth } from '../../torture/outages/part-health.js';
import { questionLimitMs, waitUntil } from '../../torture/outages/wait-until.js';
import { say } from '../../torture/run-program.js';
import type { RehearsalStack } from '../rehearsal-stack.js';
import { alarmRules, panelQueries } from './monitoring-files.js';

type Ask = <T>(path: string) => Promise<T>;

interface Disaster {
  readonly alarm: string;
  /** The names of the processes that stand still begin so. */
  readonly frozen: string;
  /** Asked again and again meanwhile. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Above every number that the rehearsal has assigned for this company. */
const number = 9_400_000;

export async function checkMonitoring(stack: RehearsalStack): Promise<readonly string[]> {
  const ask = asker(stack.monitoring.prometheusUrl);
  await waitUntil('Prometheus reaches every role', () => reachesAll(ask, stack));
  await waitUntil('Prometheus has evaluated every alarm', () => hasEvaluatedAll(ask));
  // Right after the outages, when the metrics have most to say.
  const problems = [...(await failedRules(ask)), ...(await failedPanels(ask))];
  const http = createHttp(stack.apiUrl);
  try {
    const headers = await login(http, sender.rnc);
    const body = voucherOf({ type: 31, encf: formatEncf(31, number), company: sender, summary: false });
    const send = () => http.ask('POST', '/api/v2/dgii-ecf/send', { body, headers });
    const disasters: readonly Disaster[] = [
      { alarm: 'EcfNoWorker', frozen: 'worker' },
      { alarm: 'EcfPartDown', frozen: 'temporal' },
      { alarm: 'EcfLedgerUnavailable', frozen: 'mongod', meanwhile: send },
    ];
    for (const disaster of disasters) await untilHeard(stack, ask, disaster);
    for (const { alarm } of disasters)
      await waitUntil(`${alarm} has ended`, async () => !(await fires(ask, alarm)));
  } finally {
    await http.close();
  }
  return [...new Set([...problems, ...(await failedRules(ask))])];
}

async function untilHeard(stack: RehearsalStack, ask: Ask, disaster: Disaster): Promise<void> {
  const { alarm, frozen, meanwhile = () => Promise.resolve() } = disaster;
  const { heard } = stack.monitoring;
  const severity = alarmRules().find((rule) => rule.alert === alarm)?.labels.severity ?? '';
  const pids = Object.entries(stack.pids()).flatMap(([name, pid]) =>
    name.startsWith(frozen) && pid !== undefined ? [pid] : [],
  );
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await waitUntil(`${alarm} fires`, async () => {
      await meanwhile();
      return fires(ask, alarm);
    });
    await waitUntil(`${severity} hears of ${alarm}`, () =>
      Promise.resolve(heard.get(severity)?.has(alarm) === true),
    );
    say(`${alarm} fired, and ${severity} heard of it`);
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT');
  }
  await createPartHealth(stack).untilAllHealthy();
}

async function reachesAll(ask: Ask, { apiAdminUrls, workerAdminUrls }: RehearsalStack): Promise<boolean> {
  interface Targets {
    readonly activeTargets: readonly { readonly scrapeUrl: string; readonly health: string }[];
  }
  const { activeTargets } = await ask<Targets>('targets?state=active');
  const up = activeTargets.filter(({ health }) => health === 'up').map(({ scrapeUrl }) => scrapeUrl);
  return [...apiAdminUrls, ...workerAdminUrls].every((url) => up.includes(`${url}/metrics`));
}

interface EvaluatedRule {
  readonly name: string;
  /** `ok`, `err`, or `unknown` before the first time. */
  readonly health: string;
  readonly lastError?: string;
}

async function evaluatedRules(ask: Ask): Promise<readonly EvaluatedRule[]> {
  interface Rules {
    readonly groups: readonly { readonly rules: readonly EvaluatedRule[] }[];
  }
  const { groups } = await ask<Rules>('rules?type=alert');
  return groups.flatMap(({ rules }) => rules);
}

async function hasEvaluatedAll(ask: Ask): Promise<boolean> {
  const rules = await evaluatedRules(ask);
  const evaluated = new Set(rules.filter(({ health }) => health !== 'unknown').map(({ name }) => name));
  return alarmRules().every(({ alert }) => evaluated.has(alert));
}

async function failedRules(ask: Ask): Promise<string[]> {
  const rules = await evaluatedRules(ask);
  return rules
    .filter(({ health }) => health !== 'ok')
    .map(({ name, lastError = '' }) => `ALARM: ${name} cannot be evaluated: ${lastError}`);
}

async function failedPanels(ask: Ask): Promise<string[]> {
  const queries = panelQueries();
  const problems: string[] = [];
  let filled = 0;
  for (const query of queries) {
    try {
      const { result } = await ask<{ readonly result: readonly unknown[] }>(
        `query?query=${encodeURIComponent(query)}`,
      );
      if (result.length > 0) filled += 1;
    } catch (error) {
      problems.push(`PANEL: ${query}: ${String(error)}`);
    }
  }
  say(`${filled} of ${queries.length} pictures of the dashboard have figures`);
  return problems;
}

async function fires(ask: Ask, alarm: string): Promise<boolean> {
  interface Alerts {
    readonly alerts: readonly { readonly labels: Readonly<Record<string, string>>; readonly state: string }[];
  }
  const { alerts } = await ask<Alerts>('alerts');
  return alerts.some(({ labels, state }) => labels['alertname'] === alarm && state === 'firing');
}

function asker(url: string): Ask {
  return async <T>(path: string) => {
    const { body } = await request(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(questionLimitMs) });
    const answer = (await body.json()) as {
      readonly status: string;
      readonly data: T;
      readonly error?: string;
    };
    if (answer.status !== 'success') throw new Error(answer.error ?? answer.status);
    return answer.data;
  };
}

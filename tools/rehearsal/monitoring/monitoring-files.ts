/**
 * deploy/monitoring for a rehearsal: the same configuration and alarms with this machine's addresses. All times that pass before something
 * happens are a sixth, so that an alarm of five minutes takes less than one. What the alarms ask stays as it is.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { projectFile } from '../../../src/shared/project-file.js';

export interface MonitoringAddresses {
  /** `host:port` of the admin ports, by the name of the service in docker-compose.yml. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  readonly alertmanager: string;
  /** Who hears of an alarm. The name of the receiver follows. */
  readonly receiverUrl: string;
}

interface PrometheusFile {
  readonly global: Readonly<Record<'scrape_interval' | 'scrape_timeout' | 'evaluation_interval', string>>;
  readonly scrape_configs: readonly {
    readonly dns_sd_configs: readonly { readonly names: readonly string[] }[];
  }[];
}

export interface Rule {
  readonly alert: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
}

interface RulesFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface AlertmanagerFile {
  readonly route: Readonly<Record<'group_wait' | 'group_interval', string>>;
  readonly receivers: readonly { readonly name: string }[];
}

const faster = 6;

/** Writes them into the folder, under their own names. */
export function writeMonitoringFiles(dir: string, addresses: MonitoringAddresses): void {
  mkdirSync(dir, { recursive: true });
  const write = (name: string, content: object) => writeFileSync(join(dir, name), dump(content));
  write('prometheus.yml', prometheusFile(addresses));
  write('alarms.yml', {
    groups: rulesFile().groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => (rule.for === undefined ? rule : { ...rule, for: sixth(rule.for) })),
    })),
  });
  write('alertmanager.yml', alertmanagerFile(addresses));
}

export function alarmRules(): readonly Rule[] {
  return rulesFile().groups.flatMap(({ rules }) => rules);
}

/** The expressions of the dashboard. */
export function panelQueries(): readonly string[] {
  const { panels } = JSON.parse(read('grafana/ecf-issuer.json')) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  // Grafana replaces this name with four times the scrape interval.
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '2m')),
  );
}

function prometheusFile({ targets, alertmanager }: MonitoringAddresses): object {
  const file = load(read('prometheus.yml')) as PrometheusFile;
  const { scrape_interval, evaluation_interval } = file.global;
  return {
    ...file,
    global: {
      scrape_interval: sixth(scrape_interval),
      // Prometheus allows no longer one.
      scrape_timeout: sixth(scrape_interval),
      evaluation_interval: sixth(evaluation_interval),
    },
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: file.scrape_configs.map(({ dns_sd_configs: found, ...job }) => ({
      ...job,
      static_configs: [
        { targets: found.flatMap(({ names }) => names).flatMap((name) => targets[name] ?? []) },
      ],
    })),
  };
}

function alertmanagerFile({ receiverUrl }: MonitoringAddresses): object {
  const file = load(read('alertmanager.yml')) as AlertmanagerFile;
  const { group_wait, group_interval } = file.route;
  return {
    ...file,
    route: { ...file.route, group_wait: sixth(group_wait), group_interval: sixth(group_interval) },
    receivers: file.receivers.map(({ name }) => ({
      name,
      webhook_configs: [{ url: `${receiverUrl}/${name}` }],
    })),
  };
}

function rulesFile(): RulesFile {
  return load(read('alarms.yml')) as RulesFile;
}

function read(name: string): string {
  return readFileSync(projectFile(join('deploy/monitoring', name)), 'utf8');
}

const secondsOf = { s: 1, m: 60, h: 3_600 } as const;

function sixth(duration: string): string {
  const [, count, unit] = /^(\d+)([smh])$/.exec(duration) ?? [];
  if (count === undefined) throw new Error(`deploy/monitoring: ${duration} is not a duration such as 30s`);
  return `${Math.ceil((Number(count) * secondsOf[unit as keyof typeof secondsOf]) / faster)}s`;
}

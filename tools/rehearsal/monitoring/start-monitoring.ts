/** The profile `monitoring` of docker-compose.yml without Docker and Grafana: Debian's Prometheus and Alertmanager, and who hears of alarms. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { freePort } from '../../../src/shared/free-port.js';
import { machineNames, onlyThese } from '../../stack/processes/machine-environment.js';
import { supervise, type Supervised } from '../../stack/processes/supervise.js';
import { answers200 } from '../../torture/outages/part-health.js';
import type { ComposeService } from '../compose-file.js';
import { keepRunning } from '../parts/part-options.js';
import { writeMonitoringFiles, type MonitoringAddresses } from './monitoring-files.js';

const programs = { prometheus: 'prometheus', alertmanager: 'prometheus-alertmanager' } as const;
type Part = keyof typeof programs;

export interface MonitoringOptions {
  readonly dataDir: string;
  readonly targets: MonitoringAddresses['targets'];
  readonly services: Readonly<Record<Part, ComposeService>>;
  readonly started: (name: string, running: Supervised) => void;
}

export interface Monitoring {
  readonly prometheusUrl: string;
  /** The names of the alarms that each receiver of alertmanager.yml has heard of. */
  readonly heard: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

export function assertMonitoringPrograms(): void {
  const missing = Object.values(programs).filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  );
  if (missing.length > 0)
    throw new Error(`The rehearsal needs programs of this machine: apt-get install ${missing.join(' ')}`);
}

export async function startMonitoring(options: MonitoringOptions): Promise<Monitoring> {
  const { dataDir, targets, started } = options;
  const dir = join(dataDir, 'monitoring');
  const receiver = await startReceiver();
  const ports = { prometheus: await freePort(), alertmanager: await freePort() };
  const alertmanager = `127.0.0.1:${ports.alertmanager}`;
  writeMonitoringFiles(dir, { targets, alertmanager, receiverUrl: receiver.url });
  const start = async (name: Part) => {
    const url = `http://127.0.0.1:${ports[name]}`;
    const running = await supervise({
      ...keepRunning(name, { dataDir }),
      command: programs[name],
      args: [
        ...argumentsOf(name, options.services[name], dir),
        `--web.listen-address=127.0.0.1:${ports[name]}`,
      ],
      env: onlyThese(machineNames, process.env),
      ready: () => answers200(`${url}/-/ready`),
    });
    started(name, running);
    return url;
  };
  await start('alertmanager');
  return { prometheusUrl: await start('prometheus'), heard: receiver.heard, stop: receiver.stop };
}

/** As docker-compose.yml has them, with the folders of this run. */
function argumentsOf(name: Part, { command }: ComposeService, dir: string): readonly string[] {
  return command.map((part) =>
    part.replace(`=/etc/${name}/`, `=${dir}/`).replace(`=/${name}`, `=${join(dir, name)}`),
  );
}

interface Notification {
  readonly receiver: string;
  readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
}

async function startReceiver() {
  const heard = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { receiver, alerts } = body as Notification;
      const names = heard.get(receiver) ?? new Set();
      for (const { labels } of alerts) names.add(labels['alertname'] ?? '');
      heard.set(receiver, names);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

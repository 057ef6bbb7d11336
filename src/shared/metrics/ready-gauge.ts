/** Which parts of a role are ready, as `/readyz` says it. Each scrape asks, at most every 5 s. */
import { Gauge, type Registry } from 'prom-client';
import type { MetricRow } from './metric-row.js';
import { createSharedReads } from './registry.js';

const freshMs = 5_000;
/** A part that does not answer within 3 s is down, so the answer is there by then. */
const readWaitMs = 4_000;

/** Whether each part is ready, by name. */
export type ReadyReader = () => Promise<Readonly<Record<string, boolean>>>;

export const readyRow = {
  name: 'ecf_ready',
  type: 'gauge',
  labels: ['part'],
  help: 'Which part is down? 1: ready, 0: not, by part of the role',
  alarms: [
    {
      name: 'EcfPartDown',
      when: 'min by (part) (ecf_ready) == 0',
      forMinutes: 5,
      severity: 'ticket',
      then: '`/readyz` of the admin port has the same, and [monitor](monitor.md#is-a-role-ready) says what each part means.',
    },
  ],
} as const satisfies MetricRow;

export function readyGauge(register: Registry, read: ReadyReader): void {
  const { refresh } = createSharedReads({ freshMs, waitMs: readWaitMs }, async () => {
    for (const [part, isReady] of Object.entries(await read())) one.labels(part).set(isReady ? 1 : 0);
  });
  const one = new Gauge({
    name: readyRow.name,
    help: readyRow.help,
    labelNames: [...readyRow.labels],
    registers: [register],
    collect: refresh,
  });
}

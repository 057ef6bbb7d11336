/** Prints the figures of each interval of a run while it runs. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/measure.js';
import type { RequestSample } from './figures.js';
import type { RoleMemory } from './memory.js';
import { roles, type Role, type Samples } from './samples.js';

/** The number of lines of figures, for any length of run. */
const intervals = 6;

export interface Run {
  readonly startedMs: number;
  readonly durationMs: number;
  readonly samples: Samples;
  readonly errors: () => number;
}

export async function printIntervals(run: Run, print: (line: string) => void): Promise<void> {
  const { startedMs, durationMs, samples, errors } = run;
  const everyMs = durationMs / intervals;
  for (let n = 1; n <= intervals; n += 1) {
    await sleep(Math.max(0, startedMs + n * everyMs - performance.now()));
    const from = startedMs + (n - 1) * everyMs;
    const requests = samples.requests.filter(({ atMs }) => atMs >= from);
    const minutes = ((n * everyMs) / 60_000).toFixed(1);
    const perSecond = (requests.length / (everyMs / 1_000)).toFixed(1);
    const memory = roles.map((role) => memoryText(role, samples)).join(', ');
    print(`${minutes} min  ${perSecond}/s  p50/p95: ${latencies(requests)}  ${memory}  ${errors()} errors`);
  }
}

function latencies(requests: readonly RequestSample[]): string {
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  return operations
    .map((operation) => {
      const ms = requests.filter((one) => one.operation === operation).map((one) => one.ms);
      return `${operation} ${quantile(ms, 0.5).toFixed(0)}/${quantile(ms, 0.95).toFixed(0)} ms`;
    })
    .join(', ');
}

function memoryText(role: Role, { memory }: Samples): string {
  const last: Partial<RoleMemory> = memory.findLast((one) => one.role === role) ?? {};
  const mb = (bytes: number | undefined) => (bytes === undefined ? '?' : Math.round(bytes / 1024 / 1024));
  const { rss, held, heap, heapTotal, external } = last;
  return `${role} ${mb(rss)} MB (heap ${mb(held)} held, ${mb(heap)} of ${mb(heapTotal)}, outside ${mb(external)})`;
}

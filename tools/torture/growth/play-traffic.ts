/** Mixed traffic without outages, by time: every answer as expected, and memory and latency must stay flat. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { companies, registerCompanies } from '../../bench/scenarios/companies.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { checkEnd } from '../traffic/check-end.js';
import { runOnOwnStack } from '../run-program.js';
import { compareThirds } from './figures.js';
import { printIntervals } from './intervals.js';
import { measureMemory, type Samples } from './samples.js';
import { createTraffic, type Traffic } from '../traffic/traffic.js';

/** Code is compiled and pools are filled at first, so the first moments do not show what grows. */
const warmUpShare = 0.15;
const warmUpMsMax = 60_000;
/** Each third of the run needs several heap collections of a role; a long run should not spend its time on them. */
const collections = 45;
const collectEveryMs = { min: 250, max: 60_000 };
/** A client pauses this long between two requests, so that the machine is busy but not overloaded. */
const thinkMs = 30;
const shownMax = 20;

export interface TrafficRun {
  readonly minutes: number;
  readonly clients: number;
  /** Compares no latencies: other programs keep the machine busy. */
  readonly busyMachine: boolean;
}

export async function playTraffic({ minutes, clients, busyMachine }: TrafficRun): Promise<boolean> {
  const durationMs = minutes * 60_000;
  const heapDir = mkdtempSync(join(tmpdir(), 'ecf-torture-heap-'));
  const settings = { NODE_OPTIONS: `--import=${collectorUrl(durationMs, heapDir)}` };
  const { problems, dataDir } = await runOnOwnStack({ name: 'torture', settings }, async (stack) => {
    await registerCompanies(stack);
    return makeTraffic(stack, { durationMs, clients, heapDir, busyMachine });
  }).finally(() => rmSync(heapDir, { recursive: true, force: true }));
  for (const problem of problems.slice(0, shownMax)) print(problem);
  if (problems.length > 0) print(`${problems.length} problems; what is left of it: ${dataDir}`);
  else {
    const flat = busyMachine ? 'memory flat' : 'memory and latency flat';
    print(`held: every answer as expected, each voucher accepted once, ${flat}`);
  }
  return problems.length === 0;
}

function collectorUrl(durationMs: number, dir: string): string {
  const url = new URL('./collect-heap.js', import.meta.url);
  const everyMs = Math.min(Math.max(durationMs / collections, collectEveryMs.min), collectEveryMs.max);
  url.searchParams.set('everyMs', everyMs.toFixed());
  url.searchParams.set('dir', dir);
  return url.href;
}

interface Measuring extends Omit<TrafficRun, 'minutes'> {
  readonly durationMs: number;
  readonly heapDir: string;
}

async function makeTraffic(stack: OwnStack, measuring: Measuring): Promise<string[]> {
  const { durationMs, clients, heapDir, busyMachine } = measuring;
  const traffic = createTraffic(stack.apiUrl, companies);
  await traffic.login();
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  const samples: Samples = { requests: [], memory: [] };
  const endMeasuring = measureMemory(stack, heapDir, samples);
  try {
    const run = { startedMs, durationMs, samples, errors: () => traffic.faults.length };
    const working = Array.from({ length: clients }, () => makeRequests(traffic, samples, endMs));
    await Promise.all([printIntervals(run, print), ...working]);
  } finally {
    endMeasuring();
  }
  const end = await checkEnd(stack, traffic);
  const wrong = [...traffic.faults, ...end];
  const fromMs = startedMs + Math.min(durationMs * warmUpShare, warmUpMsMax);
  const requests = busyMachine ? [] : samples.requests;
  const { problems, lines } = compareThirds(requests, samples.memory, { fromMs, toMs: endMs });
  print('\nfirst third → last third');
  for (const line of lines) print(`  ${line}`);
  const count = `${samples.requests.length} requests, ${traffic.results().length} vouchers`;
  print(`\n${count}, ${traffic.later()} asked to come later, ${traffic.faults.length} errors`);
  await traffic.close();
  return [...wrong, ...problems];
}

async function makeRequests(traffic: Traffic, { requests }: Samples, endMs: number): Promise<void> {
  while (performance.now() < endMs && traffic.faults.length < shownMax) {
    requests.push({ ...(await traffic.one()), atMs: performance.now() });
    await sleep(thinkMs);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

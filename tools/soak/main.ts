/**
 * `npm run soak -- --minutes N`: mixed traffic on the whole service, hour after hour. Every answer must be the expected one, no
 * voucher may be accepted twice, and memory and latency must stay flat. Prints figures for each interval, then compares the
 * last third of the run with its first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { companies, registerCompanies } from '../bench/scenarios/companies.mjs';
import { readLedger, readRecord, workflowsLeft } from '../torture/evidence.mjs';
import { judge } from '../torture/judge.mjs';
import { numberOf, onOwnStack, run } from '../torture/program.mjs';
import { compareThirds, intervalFigures } from './figures.mjs';
import { collectedBytes, residentBytes, toldMemory } from './memory.mjs';
import { createTraffic } from './traffic.mjs';

const minutesDefault = 10;
/** A shorter run has nothing to compare. */
const minutesMin = 0.1;
const minutesMax = 7 * 24 * 60;
const clientsDefault = 4;
const clientsMax = 64;
/** Code is compiled and pools are filled at first, so the first moments do not show what grows. */
const warmUpShare = 0.15;
const warmUpMsMax = 60_000;
/** The number of lines of figures, for any length of run. */
const intervals = 6;
const memoryEveryMs = 1_000;
/** Each third of the run needs several heap collections of a role; a long run should not spend its time on them. */
const collections = 45;
const collectEveryMs = { min: 250, max: 60_000 };
/** A client pauses this long between two requests, so that the machine is busy but not overloaded. */
const thinkMs = 30;
const shownMax = 20;

const say = (line) => process.stdout.write(`${line}\n`);

async function main() {
  const { minutes, clients } = readArguments();
  const durationMs = minutes * 60_000;
  const heapDir = mkdtempSync(join(tmpdir(), 'ecf-soak-heap-'));
  const settings = { NODE_OPTIONS: `--import=${collectorUrl(durationMs, heapDir)}` };
  const { problems, dataDir } = await onOwnStack({ name: 'soak', settings }, async (stack) => {
    await registerCompanies(stack);
    return soak({ ...stack, heapDir }, durationMs, clients);
  }).finally(() => rmSync(heapDir, { recursive: true, force: true }));
  for (const problem of problems.slice(0, shownMax)) say(problem);
  if (problems.length > 0) say(`${problems.length} problems; what is left of it: ${dataDir}`);
  else say('held: every answer as expected, each voucher accepted once, memory and latency flat');
  return problems.length === 0;
}

function collectorUrl(durationMs, dir) {
  const url = new URL('collect.mjs', import.meta.url);
  const everyMs = Math.min(Math.max(durationMs / collections, collectEveryMs.min), collectEveryMs.max);
  url.searchParams.set('everyMs', everyMs.toFixed());
  url.searchParams.set('dir', dir);
  return url;
}

async function soak(stack, durationMs, clients) {
  const traffic = createTraffic({ apiUrl: stack.apiUrl, companies, seed: 1 });
  await traffic.login();
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  const requests = [];
  const memory = [];
  const timer = setInterval(() => void lookAtMemory(stack, memory), memoryEveryMs);
  try {
    const client = async () => {
      while (performance.now() < endMs && traffic.faults.length < shownMax) {
        requests.push({ ...(await traffic.one()), atMs: performance.now() });
        await sleep(thinkMs);
      }
    };
    const printing = printIntervals({ requests, memory, traffic, startedMs, durationMs });
    await Promise.all([printing, ...Array.from({ length: clients }, client)]);
  } finally {
    clearInterval(timer);
  }
  const problems = [...traffic.faults, ...(await evidenceAgainst(stack, traffic))];
  const fromMs = startedMs + Math.min(durationMs * warmUpShare, warmUpMsMax);
  const { grown, lines } = compareThirds(requests, memory, { fromMs, toMs: endMs });
  say('\nfirst third → last third');
  for (const line of lines) say(`  ${line}`);
  const count = `${requests.length} requests, ${traffic.results().length} vouchers`;
  say(`\n${count}, ${traffic.later()} asked to come later, ${traffic.faults.length} errors`);
  await traffic.close();
  return [...problems, ...grown];
}

/** The torture's judge: nothing is lost, nothing happens twice, and the answers agree with the ledger. */
async function evidenceAgainst(stack, traffic) {
  const left = await workflowsLeft(stack);
  await traffic.settle();
  const unused = {};
  for (const company of companies.filter(({ origin }) => origin === 'service'))
    unused[company.companyId] = await traffic.unused(company);
  const problems = judge({
    ...(await readLedger(stack)),
    record: await readRecord(stack.dataDir),
    results: traffic.results(),
    numbers: traffic.numbers,
    unused,
  });
  return left === 0 ? problems : [...problems, `WORKFLOWS-LEFT: ${left} workflows still run`];
}

async function lookAtMemory(stack, memory) {
  const pids = stack.pids();
  const admin = { api: stack.apiAdminUrl, worker: stack.workerAdminUrls[0] };
  for (const role of ['api', 'worker']) {
    const rss = residentBytes(pids[role]);
    const held = collectedBytes(stack.heapDir, pids[role]);
    const told = await toldMemory(admin[role]);
    memory.push({ atMs: performance.now(), role, rss, held, ...told });
  }
}

async function printIntervals({ requests, memory, traffic, startedMs, durationMs }) {
  const everyMs = durationMs / intervals;
  for (let n = 1; n <= intervals; n += 1) {
    await sleep(Math.max(0, startedMs + n * everyMs - performance.now()));
    const from = startedMs + (n - 1) * everyMs;
    const { perSecond, operations } = intervalFigures(
      requests.filter(({ atMs }) => atMs >= from),
      everyMs / 1_000,
    );
    const shown = Object.entries(operations).map(
      ([name, { p50, p95 }]) => `${name} ${p50.toFixed(0)}/${p95.toFixed(0)} ms`,
    );
    const held = ['api', 'worker'].map((role) => `${role} ${memoryText(memory, role)}`);
    say(
      `${((n * everyMs) / 60_000).toFixed(1)} min  ${perSecond.toFixed(1)}/s  p50/p95: ${shown.join(', ')}  ` +
        `${held.join(', ')}  ${traffic.faults.length} errors`,
    );
  }
}

function memoryText(memory, role) {
  const last = memory.findLast((one) => one.role === role);
  const mb = (bytes) => (bytes === undefined ? '?' : Math.round(bytes / 1024 / 1024));
  return `${mb(last?.rss)} MB (heap ${mb(last?.held)} held, ${mb(last?.heap)} of ${mb(last?.heapTotal)}, outside ${mb(last?.external)})`;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: String(minutesDefault) },
      clients: { type: 'string', default: String(clientsDefault) },
    },
  });
  return {
    minutes: numberOf('minutes', values.minutes, { min: minutesMin, max: minutesMax, whole: false }),
    clients: numberOf('clients', values.clients, { min: 1, max: clientsMax }),
  };
}

run(main);

/**
 * `npm run storm -- --seed N --seconds 20`: one company, or a stranger, attacks the service while another company works
 * as usual.
 *
 * The other company must hardly notice, no process may exceed its memory, and each voucher is issued exactly once. In
 * the second half of each storm the api or the worker is killed. `--only name,name` plays these storms.
 * `--busy-machine` compares no times. `--dgii-ms 200` makes DGII take 200 ms on average, which DGII says of itself.
 * `--proxy` puts nginx in front.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDice } from '../bench/dice.js';
import { trustAuthority } from '../bench/http.js';
import { companies, registerCompanies } from '../bench/scenarios/companies.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { authorityOf, makeProxyCertificate, startProxy } from '../proxy/start-proxy.js';
import { checkEnd } from '../torture/traffic/check-end.js';
import { createTraffic } from '../torture/traffic/traffic.js';
import { signal } from '../stack/processes/processes.js';
import { createDgiiFaults } from '../torture/outages/dgii-faults.js';
import { createPartHealth } from '../torture/outages/part-health.js';
import { numberArgument, runOnOwnStack, runProgram, say } from '../torture/run-program.js';
import { brokenBounds, brokenLimits, comparisons, megabytes, metNothing, type Measured } from './bounds.js';
import { measure } from './other-company.js';
import { startAttacker, type Attacker } from './attacker/attacker.js';
import { slowDgii } from './slow-dgii.js';
import { storms } from './storms.js';

const secondsDefault = 20;
const shownMax = 25;

/** Guesses come from many addresses, so a proxy names the address. Roles are killed on purpose and come back soon. */
const service = { name: 'storm', settings: { TRUST_PROXY: 'loopback' }, steadyMs: 0 };
/** The attackers have other addresses of the loopback network, which must not pass for proxies. */
const behindProxy = { ...service, settings: { TRUST_PROXY: '127.0.0.1' } };

interface StormRun {
  readonly seed: number;
  readonly phaseMs: number;
  readonly names: readonly string[];
  readonly busyMachine: boolean;
  /** How long DGII takes for a voucher's delivery and result, on average. */
  readonly dgiiMs: number;
  readonly proxyAuthority?: string;
}

async function main(): Promise<boolean> {
  const { seed, seconds, only, busyMachine, dgiiMs, proxied } = readArguments();
  const names = only ?? createDice(`${seed}:order`).shuffled(Object.keys(storms));
  const { problems, dataDir } = await runOnOwnStack(proxied ? behindProxy : service, async (stack) => {
    await registerCompanies(stack);
    const run = { seed, names, busyMachine, dgiiMs, phaseMs: seconds * 1_000 };
    return proxied ? playBehindProxy(stack, run) : playStorms(stack, run);
  });
  for (const one of problems.slice(0, shownMax)) say(one);
  if (problems.length === 0)
    process.stdout.write('held: the other company hardly noticed, each voucher issued once\n');
  else
    say(
      `${problems.length} problems. Again: npm run storm -- --seed ${seed}${proxied ? ' --proxy' : ''}. What is left of it: ${dataDir}`,
    );
  return problems.length === 0;
}

async function playBehindProxy(stack: OwnStack, run: StormRun): Promise<string[]> {
  const { dataDir, apiUrl } = stack;
  const certificate = await makeProxyCertificate(dataDir);
  const proxyAuthority = authorityOf(certificate);
  trustAuthority(proxyAuthority);
  const { url, running } = await startProxy({ dataDir, certificate, apis: [new URL(apiUrl).host] });
  try {
    return await playStorms({ ...stack, apiUrl: url }, { ...run, proxyAuthority });
  } finally {
    await running.stop();
  }
}

async function playStorms(
  stack: OwnStack,
  { seed, phaseMs, names, busyMachine, dgiiMs, proxyAuthority }: StormRun,
): Promise<string[]> {
  const [attacker, victim] = companies;
  if (attacker === undefined || victim === undefined) throw new Error('Two companies are needed');
  const dice = createDice(`${seed}:storms`);
  const health = createPartHealth(stack);
  let apiAway = false;
  const isAway = () => apiAway;
  const traffic = createTraffic(stack.apiUrl, [victim], isAway);
  const { apiUrl, simulatorUrl } = stack;
  const hostile = await startAttacker({
    apiUrl,
    simulatorUrl,
    seed,
    companyId: attacker.companyId,
    ...(proxyAuthority !== undefined && { proxyAuthority }),
  });
  await traffic.login();
  await setDgiiTime(simulatorUrl, dgiiMs);
  // This first round is not compared: code is compiled and pools are filled in it.
  await measure(stack, traffic, phaseMs / 2);
  const problems: string[] = [];
  try {
    for (const name of names) {
      await health.untilAllHealthy();
      // A storm may have changed it.
      await setDgiiTime(simulatorUrl, dgiiMs);
      const quiet = await measure(stack, traffic, phaseMs);
      await hostile.start(name);
      const during = await measure(stack, traffic, phaseMs);
      const killed = dice.pick(['api', 'worker']);
      const [struck] = await Promise.all([measure(stack, traffic, phaseMs, isAway), kill(killed)]);
      const answers = await hostile.stop();
      await health.untilAllHealthy();
      print(name, { quiet, during, killed, answers });
      problems.push(
        ...(busyMachine ? brokenLimits(name, during) : brokenBounds(name, quiet, during)),
        ...brokenLimits(`${name}, ${killed} killed`, struck),
        ...metNothing(name, storms[name]?.expected ?? [], answers),
      );
    }
    const results = await hostile.awaitFinal();
    const end = await checkEnd(stack, traffic, results);
    return [...problems, ...traffic.faults, ...end];
  } finally {
    hostile.close();
    await traffic.close();
  }

  async function kill(killed: string): Promise<void> {
    await sleep(phaseMs / 2);
    const pid = await health.untilRunning(killed);
    apiAway = killed === 'api';
    signal(pid, 'SIGKILL');
    await health.untilGone(killed, pid);
    if (killed === 'api') await health.untilHealthy(killed);
    apiAway = false;
  }
}

async function setDgiiTime(simulatorUrl: string, meanMs: number): Promise<void> {
  if (meanMs === 0) return;
  const services = ['recepcion', 'recepcionfc', 'resultado'] as const;
  await slowDgii(createDgiiFaults(simulatorUrl), { seed: 1, services, slowMs: 2 * meanMs });
}

interface Played {
  readonly quiet: Measured;
  readonly during: Measured;
  readonly killed: string;
  readonly answers: Awaited<ReturnType<Attacker['stop']>>;
}

function print(name: string, { quiet, during, killed, answers }: Played): void {
  const times = comparisons(quiet, during).map(
    ({ operation, quietMs, stormMs }) => `${operation} ${quietMs.toFixed()} → ${stormMs.toFixed()}`,
  );
  const statuses = answers.map(([met, count]) => `${met}: ${count}`);
  const memory = Object.entries(during.memory).map(([role, bytes]) => `${role} ${megabytes(bytes)}`);
  const lines = [
    `${name} (then ${killed} killed)`,
    `  95th percentile in ms, quiet → storm: ${times.join(', ')}`,
    `  /healthz at most ${during.healthMs.toFixed()} ms; resident memory in MB: ${memory.join(', ')}`,
    `  the attacker's answers: ${statuses.join(', ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
      seconds: { type: 'string', default: String(secondsDefault) },
      only: { type: 'string' },
      'busy-machine': { type: 'boolean', default: false },
      'dgii-ms': { type: 'string', default: '0' },
      proxy: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',');
  if (only?.some((name) => storms[name] === undefined) === true) {
    say(`--only names some of ${Object.keys(storms).join(', ')}, by comma`);
    process.exit(2);
  }
  const seed = numberArgument('seed', values.seed, { min: 0, max: Number.MAX_SAFE_INTEGER });
  const seconds = numberArgument('seconds', values.seconds, { min: 1, max: 600 });
  const dgiiMs = numberArgument('dgii-ms', values['dgii-ms'], { min: 0, max: 10_000 });
  return { seed, seconds, only, busyMachine: values['busy-machine'], dgiiMs, proxied: values.proxy };
}

runProgram(main);

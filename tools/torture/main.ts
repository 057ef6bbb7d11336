/**
 * `npm run torture -- --seed N --vouchers 300`: runs the whole service while parts fail. At the end every voucher must be
 * final, DGII must have accepted each e-NCF exactly once, no number may be wasted, and all records must agree.
 *
 * The plan is a function of the seed; `--plan` prints it and ends. The data of a failed run is kept. `--minutes N`
 * breaks nothing: mixed traffic for this time, to see whether memory or latency grows. `--busy-machine` compares no
 * latencies.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { companies } from '../bench/scenarios/companies.js';
import { playTraffic, type TrafficRun } from './growth/play-traffic.js';
import { playPlan } from './play-plan.js';
import { planOf, vouchersMin } from './plan/plan.js';
import { reportOf } from './report.js';
import { numberArgument, refuseArguments, runOnOwnStack, runProgram, say } from './run-program.js';
import { serviceSettings } from './service-settings.js';

const vouchersDefault = 300;
const vouchersMax = 5_000;
const shownViolationsMax = 25;
const minutesMin = 0.1;
const minutesMax = 7 * 24 * 60;
const clientsDefault = 4;
const clientsMax = 64;

function main(): Promise<boolean> {
  const asked = readArguments();
  return 'minutes' in asked ? playTraffic(asked) : playOutages(asked);
}

async function playOutages({ seed, count, planOnly }: OutageRun): Promise<boolean> {
  const plan = planOf(seed, count, companies);
  if (planOnly) {
    process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
    return true;
  }
  const startedAt = Date.now();
  const { workers } = plan;
  // The torture kills the roles on purpose, and they should be back soon.
  const service = { name: 'torture', settings: serviceSettings, workers, steadyMs: 0 };
  const { problems, dataDir } = await runOnOwnStack(service, async (stack) => {
    writeFileSync(join(stack.dataDir, 'plan.json'), JSON.stringify(plan, null, 2));
    say(`seed ${seed}, ${count} vouchers, ${workers} worker(s), data in ${stack.dataDir}`);
    const played = await playPlan(stack, plan);
    const took = Math.round((Date.now() - startedAt) / 1_000);
    process.stdout.write(`\n${reportOf(plan, played, took)}\n`);
    return played.violations;
  });
  if (problems.length === 0) {
    process.stdout.write(
      'held: every voucher final, each accepted once, ledger, DGII, clients and events agree\n',
    );
    return true;
  }
  for (const one of problems.slice(0, shownViolationsMax)) say(one);
  say(`\n${problems.length} violations. Again: npm run torture -- --seed ${seed} --vouchers ${count}`);
  say(`What is left of it: ${dataDir}`);
  return false;
}

interface OutageRun {
  readonly seed: number;
  readonly count: number;
  readonly planOnly: boolean;
}

function readArguments(): OutageRun | TrafficRun {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      vouchers: { type: 'string' },
      plan: { type: 'boolean' },
      minutes: { type: 'string' },
      clients: { type: 'string' },
      'busy-machine': { type: 'boolean' },
    },
  });
  const { seed, vouchers, plan, minutes, clients, 'busy-machine': busyMachine } = values;
  const ofOutages = seed ?? vouchers ?? plan;
  if (minutes === undefined ? (clients ?? busyMachine) !== undefined : ofOutages !== undefined)
    refuseArguments(
      '--clients and --busy-machine go with --minutes; --seed, --vouchers and --plan without it',
    );
  if (minutes !== undefined)
    return {
      minutes: numberArgument('minutes', minutes, { min: minutesMin, max: minutesMax, whole: false }),
      clients: numberArgument('clients', clients ?? String(clientsDefault), { min: 1, max: clientsMax }),
      busyMachine: busyMachine === true,
    };
  return {
    seed: numberArgument('seed', seed ?? String(randomInt(1, 1_000_000)), {
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
    count: numberArgument('vouchers', vouchers ?? String(vouchersDefault), {
      min: vouchersMin,
      max: vouchersMax,
    }),
    planOnly: plan === true,
  };
}

runProgram(main);

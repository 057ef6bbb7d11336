/**
 * `npm run rehearsal -- --vouchers 60 --seed N`: production on this machine without Docker, under a torture that also
 * kills servers. The data of a failed run is kept.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from '../bench/bench.js';
import { sendOn } from '../bench/scenarios/send.js';
import { sender, startService } from '../bench/service.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { playPlan } from '../torture/play-plan.js';
import { reportOf } from '../torture/report.js';
import { numberArgument, runOnStack, runProgram, say } from '../torture/run-program.js';
import { serviceSettings } from '../torture/service-settings.js';
import { checkSent } from './check-sent.js';
import { sendEveryType } from './every-type.js';
import { processorCost } from './processor-cost.js';
import { checkMonitoring } from './monitoring/check-monitoring.js';
import { checkOperatePages } from './operate-pages.js';
import { checkRenewed } from './renewed-certificate.js';
import { rehearsalPlan, vouchersMin } from './rehearsal-plan.js';
import { startRehearsal } from './rehearsal-stack.js';

const vouchersDefault = 60;
const vouchersMax = 100_000;
const shownMax = 25;

async function main(): Promise<boolean> {
  const { seed, count, measures } = readArguments();
  const clock = stopwatch();
  const start = () => startRehearsal(serviceSettings);
  const { problems, dataDir } = await runOnStack(start, async (stack) => {
    say(`the stack runs after ${clock()} s, data in ${stack.dataDir}`);
    const sent = await sendEveryType(stack.apiUrl);
    say(`${sent} vouchers, every type, accepted after ${clock()} s`);
    await stack.temporalCertificates.renew();
    if (measures) await measure(stack);
    const problems = [...(await torture(stack, seed, count)), ...(await checkSent(stack, sender))];
    say(`the alarms after ${clock()} s`);
    problems.push(...(await checkMonitoring(stack)));
    say(`the renewed certificate after ${clock()} s`);
    problems.push(...(await checkRenewed(stack)));
    say(`the commands of docs/operate after ${clock()} s`);
    return [...problems, ...(await checkOperatePages(stack))];
  });
  for (const one of problems.slice(0, shownMax)) say(one);
  if (problems.length === 0) {
    print(
      `held after ${clock()} s: every voucher final, each accepted once, ledger, DGII and clients agree, and docs/operate runs`,
    );
    return true;
  }
  say(`${problems.length} problems. Again: npm run rehearsal -- --seed ${seed} --vouchers ${count}`);
  say(`What is left of it: ${dataDir}`);
  return false;
}

/** Prints the figures. It compares them with no goals, because the goals are for the stack that `npm start` runs. */
async function measure(stack: OwnStack): Promise<void> {
  const service = await startService({ running: stack });
  const { table } = await sendOn(service).finally(() => service.stop());
  print(`${format(table)}\n\n${await processorCost(stack)}`);
}

async function torture(stack: OwnStack, seed: number, count: number): Promise<readonly string[]> {
  const clock = stopwatch();
  const plan = rehearsalPlan(seed, count);
  writeFileSync(join(stack.dataDir, 'plan.json'), JSON.stringify(plan, null, 2));
  say(`seed ${seed}, ${count} vouchers`);
  const played = await playPlan(stack, plan);
  print(`\n${reportOf(plan, played, clock())}\n`);
  return played.violations;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
      vouchers: { type: 'string', default: String(vouchersDefault) },
      // Leaves out the measurement, which takes most of the time.
      'no-bench': { type: 'boolean', default: false },
    },
  });
  return {
    seed: numberArgument('seed', values.seed, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    count: numberArgument('vouchers', values.vouchers, { min: vouchersMin, max: vouchersMax }),
    measures: !values['no-bench'],
  };
}

function stopwatch(): () => number {
  const startedMs = performance.now();
  return () => Math.round((performance.now() - startedMs) / 1_000);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

runProgram(main);

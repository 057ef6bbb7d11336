/**
 * `npm run torture -- --seed N --vouchers 300`: runs the whole service on this machine, each part a process. Meanwhile parts are
 * killed, frozen and made to forget, companies lose their signer's delegation or certificate, DGII fails in every way it can,
 * and clients send, send again and query. At the end every voucher must be final, DGII must have accepted each e-NCF exactly
 * once, no number may be wasted, and the ledger, DGII's record and the clients must agree.
 *
 * The plan is a function of the seed; `--plan` prints it and ends. The data of a failed run is kept.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { companies, registerCompanies } from '../bench/scenarios/companies.mjs';
import { createClients } from './clients.mjs';
import { coverageGaps } from './coverage.mjs';
import { createDgiiDesk } from './dgii-desk.mjs';
import { createDowntimes } from './downtimes.mjs';
import { readLedger, readRecord, workflowsLeft } from './evidence.mjs';
import { createHavoc } from './havoc.mjs';
import { judge } from './judge.mjs';
import { createOffice } from './office.mjs';
import { planOf, vouchersMin } from './plan.mjs';
import { numberOf, onOwnStack, run } from './program.mjs';
import { reportOf } from './report.mjs';
import { serviceSettings } from './settings.mjs';

const vouchersDefault = 300;
const vouchersMax = 5_000;
/** If nothing moves or recovers for this long, the run hangs, even on a busy machine. */
const standstillMs = 300_000;
const shownViolationsMax = 25;

const say = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const { seed, count, planOnly } = readArguments();
  const plan = planOf(seed, count, companies);
  if (planOnly) {
    process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
    return true;
  }
  const startedAt = Date.now();
  const service = {
    name: 'torture',
    settings: serviceSettings,
    workers: plan.workers,
    // The torture kills the roles on purpose, and they should be back soon.
    steadyMs: 0,
  };
  const { problems: violations, dataDir } = await onOwnStack(service, async (stack) => {
    writeFileSync(join(stack.dataDir, 'plan.json'), JSON.stringify(plan, null, 2));
    say(`seed ${seed}, ${count} vouchers, ${plan.workers} worker(s), data in ${stack.dataDir}`);
    const played = await play(stack, plan);
    const took = Math.round((Date.now() - startedAt) / 1_000);
    process.stdout.write(`\n${reportOf({ ...played, seed, count, plan, took })}\n`);
    return played.violations;
  });
  if (violations.length === 0) {
    process.stdout.write('held: every voucher final, each accepted once, ledger, DGII and clients agree\n');
    return true;
  }
  for (const one of violations.slice(0, shownViolationsMax)) say(one);
  say(`\n${violations.length} violations. Again: npm run torture -- --seed ${seed} --vouchers ${count}`);
  say(`What is left of it: ${dataDir}`);
  return false;
}

async function play(stack, plan) {
  await registerCompanies(stack);
  const downtimes = createDowntimes();
  const desk = createDgiiDesk(stack.simulatorUrl);
  const watch = createWatch();
  const clients = createClients({
    ...{ apiUrl: stack.apiUrl, seed: plan.seed, downtimes },
    ...{ orders: desk, progress: watch.progress },
  });
  const havoc = createHavoc({ stack, downtimes, office: createOffice(stack), clients, desk });
  const ended = new AbortController();
  /** By outage: how many vouchers were under way, each time it struck. */
  const met = {};
  const note = (name, vouchers) => (met[name] = [...(met[name] ?? []), vouchers]);
  let faults = {};
  const work = async () => {
    const playing = [];
    const start = (voucher) => {
      const one = clients.play(voucher);
      one.catch(watch.fail);
      playing.push(one);
    };
    const killer = havoc.killWorkers(plan.workerLives, ended.signal, (open) => note('worker kill', open));
    // Both are awaited below; until then, a failure of either ends the run through the watch.
    killer.catch(watch.fail);
    for (const [index, round] of plan.rounds.entries()) {
      const { outage, dgii, vouchers } = round;
      say(
        `round ${index + 1}/${plan.rounds.length}: ${outage.part} ${outage.how}; ${clients.counts.final} final`,
      );
      await desk.begin(dgii);
      vouchers.filter(({ strike }) => !strike).forEach(start);
      // Wait until the service has done something in this round, however slow the machine is.
      await clients.moved(outage.afterMoves);
      await sleep(outage.afterMs);
      const watched = clients.watchOpen();
      const last = vouchers.find(({ strike }) => strike);
      await havoc.play(outage, last.company, () => start(last));
      watch.progress();
      await clients.moved(1);
      note(`${outage.part} ${outage.how}`, watched());
    }
    // From here on nothing breaks any more: open vouchers must become final without help.
    ended.abort();
    await killer;
    faults = await desk.met();
    await desk.wellAgain();
    await Promise.all(playing);
    await havoc.recovered();
  };
  try {
    await Promise.race([work(), watch.standstill]);
    const unused = {};
    for (const company of companies.filter(({ origin }) => origin === 'service'))
      unused[company.companyId] = await clients.unused(company);
    const left = await workflowsLeft(stack);
    const evidence = {
      ...(await readLedger(stack)),
      record: await readRecord(stack.dataDir),
      results: clients.results().map(({ voucher, encf, witness }) => ({
        companyId: voucher.company.companyId,
        rnc: voucher.company.rnc,
        encf,
        last: witness.last,
        order: voucher.order,
      })),
      numbers: clients.numbers,
      unused,
    };
    const { suspended } = clients.counts;
    const gaps = coverageGaps({ planned: plan.rounds.map(({ outage }) => outage), met, faults, suspended });
    const violations = [...new Set([...clients.violations(), ...judge(evidence), ...gaps])];
    if (left > 0) violations.push(`WORKFLOWS-LEFT: ${left} workflows still run after every voucher is final`);
    return { violations, evidence, counts: clients.counts, met, faults, downtimes };
  } catch (error) {
    for (const one of clients.violations().slice(0, shownViolationsMax)) say(one);
    for (const { voucher, encf, witness } of clients.results())
      if (witness.last?.accepted == null)
        say(`open: voucher ${voucher.id} ${encf} of ${voucher.company.companyId}: ${tell(witness.last)}`);
    throw error;
  } finally {
    ended.abort();
    clients.abandon();
    watch.end();
    await clients.close();
  }
}

function tell(data) {
  if (data === undefined) return 'never answered';
  return `${data.status} ${data.reason ?? ''} attempt ${data.attempt}`;
}

/** Limits all waiting: something must become final or recover regularly. */
function createWatch() {
  let last = Date.now();
  let fail;
  const standstill = new Promise((_resolve, reject) => (fail = reject));
  // The code that awaits it gets the error. Before that, the rejection must not end the process.
  standstill.catch(() => undefined);
  const timer = setInterval(() => {
    if (Date.now() - last > standstillMs) fail(new Error(`Nothing moved for ${standstillMs} ms`));
  }, 1_000);
  return { progress: () => (last = Date.now()), fail, standstill, end: () => clearInterval(timer) };
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
      vouchers: { type: 'string', default: String(vouchersDefault) },
      plan: { type: 'boolean', default: false },
    },
  });
  const seed = numberOf('seed', values.seed, { min: 0, max: Number.MAX_SAFE_INTEGER });
  const count = numberOf('vouchers', values.vouchers, { min: vouchersMin, max: vouchersMax });
  return { seed, count, planOnly: values.plan };
}

run(main);

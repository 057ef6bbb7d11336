/** Plays the rounds of a plan. */
import { setTimeout as sleep } from 'node:timers/promises';
import { workerKill, type Coverage } from './check/coverage.js';
import { killWorkers } from './outages/worker-kills.js';
import { nameOf } from './plan/outage-kinds.js';
import type { Plan, Round } from './plan/plan.js';
import type { PlannedVoucher } from './plan/voucher-plan.js';
import type { Players } from './players.js';
import { say } from './run-program.js';

/** @returns how many vouchers and requests the outages and faults hit */
export async function playRounds(players: Players, plan: Plan): Promise<Pick<Coverage, 'met' | 'faults'>> {
  const { watch, journal, health, outages, dgii, vouchers, suppliers, decisions } = players;
  const met: Record<string, number[]> = {};
  const note = (name: string, underWay: number) => void (met[name] ??= []).push(underWay);
  const ended = new AbortController();
  const playing: Promise<void>[] = [];
  const join = (one: Promise<void>) => {
    one.catch(watch.fail);
    playing.push(one);
  };
  const start = (voucher: PlannedVoucher) => join(vouchers.play(voucher).then(suppliers.approve));
  const { workers, workerLives } = plan;
  const struck = (open: number) => note(workerKill, open);
  const killing = killWorkers({ outages, health, journal, workers, struck }, workerLives, ended.signal);
  // Both are awaited below; until then, a failure of either ends the run through the watch.
  killing.catch(watch.fail);
  try {
    for (const [index, round] of plan.rounds.entries()) {
      const name = nameOf(round.outage);
      say(`round ${index + 1}/${plan.rounds.length}: ${name}; ${journal.counts.final} final`);
      for (const supply of round.supplies)
        join(suppliers.play(supply).then((encf) => decisions.decide(supply, encf)));
      note(name, await playRound(players, round, plan.inPlayMax, start));
    }
  } finally {
    ended.abort();
  }
  // From here on nothing breaks any more: open vouchers must become final without help.
  await killing;
  const faults = await dgii.counts();
  await dgii.end();
  await Promise.all(playing);
  await health.untilAllHealthy();
  return { met, faults };
}

async function playRound(
  { watch, journal, outages, dgii }: Players,
  { outage, dgii: dgiiPlan, vouchers }: Round,
  inPlayMax: number,
  start: (voucher: PlannedVoucher) => void,
): Promise<number> {
  const last = vouchers.find(({ strike }) => strike);
  if (last === undefined) throw new Error(`No voucher is planned for ${nameOf(outage)}`);
  await dgii.begin(dgiiPlan);
  let left = vouchers.length - 1;
  const starting = startOthers();
  // Wait until the service has done something in this round, however slow the machine is.
  await journal.moved(outage.afterMoves);
  await sleep(outage.afterMs);
  const underWay = journal.watchOpen();
  await outages.play(outage, last.company, () => start(last));
  watch.progress();
  await journal.moved(1);
  const met = underWay();
  // The rest of a long round is traffic as usual: when half of DGII's answers are faults, little else is tested.
  if (left > 0) await dgii.end();
  await starting;
  return met;

  async function startOthers(): Promise<void> {
    for (const voucher of vouchers.filter((one) => one !== last)) {
      await journal.belowInPlay(inPlayMax);
      if (journal.isAbandoned()) return;
      start(voucher);
      left -= 1;
    }
  }
}

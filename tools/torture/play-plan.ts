/** Plays a plan on a running stack, and checks the result. */
import { companies, registerCompanies } from '../bench/scenarios/companies.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { checkRun } from './check/check-run.js';
import type { VoucherResult } from './check/run-evidence.js';
import { coverageGaps } from './check/coverage.js';
import { checkBuyers } from './check/check-buyers.js';
import { checkReceived } from './check/check-received.js';
import { checkEvents } from './check/check-events.js';
import { deliveriesLeft, evidenceOf, readRecord, workflowsLeft } from './check/evidence.js';
import { eventGaps, openEventClients } from './clients/event-clients.js';
import { issuingOf } from './outages/downtimes.js';
import type { PlayedVoucher } from './clients/voucher-requests.js';
import { faultsToMeet } from './plan/dgii-plan.js';
import type { Plan } from './plan/plan.js';
import { createPlayers, type Players } from './players.js';
import { playRounds } from './rounds.js';
import { say } from './run-program.js';

export type PlayedPlan = Awaited<ReturnType<typeof playPlan>>;

export async function playPlan(stack: OwnStack, plan: Plan) {
  await registerCompanies(stack);
  const players = createPlayers(stack, plan);
  const { watch, journal, downtimes, requests } = players;
  const { seed } = plan;
  const listeners = await openEventClients({ stack, seed, requests, companies });
  const silent = new AbortController();
  const reading = listeners.play(silent.signal);
  // It is awaited below; until then, a failure ends the run through the watch.
  reading.catch(watch.fail);
  try {
    const coverage = await Promise.race([playRounds(players, plan), watch.failure]);
    watch.progress();
    const unanswered = players.suppliers.sendUnanswered(await readRecord(stack.dataDir));
    await Promise.race([unanswered, watch.failure]);
    const waiting = await deliveriesLeft(stack);
    const unused = await unusedNumbers(players);
    const left = await workflowsLeft(stack);
    silent.abort();
    await reading;
    const heard = { ...(await listeners.settle()), waits: waitsOf(players), troubles: troublesOf(players) };
    const evidence = {
      ...(await evidenceOf(stack, companies)),
      results: players.vouchers.played().flatMap(resultOf),
      numbers: journal.numbers,
      unused,
    };
    const { counts } = journal;
    const planned = plan.rounds.map(({ outage }) => outage);
    const gaps = coverageGaps({
      ...coverage,
      planned,
      suspended: counts.suspended,
      faultsToMeet: faultsToMeet(plan.rounds),
      ...arrivalsOf(evidence),
    });
    const buyerEvidence = { ...evidence, ...buyersOf(plan), troubles: troublesOf(players) };
    const listening = listeners.counts();
    const others = [...checkBuyers(buyerEvidence), ...checkReceived(buyerEvidence), ...checkEvents(heard)];
    const found = [
      ...clientViolations(players),
      ...listeners.objections(),
      ...checkRun(evidence),
      ...others,
      ...gaps,
      ...eventGaps(listening, heard.webhooks),
    ];
    const violations = [...new Set(found)];
    if (waiting > 0)
      violations.push(`DELIVERIES-LEFT: ${waiting} deliveries to other taxpayers are still open`);
    if (left > 0) violations.push(`WORKFLOWS-LEFT: ${left} workflows still run after every voucher is final`);
    return { ...coverage, violations, evidence, counts, downtimes, heard, listening };
  } catch (error) {
    for (const line of [...clientViolations(players), ...listeners.objections(), ...openVouchers(players)])
      say(line);
    throw error;
  } finally {
    journal.abandon();
    silent.abort();
    watch.end();
    await listeners.close();
    await players.requests.close();
  }
}

type PlayEvidence = Awaited<ReturnType<typeof evidenceOf>>;

/** Only what arrived and is recorded as delivered: what was given up tested nothing. */
function arrivalsOf({ documents, receptions, incomingApprovals }: PlayEvidence) {
  const delivered = (leg: { readonly state: string } | undefined) => leg?.state === 'delivered';
  return {
    delivered: documents.filter(({ buyerDelivery }) => delivered(buyerDelivery)).length,
    supplied: receptions.length,
    approvedAtDgii: receptions.filter(({ approval }) => delivered(approval?.dgii)).length,
    approvedAtIssuers: receptions.filter(({ approval }) => delivered(approval?.issuer)).length,
    approvals: incomingApprovals.length,
  };
}

function buyersOf({ buyers }: Plan) {
  const unreachable: readonly unknown[] = ['dead-port', 'unknown-host'];
  return {
    buyers: buyers.map(({ rnc }) => rnc),
    reachable: buyers.filter(({ address }) => !unreachable.includes(address)).map(({ rnc }) => rnc),
  };
}

function troublesOf({ downtimes }: Players) {
  return companies.flatMap(({ companyId, rnc }) =>
    downtimes.wallClockOf(issuingOf(companyId)).map((span) => ({ rnc, ...span })),
  );
}

function waitsOf({ vouchers }: Players) {
  return vouchers
    .played()
    .flatMap(({ voucher: { company }, encf, answers }) =>
      encf === undefined
        ? []
        : answers.waits().map((wait) => ({ companyId: company.companyId, encf, ...wait })),
    );
}

async function unusedNumbers({ numbers }: Players): Promise<Record<number, string[]>> {
  const unused: Record<number, string[]> = {};
  for (const company of companies.filter(({ origin }) => origin === 'service'))
    unused[company.companyId] = await numbers.unused(company);
  return unused;
}

function resultOf({ voucher, encf, answers }: PlayedVoucher): VoucherResult[] {
  const { companyId, rnc } = voucher.company;
  return encf === undefined ? [] : [{ companyId, rnc, encf, last: answers.last, order: voucher.order }];
}

function clientViolations({ journal, vouchers }: Players): string[] {
  return [...journal.violations, ...vouchers.played().flatMap(({ answers }) => answers.objections)];
}

function openVouchers({ vouchers }: Players): string[] {
  return vouchers
    .played()
    .filter(({ answers }) => (answers.last?.accepted ?? null) === null)
    .map(({ voucher, encf, answers: { last } }) => {
      const name = `voucher ${voucher.id} ${encf ?? 'without a number'} of ${voucher.company.companyId}`;
      const state =
        last === undefined ? 'never answered' : `${last.status} ${last.reason ?? ''} attempt ${last.attempt}`;
      return `open: ${name}: ${state}`;
    });
}

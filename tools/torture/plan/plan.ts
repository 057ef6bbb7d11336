/**
 * What happens in a run, as a pure function of the seed: which vouchers are sent, and how; which part of the service fails, and
 * how; what DGII does wrong. Simultaneous steps may still interleave differently.
 */
import { createDice } from '../bench/dice.mjs';

/**
 * One per round. In addition, workers are killed all the time. `forget` deletes Temporal's database, once in a run. A frozen part
 * stops without closing its connections. The last two trouble one company, until the operator repairs it: its signer loses
 * the delegation, or a certificate is imported that DGII does not accept.
 */
const outages = [
  { part: 'api', how: 'kill' },
  { part: 'api', how: 'freeze' },
  { part: 'temporal', how: 'kill' },
  { part: 'temporal', how: 'stop' },
  { part: 'temporal', how: 'freeze' },
  { part: 'mongod', how: 'kill' },
  { part: 'mongod', how: 'stop' },
  { part: 'mongod', how: 'freeze' },
  { part: 'worker', how: 'freeze' },
  { part: 'simulator', how: 'kill' },
  { part: 'simulator', how: 'freeze' },
  { part: 'simulator', how: 'revoke-tokens' },
  { part: 'delegation', how: 'lose' },
  { part: 'certificate', how: 'replace' },
];
const companyParts = ['delegation', 'certificate'];
const forget = { part: 'temporal', how: 'forget' };
export const outageKinds = [...outages, forget];
/** Each kind of outage has its own voucher. */
export const vouchersMin = outageKinds.length;

/** Every fault of the simulator except `hold`, which waits for a manual release. */
export const faultActions = [
  ...['drop-before-reading', 'status-500', 'status-503-html', 'status-429', 'bare-400-html'],
  ...['status-400-problem', 'unauthorized', 'not-found', 'transient-004', 'accept-then-drop'],
  ...['accept-then-500', 'accept-then-504-html', 'accept-then-truncate', 'slow'],
  ...['receive-twice', 'receive-twice-answer-second'],
];
/** For these actions, the services where they matter. */
const servicesOf = {
  'not-found': ['resultado', 'trackids', 'consultarfce'],
  'transient-004': ['recepcionfc', 'resultado', 'consultarfce'],
  'receive-twice': ['recepcion'],
  'receive-twice-answer-second': ['recepcion'],
};
/** Deliveries are listed more often, because a fault does the most harm there. */
const anyService = [
  ...['recepcion', 'recepcionfc', 'recepcion', 'recepcionfc', 'recepcion', 'recepcionfc'],
  ...['resultado', 'trackids', 'consultarfce', 'semilla', 'validarsemilla'],
];

/** A round lasts as long as its outage and the recovery. This many vouchers keep the service busy during that time. */
const vouchersPerRound = 10;
/** Longer than the service waits for DGII (settings.mjs), so that some answers come too late. */
const slowMsMax = 7_500;
const types = [31, 31, 31, 32, 32, 'rfce', 'rfce', 33, 34, 41, 43, 44, 45, 46, 47];
const firstSerial = 1;

/**
 * @param {number} seed
 * @param {number} count number of vouchers, at least `vouchersMin`
 * @param {readonly object[]} companies send the vouchers in turn; some of them ask the service for their numbers
 */
export function planOf(seed, count, companies) {
  const rounds = Math.max(outageKinds.length, Math.ceil(count / vouchersPerRound));
  const dice = createDice(`${seed}:rounds`);
  const order = outageOrder(dice, rounds);
  const vouchers = planVouchers(createDice(`${seed}:vouchers`), count, order, companies);
  const actions = dice.shuffled(faultActions);
  return {
    seed,
    workers: dice.between(1, 2),
    rounds: order.map((outage, index) => ({
      outage: {
        ...outage,
        /** The outage strikes when vouchers have made this many steps in the round, and a moment later. */
        afterMoves: dice.between(1, 6),
        afterMs: dice.between(0, 1_000),
        freezeMs: dice.between(500, freezeMsMax(outage)),
      },
      dgii: planDgii(
        dice,
        actions.filter((_, at) => at % rounds === index),
      ),
      vouchers: vouchers.filter(({ round }) => round === index),
    })),
    /** How long each worker lives once it is ready, in milliseconds and in steps of vouchers. The list repeats. */
    workerLives: Array.from({ length: 16 }, () => ({
      ms: dice.between(500, 7_000),
      moves: dice.between(1, 12),
    })),
  };
}

/** A worker that pauses longer than its lease and heartbeat is dangerous, so test that; a frozen mongod stops everything. */
function freezeMsMax({ part }) {
  return part === 'worker' ? 13_000 : 4_000;
}

/** Every kind at least once; `forget` once, and only when there are workflows to forget. */
function outageOrder(dice, rounds) {
  const once = dice.shuffled(outages);
  const order = Array.from({ length: rounds - 1 }, (_, index) => once[index] ?? dice.pick(outages));
  order.splice(dice.between(2, rounds - 1), 0, forget);
  return order;
}

function planDgii(dice, ensured) {
  return {
    /** Faults that this round must meet, in addition to the random ones. */
    faults: ensured.map((action) => ({
      service: dice.pick(servicesOf[action] ?? anyService),
      action,
      times: dice.between(1, 3),
      ...(action === 'slow' ? { slowMs: dice.between(200, slowMsMax) } : {}),
    })),
    plan: {
      seed: dice.between(0, 2 ** 31),
      perMille: dice.pick([50, 150, 300, 500]),
      actions: faultActions,
      slowMs: slowMsMax,
    },
    resultDelayMs: dice.pick([0, 0, 300, 2_500]),
    resultPolls: dice.pick([0, 0, 1, 4]),
    /** A maintenance window that opens with the round; 0 for none. */
    maintenanceMs: dice.chance(0.2) ? dice.between(1_000, 4_000) : 0,
    tokenSeconds: dice.pick([3_600, 3_600, 5]),
  };
}

function planVouchers(dice, count, order, companies) {
  const vouchers = [];
  const serials = new Map();
  const roundOf = (id) => Math.floor((id * order.length) / count);
  const numbered = companies.filter(({ origin }) => origin === 'service');
  for (let id = 0; id < count; id += 1) {
    const round = roundOf(id);
    const strike = round !== roundOf(id + 1);
    // The company in trouble must be one that asks for numbers, because it should be refused numbers meanwhile.
    const troubled = strike && companyParts.includes(order[round].part);
    const company = troubled ? dice.pick(numbered) : companies[id % companies.length];
    const drawn = dice.pick(types);
    const note = !strike && (drawn === 33 || drawn === 34);
    const of = note ? invoiceFor(dice, vouchers, company, drawn) : undefined;
    // A note that finds no invoice becomes an invoice.
    const kind = (drawn === 33 || drawn === 34) && of === undefined ? 31 : drawn;
    const type = kind === 'rfce' ? 32 : kind;
    const serialKey = `${company.companyId}:${type}`;
    const serial = serials.get(serialKey) ?? firstSerial;
    serials.set(serialKey, serial + 1);
    vouchers.push({
      id,
      round,
      company,
      /** Sent at the moment of the round's outage, so that the outage always meets at least this voucher. */
      strike,
      type,
      summary: kind === 'rfce',
      // A note in a hurry is sent before its invoice has a result, so it must wait for the result.
      ...(of === undefined ? {} : { of: of.id, hurry: dice.chance(0.7) }),
      ...(company.origin === 'client' ? { serial } : { reference: `TORTURA-${id}` }),
      /** Numbers requested without a reference and never sent: gaps that must be listed and not lost. */
      gaps: company.origin === 'service' && dice.chance(0.15) ? dice.between(1, 2) : 0,
      startMs: strike ? 0 : dice.between(0, 3_000),
      /** `waitForFinal` of its sends; null for the service's default. */
      waits: Array.from({ length: 4 }, () => dice.pick([null, 0, 500, 2_000, 5_000])),
      /** How many times the same request is sent at once. */
      together: dice.pick([1, 1, 1, 2, 4]),
      /** The share of queries made by a send instead of document-status. */
      resendShare: dice.pick([0.2, 0.5, 0.8]),
      /** Another content is sent under this number. */
      otherContent: dice.chance(0.1),
      /** The verdict that DGII is ordered to give. */
      order: of === undefined ? dice.pick(orders) : null,
    });
  }
  return vouchers;
}

/** Verdicts on content: rejected with the number free or used, or accepted conditionally. Most vouchers are valid. */
const orders = [
  ...Array.from({ length: 12 }, () => null),
  ...['rejected-free', 'rejected-free', 'rejected-spent', 'conditional'],
];

/** An invoice of this company that will be accepted. It gets one credit note at most, so that its balance is enough. */
function invoiceFor(dice, vouchers, company, type) {
  const credited = new Set(vouchers.filter((one) => one.type === 34).map(({ of }) => of));
  const possible = vouchers.filter(
    (one) =>
      one.type === 31 &&
      one.company === company &&
      (one.order === null || one.order === 'conditional') &&
      (type === 33 || !credited.has(one.id)),
  );
  return possible.length === 0 ? undefined : dice.pick(possible);
}

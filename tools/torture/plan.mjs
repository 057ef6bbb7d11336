/**
 * What happens in a run, as a pure function of the seed: which vouchers are sent, and how; which part of the service breaks
 * down, and how; what DGII does wrong. What happens at the same moment may still interleave in another way.
 */
import { createDice } from '../bench/dice.mjs';

/**
 * One a round. Workers are killed beside them, all the time. `forget` deletes Temporal's database, once in a run.
 * A part that is frozen stands still without closing its connections. The last two trouble one company: its signer is
 * delegated no more, or a certificate is imported that DGII does not take; until the operator puts it right.
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
/** Each kind meets a voucher of its own. */
export const vouchersMin = outageKinds.length;

/** Every fault the simulator knows but `hold`, which waits for a hand to release it. */
export const faultActions = [
  ...['drop-before-reading', 'status-500', 'status-503-html', 'status-429', 'bare-400-html'],
  ...['status-400-problem', 'unauthorized', 'not-found', 'transient-004', 'accept-then-drop'],
  ...['accept-then-500', 'accept-then-504-html', 'accept-then-truncate', 'slow'],
  ...['receive-twice', 'receive-twice-answer-second'],
];
/** A service for each action on which it hurts. */
const servicesOf = {
  'not-found': ['resultado', 'trackids', 'consultarfce'],
  'transient-004': ['recepcionfc', 'resultado', 'consultarfce'],
  'receive-twice': ['recepcion'],
  'receive-twice-answer-second': ['recepcion'],
};
/** A delivery is where it hurts most. */
const anyService = [
  ...['recepcion', 'recepcionfc', 'recepcion', 'recepcionfc', 'recepcion', 'recepcionfc'],
  ...['resultado', 'trackids', 'consultarfce', 'semilla', 'validarsemilla'],
];

/** A round lasts as long as its outage and the recovery: so many vouchers keep the service busy meanwhile. */
const vouchersPerRound = 10;
/** Beyond the service's limit for an answer of DGII's (settings.mjs), so that some of them come too late. */
const slowMsMax = 7_500;
const types = [31, 31, 31, 32, 32, 'rfce', 'rfce', 33, 34, 41, 43, 44, 45, 46, 47];
const firstSerial = 1;

/**
 * @param {number} seed
 * @param {number} count of vouchers, at least `vouchersMin`
 * @param {readonly object[]} companies that send them, in turn; one of them asks for its numbers
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
        /** It strikes when vouchers went so many steps further since the round began, and a moment more. */
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
    /** From a worker's being ready to its end, one after the other, again from the first: so long, and so many steps of vouchers. */
    workerLives: Array.from({ length: 16 }, () => ({
      ms: dice.between(500, 7_000),
      moves: dice.between(1, 12),
    })),
  };
}

/** A worker that stands still longer than its lease and heartbeat is the dangerous one; a frozen mongod stops everybody. */
function freezeMsMax({ part }) {
  return part === 'worker' ? 13_000 : 4_000;
}

/** Every kind at least once; `forget` once, and not before there are workflows to be forgotten. */
function outageOrder(dice, rounds) {
  const once = dice.shuffled(outages);
  const order = Array.from({ length: rounds - 1 }, (_, index) => once[index] ?? dice.pick(outages));
  order.splice(dice.between(2, rounds - 1), 0, forget);
  return order;
}

function planDgii(dice, ensured) {
  return {
    /** What this round must see, beside what the seed draws. */
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
    /** A window that opens with the round; 0: none. */
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
    // A company in trouble is one that asks for numbers: it is to get none meanwhile.
    const troubled = strike && companyParts.includes(order[round].part);
    const company = troubled ? dice.pick(numbered) : companies[id % companies.length];
    const drawn = dice.pick(types);
    const note = !strike && (drawn === 33 || drawn === 34);
    const of = note ? invoiceFor(dice, vouchers, company, drawn) : undefined;
    // A note without an invoice to refer to is an invoice.
    const kind = (drawn === 33 || drawn === 34) && of === undefined ? 31 : drawn;
    const type = kind === 'rfce' ? 32 : kind;
    const serialKey = `${company.companyId}:${type}`;
    const serial = serials.get(serialKey) ?? firstSerial;
    serials.set(serialKey, serial + 1);
    vouchers.push({
      id,
      round,
      company,
      /** Sent at the moment of its round's outage: whatever else is under way then, the outage meets this one. */
      strike,
      type,
      summary: kind === 'rfce',
      // A note in a hurry is sent while its invoice has no result yet, and has to wait for it.
      ...(of === undefined ? {} : { of: of.id, hurry: dice.chance(0.7) }),
      ...(company.origin === 'client' ? { serial } : { reference: `TORTURA-${id}` }),
      /** Numbers asked for without a reference and never sent: gaps, which must be listed and not lost. */
      gaps: company.origin === 'service' && dice.chance(0.15) ? dice.between(1, 2) : 0,
      startMs: strike ? 0 : dice.between(0, 3_000),
      /** `waitForFinal` of its sends; null: as the service has it. */
      waits: Array.from({ length: 4 }, () => dice.pick([null, 0, 500, 2_000, 5_000])),
      /** The same request so often at once. */
      together: dice.pick([1, 1, 1, 2, 4]),
      /** How often it is asked again by a send rather than by document-status. */
      resendShare: dice.pick([0.2, 0.5, 0.8]),
      /** Somebody sends another content under this number. */
      otherContent: dice.chance(0.1),
      /** What DGII is told to find in it. */
      order: of === undefined ? dice.pick(orders) : null,
    });
  }
  return vouchers;
}

/** Verdicts on content: the number stays free, or is spent; or a condition. Most vouchers are in order. */
const orders = [
  ...Array.from({ length: 12 }, () => null),
  ...['rejected-free', 'rejected-free', 'rejected-spent', 'conditional'],
];

/** An invoice of this company that is to be accepted; one credit note each, so that its balance suffices. */
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

/** What happens in a run, as a pure function of the seed. Simultaneous steps may still interleave differently. */
import { createDice, type Dice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { groupedBy } from '../check/grouped-by.js';
import { planBuyers, reachableBuyers, type PlannedBuyer } from './buyer-plan.js';
import { dgiiPlan, faultActions, type DgiiPlan } from './dgii-plan.js';
import { outageKinds, tortureKinds, type OutageKind, type OutageKinds } from './outage-kinds.js';
import { planSupplies, type PlannedSupply } from './supplier-plan.js';
import { planVouchers, type PlannedVoucher } from './voucher-plan.js';

export interface Plan {
  readonly seed: number;
  readonly workers: number;
  readonly buyers: readonly PlannedBuyer[];
  readonly rounds: readonly Round[];
  /** The list repeats. */
  readonly workerLives: readonly WorkerLife[];
  /** With more vouchers in play, a slow machine would only serve their questions. The next voucher then waits. */
  readonly inPlayMax: number;
}

export interface Round {
  readonly outage: PlannedOutage;
  readonly dgii: DgiiPlan;
  readonly vouchers: readonly PlannedVoucher[];
  readonly supplies: readonly PlannedSupply[];
}

export interface PlannedOutage extends OutageKind {
  /** The outage strikes when vouchers have made this many steps in the round, and a moment later. */
  readonly afterMoves: number;
  readonly afterMs: number;
  /** How long a part is frozen, or a company stays in trouble. */
  readonly freezeMs: number;
}

/** How long a worker lives once it is ready, in milliseconds and in steps of vouchers. */
export interface WorkerLife {
  readonly ms: number;
  readonly moves: number;
}

/** Each kind of outage has its own voucher. */
export const vouchersMin = outageKinds.length;
const suppliesPerRound = 3;
const inPlayMax = 200;

export function planOf(
  seed: number,
  count: number,
  companies: readonly DemoCompany[],
  kinds: OutageKinds = tortureKinds,
): Plan {
  const kindsCount = kinds.repeatable.length + kinds.once.length;
  const roundsCount = Math.max(kindsCount, Math.ceil(count / kinds.vouchersPerRound));
  const dice = createDice(`${seed}:rounds`);
  const order = outageOrder(dice, roundsCount, kinds);
  const buyers = planBuyers(createDice(`${seed}:buyers`));
  const parties = { companies, buyers: buyers.map(({ rnc }) => rnc) };
  const vouchers = groupedBy(
    planVouchers(createDice(`${seed}:vouchers`), count, order, parties),
    ({ round }) => round,
  );
  const supplyDice = createDice(`${seed}:supplies`);
  const supplies = groupedBy(
    planSupplies(supplyDice, roundsCount, suppliesPerRound, {
      companies,
      receivers: buyers.slice(0, reachableBuyers).map(({ rnc }) => rnc),
    }),
    ({ round }) => round,
  );
  const actions = dice.shuffled(faultActions);
  return {
    seed,
    inPlayMax,
    workers: dice.between(1, 2),
    buyers,
    rounds: order.map((kind, index) => ({
      outage: plannedOutage(dice, kind),
      dgii: dgiiPlan(
        dice,
        actions.filter((_, at) => at % roundsCount === index),
      ),
      vouchers: vouchers.get(index) ?? [],
      supplies: supplies.get(index) ?? [],
    })),
    workerLives: Array.from({ length: 16 }, () => ({
      ms: dice.between(500, 7_000),
      moves: dice.between(1, 12),
    })),
  };
}

function plannedOutage(dice: Dice, kind: OutageKind): PlannedOutage {
  // A worker that pauses longer than its lease and heartbeat is dangerous, so test that. A frozen mongod stops everything.
  const freezeMsMax = kind.part === 'worker' ? 13_000 : 4_000;
  return {
    ...kind,
    afterMoves: dice.between(1, 6),
    afterMs: dice.between(0, 1_000),
    freezeMs: dice.between(500, freezeMsMax),
  };
}

/** Every kind at least once. Those that come once come after the first two rounds, so that there are workflows to forget. */
function outageOrder(dice: Dice, rounds: number, { repeatable, once }: OutageKinds): OutageKind[] {
  const first = dice.shuffled(repeatable);
  const order = Array.from(
    { length: rounds - once.length },
    (_, index) => first[index] ?? dice.pick(repeatable),
  );
  for (const kind of once) order.splice(dice.between(2, rounds - 1), 0, kind);
  return order;
}

/** The buyers of a run: where each one is, and what it does with what arrives. A pure function of the seed. */
import type { Dice } from '../../bench/dice.js';
import type { BuyerAnswer } from '../../simulator/buyers/buyer-answers.js';
import { repeatedAnswers, type Buyer, type buyerAddresses } from '../../simulator/buyers/buyer-settings.js';

/** As the simulator's setting `buyers` takes it; what is absent has its default. */
export type PlannedBuyer = Partial<Buyer> & Pick<Buyer, 'rnc'>;

/** After these answers the voucher is delivered again, and the buyer says whether it has it. */
const troubles: readonly BuyerAnswer[] = [
  ...(['late', 'in-pieces', 'close-after-reading', 'close-untaken', 'unavailable', 'garbage'] as const),
  ...(['redirect', 'endless', 'answered-twice', 'other-voucher'] as const),
];
export const lastAnswers: readonly BuyerAnswer[] = [
  ...(['acknowledge', 'acknowledge', 'status-400', 'indented'] as const),
  ...(['empty-reason', 'lower-case', 'unsigned', 'altered'] as const),
];
/** These end a delivery too: the buyer does not want the voucher. */
export const refusals = ['reason-1', 'reason-2', 'reason-4'] as const satisfies readonly BuyerAnswer[];
/** Each leads to the buyer's receiver. */
const addresses: readonly (typeof buyerAddresses)[number][] = ['host', 'slash', 'prefixed', 'full'];
/** This many buyers, the first ones of the plan, can be reached. */
export const reachableBuyers = 6;
/** Longer than the service waits for a buyer (service-settings.ts), so that some answers come too late. */
const lateMsMax = 3_000;

export function planBuyers(dice: Dice): PlannedBuyer[] {
  const rncOf = (index: number) => `9999998${String(index).padStart(2, '0')}`;
  const reachable = Array.from({ length: reachableBuyers }, (_, index) => plannedBuyer(dice, rncOf(index)));
  return [
    ...reachable,
    { rnc: rncOf(reachableBuyers), address: dice.pick(['dead-port', 'unknown-host'] as const) },
    { rnc: rncOf(reachableBuyers + 1), answers: [dice.pick(refusals)] },
  ];
}

function plannedBuyer(dice: Dice, rnc: string): PlannedBuyer {
  const authentication = dice.chance(0.4);
  const answers = [...dice.shuffled(troubles).slice(0, dice.between(0, 3)), dice.pick(lastAnswers)];
  return {
    rnc,
    answers,
    authentication,
    address: dice.pick(addresses),
    form: dice.pick(['array', 'object'] as const),
    missing: authentication || dice.chance(0.5) ? [] : ['urlOpcional', 'nombre'],
    approvalAnswers: [...(dice.chance(0.5) ? (['unavailable', 'status-400'] as const) : []), 'acknowledge'],
    repeated: dice.pick(repeatedAnswers),
    lateMs: dice.between(100, lateMsMax),
  };
}

/** What imitated suppliers send to the companies of a run. A pure function of the seed. */
import type { Dice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { emittedTypes, type EmittedType, type Flaw } from '../../simulator/emission/documents.js';

export interface PlannedSupply {
  readonly id: number;
  readonly round: number;
  readonly rncEmisor: string;
  readonly company: DemoCompany;
  readonly type: EmittedType;
  readonly flaw: Flaw;
  /** How many times the same bytes are sent at once, after the first time. */
  readonly copies: number;
  readonly otherBytes: boolean;
  readonly startMs: number;
  /** The decisions of our company, all sent at once. Empty if the voucher has a flaw. */
  readonly decisions: readonly ('aprobado' | 'rechazado')[];
}

/** DGII's receiver plays them all. */
const suppliers = ['131880681', '999999701', '999999702'];
const flaws: readonly Flaw[] = ['none', 'none', 'none', 'none', 'altered', 'incomplete'];
const decisions: readonly PlannedSupply['decisions'][] = [
  [],
  ['aprobado'],
  ['rechazado'],
  ['aprobado', 'aprobado'],
  ['aprobado', 'rechazado'],
];
const startMsMax = 3_000;

/** @param parties the companies, and RNCs of suppliers with a receiver of their own, which takes our approvals */
export function planSupplies(
  dice: Dice,
  rounds: number,
  perRound: number,
  {
    companies,
    receivers,
  }: { readonly companies: readonly DemoCompany[]; readonly receivers: readonly string[] },
): PlannedSupply[] {
  return Array.from({ length: rounds * perRound }, (_, id) => {
    const flaw = dice.pick(flaws);
    return {
      id,
      round: Math.floor(id / perRound),
      flaw,
      rncEmisor: dice.pick([...suppliers, ...receivers]),
      company: dice.pick(companies),
      type: dice.pick(emittedTypes),
      copies: dice.pick([0, 0, 1, 3]),
      // The number of a spoiled voucher stays free, so other bytes under it would be received.
      otherBytes: flaw === 'none' && dice.chance(0.3),
      startMs: dice.between(0, startMsMax),
      decisions: flaw === 'none' ? dice.pick(decisions) : [],
    };
  });
}

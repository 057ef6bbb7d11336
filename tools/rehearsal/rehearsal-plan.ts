/** What happens in a rehearsal, as a pure function of the seed. */
import { companies } from '../bench/scenarios/companies.js';
import type { OutageKinds } from '../torture/plan/outage-kinds.js';
import { planOf, type Plan } from '../torture/plan/plan.js';

/**
 * `mongod` is the primary. The last two trouble a company, and the torture also checks that such a company gets no
 * numbers.
 */
const kinds: OutageKinds['repeatable'] = [
  { part: 'postgres', how: 'kill' },
  { part: 'mongod', how: 'kill' },
  { part: 'mongod', how: 'freeze' },
  { part: 'mongod-secondary', how: 'kill' },
  { part: 'temporal', how: 'kill' },
  { part: 'api', how: 'kill' },
  { part: 'worker', how: 'kill' },
  { part: 'delegation', how: 'lose' },
  { part: 'certificate', how: 'replace' },
];
export const vouchersMin = kinds.length;
/** An election of MongoDB takes longer than the outages of the torture. */
const perRoundMin = 50;
/** Each kind of outage comes three times in a long run. More vouchers make its rounds longer, not more of them. */
const allThrice = [...kinds, ...kinds, ...kinds];
const workers = 3;
const inPlayMax = 40;

export function rehearsalPlan(seed: number, count: number): Plan {
  const vouchersPerRound = Math.max(perRoundMin, Math.ceil(count / allThrice.length));
  const isLong = vouchersPerRound > perRoundMin;
  const repeatable = isLong ? allThrice : kinds;
  const plan = planOf(seed, count, companies, { repeatable, once: [], vouchersPerRound });
  const longer = isLong ? 10 : 1;
  const workerLives = plan.workerLives.map(({ ms, moves }) => ({ ms: ms * longer, moves: moves * longer }));
  return { ...plan, workers, workerLives, inPlayMax };
}

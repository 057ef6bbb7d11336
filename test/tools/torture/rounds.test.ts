/** A long round sends its vouchers a few at a time. DGII's faults end with its outage, and the rest is traffic as usual. */
import { companies } from '../../../tools/bench/scenarios/companies.js';
import { createJournal } from '../../../tools/torture/clients/journal.js';
import { planOf, type Plan } from '../../../tools/torture/plan/plan.js';
import type { Players } from '../../../tools/torture/players.js';
import { playRounds } from '../../../tools/torture/rounds.js';

const inPlayMax = 3;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** One round of 20 vouchers. */
function longRound(): Plan {
  const plan = planOf(7, 300, companies);
  const [first, second] = plan.rounds;
  const vouchers = [...first!.vouchers.filter(({ strike }) => !strike), ...second!.vouchers];
  const outage = { ...second!.outage, afterMoves: 1, afterMs: 0 };
  return { ...plan, inPlayMax, rounds: [{ ...second!, outage, vouchers, supplies: [] }] };
}

function playersThat(did: string[]): Players {
  const journal = createJournal(() => undefined);
  const { counts } = journal;
  const nothing = () => Promise.resolve();
  const noted = (what: string) => () => {
    did.push(what);
    return Promise.resolve({});
  };
  /** A voucher takes one turn of the event loop. */
  const play = async () => {
    counts.started += 1;
    did.push(`${counts.started - counts.final} in play`);
    await tick();
    counts.moves += 1;
    counts.final += 1;
  };
  const outage = async (_outage: unknown, _company: unknown, strike: () => void) => {
    did.push('outage');
    strike();
    await tick();
  };
  return {
    journal,
    watch: { fail: (error: unknown) => did.push(String(error)), progress: () => undefined },
    health: { untilHealthy: nothing, untilAllHealthy: nothing },
    outages: { play: outage, kill: nothing },
    dgii: { begin: noted('faults'), end: noted('no faults'), counts: nothing },
    vouchers: { play },
    suppliers: { play: nothing, approve: nothing },
    decisions: { decide: nothing },
  } as unknown as Players;
}

test('a long round sends a few vouchers at a time, and after its outage DGII has no faults', async () => {
  const did: string[] = [];
  const plan = longRound();
  await playRounds(playersThat(did), plan);
  const sent = did.filter((one) => one.endsWith('in play'));
  expect(sent).toHaveLength(plan.rounds[0]!.vouchers.length);
  // The voucher of the outage comes in addition.
  expect(Math.max(...sent.map((one) => Number.parseInt(one)))).toBeLessThanOrEqual(inPlayMax + 1);
  const steps = did.filter((one) => !one.endsWith('in play'));
  expect(steps).toEqual(['faults', 'outage', 'no faults', 'no faults']);
  expect(did.findLastIndex((one) => one.endsWith('in play'))).toBeGreaterThan(did.indexOf('no faults'));
});

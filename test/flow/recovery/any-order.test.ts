/**
 * Random schedules of one voucher: processes die and stand still, requests are lost, repeated and delayed, DGII shows things late, people act.
 * Whatever happened, the ledger must end with what DGII decided, and without a person unless one is needed.
 */
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { play } from './any-order/play.js';
import { scheduleOf, shortest, type Schedule } from './any-order/schedule.js';
import { stories } from './any-order/stories.js';

/** `TEST_SEED=… TEST_RANDOM_RUNS=1` repeats the schedule of a failure. */
const firstSeed = Number(process.env['TEST_SEED'] ?? 20261126);
const runs = Number(process.env['TEST_RANDOM_RUNS'] ?? 50);
/** Schedules that run at the same time. */
const together = 20;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
});

test.each(stories)('$name', async ({ judged, ends, waitsFor, ...schedule }) => {
  const { violations, trace, ...played } = await play(ledger.store, ledger.db, schedule, true);
  if (violations.length > 0) throw new Error([...violations, ...trace].join('\n'));
  expect(played).toEqual({ judged, state: ends, waitedFor: waitsFor });
});

test(`${runs} schedules end as DGII decided`, async () => {
  const seeds = Array.from({ length: runs }, (_, i) => firstSeed + i);
  const seedsOf = new Map<string, number[]>();
  const kindOf = (violation = '') => violation.replace(/B\d+/g, 'B').slice(0, 60);
  const violationsOf = async (schedule: Schedule) =>
    (await play(ledger.store, ledger.db, schedule)).violations;
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const [violation] = await violationsOf(scheduleOf(seed));
        if (violation === undefined) continue;
        seedsOf.set(kindOf(violation), [...(seedsOf.get(kindOf(violation)) ?? []), seed]);
      }
    }),
  );
  const reports = [];
  for (const [kind, failing] of seedsOf) {
    const schedule = await shortest(scheduleOf(failing[0]!), async (one) =>
      (await violationsOf(one)).some((violation) => kindOf(violation) === kind),
    );
    const { violations, trace } = await play(ledger.store, ledger.db, schedule, true);
    reports.push(
      [
        `seeds ${failing.join()}, ${schedule.kind}, ${JSON.stringify(schedule.habits)}:`,
        ...violations,
        ...trace.filter((line, at) => line !== trace[at - 1] && line !== trace[at - 3]),
      ].join('\n'),
    );
  }
  if (reports.length > 0) throw new Error(reports.join('\n\n'));
}, 3_600_000);

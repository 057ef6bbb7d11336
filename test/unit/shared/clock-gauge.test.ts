/** The metric that compares our clock with the ledger's. */
import { jest } from '@jest/globals';
import { createApiMetrics } from '../../../src/shared/metrics/api-metrics.js';
import { createWorkerMetrics } from '../../../src/shared/metrics/worker-metrics.js';

const figures = () => ({ waiting: 0 });
const ledgerMs = Date.parse('2026-11-26T12:00:00Z');
/** How long a question to the ledger takes. */
const tripMs = 3_000;
let elapsedMs: number;

beforeEach(() => {
  elapsedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A role whose clock is ahead, and how often it asked the ledger. */
function role(
  metrics: Pick<ReturnType<typeof createApiMetrics>, 'text' | 'observeLedgerClock'>,
  aheadMs: number,
) {
  const asked = { count: 0, away: false };
  metrics.observeLedgerClock({
    clock: () => new Date(ledgerMs + elapsedMs + aheadMs),
    read: () => {
      asked.count += 1;
      if (asked.away) return Promise.reject(new Error('away'));
      elapsedMs += tripMs;
      return Promise.resolve(new Date(ledgerMs + elapsedMs - tripMs / 2));
    },
  });
  const sample = async () => {
    const [, value] = /^ecf_clock_ahead_of_ledger_seconds\{.*\} (\S+)$/m.exec(await metrics.text()) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  return { asked, sample };
}

test.each([
  { name: 'the api, ahead', metrics: () => createApiMetrics(figures), aheadMs: 14_400_000 },
  { name: 'the api, behind', metrics: () => createApiMetrics(figures), aheadMs: -90_000 },
  { name: 'the api, right', metrics: () => createApiMetrics(figures), aheadMs: 0 },
  {
    name: 'a worker, ahead',
    metrics: () => createWorkerMetrics(() => Promise.resolve(''), figures),
    aheadMs: 14_400_000,
  },
])('$name: it does not matter how long the question takes', async ({ metrics, aheadMs }) => {
  expect(await role(metrics(), aheadMs).sample()).toBe(aheadMs / 1_000);
});

test('scrapes ask the ledger at most every 10 s', async () => {
  const { asked, sample } = role(createApiMetrics(figures), 0);
  await sample();
  elapsedMs += 9_999;
  await sample();
  expect(asked.count).toBe(1);
  elapsedMs += 1;
  await sample();
  expect(asked.count).toBe(2);
});

test('without an answer of the ledger there is no sample, and then the last known one', async () => {
  const { asked, sample } = role(createApiMetrics(figures), 90_000);
  asked.away = true;
  expect(await sample()).toBeUndefined();
  asked.away = false;
  expect(await sample()).toBe(90);
  asked.away = true;
  elapsedMs += 60_000;
  expect(await sample()).toBe(90);
});

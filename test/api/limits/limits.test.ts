/** When requests start, so that the event loop stays free for others: for connections that arrive, for timers, for /healthz. */
import { readFileSync } from 'node:fs';
import { createConcurrencyLimit } from '../../../src/api/limits/concurrency-limit.js';
import { createLimits, loadsOf, voucherLimitFor, type Limits } from '../../../src/api/limits/limits.js';
import { acceptedMax } from '../../../src/api/limits/spread-starts.js';

const iteration = () => new Promise((resolve) => setImmediate(resolve));
const starts = ['companyArrivals', 'arrivals', 'starts'] as const;

const spread = [...starts, 'vouchers', 'largeVouchers', 'receptions'] as const;

/** Does `work` when the limit of this name lets it start. */
function startIn(limits: Limits, name: (typeof spread)[number], work: () => Promise<unknown>) {
  const limit = limits[name];
  return 'fairStart' in limit ? limit.fairStart(1 as never).then(work) : limit.run(1 as never, work);
}

test.each(spread)(
  '%s: while connections arrive no request starts until three hundred of them were accepted',
  async (name) => {
    let accepted = 0;
    let startedAt: number | undefined;
    const request = startIn(
      createLimits(() => accepted),
      name,
      async () => (startedAt = accepted),
    );
    while (startedAt === undefined && accepted < 1_000) {
      accepted += 1;
      await iteration();
    }
    await request;
    expect(startedAt).toBeGreaterThanOrEqual(acceptedMax);
    expect(startedAt).toBeLessThan(acceptedMax + 10);
  },
);

test.each(spread)(
  '%s: without new connections a request starts in the next iteration of the event loop',
  async (name) => {
    let started = false;
    const request = startIn(
      createLimits(() => 7),
      name,
      async () => (started = true),
    );
    await iteration();
    await iteration();
    expect(started).toBe(true);
    await request;
  },
);

/** A millisecond of work on the event loop. */
const work = () => {
  const endMs = performance.now() + 1;
  while (performance.now() < endMs);
  return Promise.resolve();
};

test.each(spread)(
  '%s: a burst of requests is spread over many iterations of the event loop',
  async (name) => {
    const limits = createLimits();
    let iterations = 0;
    let burstIsOver = false;
    const countIterations = async () => {
      while (!burstIsOver) {
        await iteration();
        iterations += 1;
      }
    };
    const counting = countIterations();
    await Promise.all(Array.from({ length: 200 }, () => startIn(limits, name, work)));
    burstIsOver = true;
    await counting;
    // 200 ms of work, at most about 10 ms in each iteration.
    expect(iterations).toBeGreaterThan(15);
  },
);

test.each(starts)(
  '%s: a burst of one caller does not delay the next request of another one',
  async (name) => {
    const queue = createLimits()[name];
    let started = 0;
    const start = (key: number) => queue.fairStart(key as never).then(() => (started += 1));
    const burst = Array.from({ length: 200 }, () => start(1));
    await start(2);
    expect(started).toBeLessThan(10);
    await Promise.all(burst);
  },
);

test('strangers from a thousand networks do not delay the next request of a company', async () => {
  const { arrivals, companyArrivals } = createLimits();
  let started = 0;
  const flood = Array.from({ length: 1_000 }, (_, i) =>
    arrivals.fairStart(`network-${i}`).then(() => {
      started += 1;
      return work();
    }),
  );
  await companyArrivals.fairStart(1);
  expect(started).toBeLessThan(100);
  await Promise.all(flood);
});

test('large vouchers that wait for a thread leave the company the slots of its small ones', async () => {
  const limits = createLimits();
  const never = new Promise<void>(() => undefined);
  for (let voucher = 0; voucher < 50; voucher += 1)
    void voucherLimitFor(limits, 1_000_000).run(1, () => never);
  await expect(voucherLimitFor(limits, 5_000).run(1, () => Promise.resolve('answered'))).resolves.toBe(
    'answered',
  );
});

test.each([
  { name: 'the key has too many tasks itself', key: 1, code: 'TOO_MANY_REQUESTS' },
  { name: 'all keys together have', key: 2, code: 'OVERLOADED' },
])('work is refused because $name: $code', async ({ key, code }) => {
  const limits = { runningMax: 1, waitingMax: 0, waitingOfOneMax: 0 };
  const prints = createConcurrencyLimit<number>('prints', limits, 5);
  void prints.run(1, () => new Promise<void>(() => undefined));
  await expect(prints.run(key, () => Promise.resolve())).rejects.toMatchObject({ code });
});

test('the operators’ page names each limit of a process', () => {
  const page = readFileSync('docs/operate/limits.md', 'utf8');
  const missing = loadsOf(createLimits()).filter(({ name }) => !page.includes(`\`${name}\``));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

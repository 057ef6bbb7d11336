/**
 * Numbers per second compared with a bare counter (`findOneAndUpdate` with `$inc`, the same write concern, MongoDB and run), at
 * the store and over HTTP; the effect of a million reservations; and a page of unused numbers compared with a bare indexed
 * find of as many rows.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { alternately, quantile, throughput, timed } from '../measure.mjs';
import { addCompany, environment, openWorld, seedReservations } from './sequences-world.mjs';
import { startService } from '../service.mjs';

const goals = { alone: 1, slowest: 4, million: 0.9, unused: 3 };
/** The size of a round: long enough that its start and end do not matter, short enough to alternate. */
const counts = new Map([
  [1, 300],
  [20, 3_000],
  [50, 6_000],
]);
const rounds = 5;
const processes = 4;
const clientsPerProcess = 12;
const countPerProcess = 1_500;
const pageSize = 1_000;
const pageRounds = 60;
const manyReservations = 1_000_000;
const fewReservations = 1_000;
/** Seeding a million reservations takes most of it. */
const limitMs = 20 * 60_000;

export async function sequences() {
  const late = setTimeout(() => {
    console.error(`The bench did not end within ${limitMs} ms`);
    process.exit(1);
  }, limitMs);
  const service = await startService();
  try {
    return await measure(service);
  } finally {
    await service.stop();
    clearTimeout(late);
  }
}

async function measure(service) {
  const few = await openWorld(service.mongoUri, 'bench_few');
  const many = await openWorld(service.mongoUri, 'bench_many');
  for (const world of [few, many]) await addCompany(world, 1);
  await seedReservations(few, 1, fewReservations);

  const table = [['', 'next', 'raw', 'ratio']];
  const row = (name, next, raw, unit) => {
    table.push([
      name,
      `${next.toFixed(unit === 'ms' ? 2 : 0)} ${unit}`,
      `${raw.toFixed(unit === 'ms' ? 2 : 0)} ${unit}`,
      (next / raw).toFixed(2),
    ]);
    return next / raw;
  };
  const ratios = {};
  for (const [clients, count] of counts) {
    console.error(`store, ${clients} clients`);
    const rates = await inTurn({
      next: () => throughput(() => few.next(1), clients, count),
      raw: () => throughput(() => few.raw(1), clients, count),
    });
    const ratio = row(`store, ${clients} clients`, rates.next, rates.raw, '/s');
    if (clients === 50) ratios.alone = ratio;
  }

  console.error(`store, ${processes} processes on one key`);
  const crowd = await startCrowd(service.mongoUri, 'bench_few');
  const together = await inTurn({ next: () => crowd.run('next'), raw: () => crowd.run('raw') });
  await crowd.stop();
  const crowdName = `store, ${processes} processes × ${clientsPerProcess} clients`;
  row(crowdName, together.next, together.raw, '/s');
  ratios.slowest = row('  the slowest of all', crowd.slowestMs('next'), crowd.slowestMs('raw'), 'ms');

  for (const [clients, count] of counts) {
    console.error(`HTTP, ${clients} clients`);
    const rates = await inTurn({
      next: () => throughput(() => service.next(randomUUID()), clients, count / 2),
      raw: () => throughput(() => few.raw(1), clients, count / 2),
    });
    row(`HTTP, ${clients} clients`, rates.next, rates.raw, '/s');
  }

  console.error(`seeding ${manyReservations} reservations`);
  await seedReservations(many, 1, manyReservations);
  // MongoDB would go on writing the million to its files for a while, and slow down the measurement.
  await many.db.admin().command({ fsync: 1 });
  console.error('next with many and with few');
  const size = await inTurn({
    many: () => throughput(() => many.next(1), 20, 3_000),
    few: () => throughput(() => few.next(1), 20, 3_000),
  });
  table.push(['', `of ${manyReservations}`, `of ${fewReservations}`, 'ratio']);
  ratios.million = row('store, 20 clients', size.many, size.few, '/s');

  console.error('a page of unused numbers');
  const reservedBefore = new Date();
  const page = () => many.store.unused({ companyId: 1, environment, reservedBefore, limit: pageSize });
  const find = () =>
    many.db
      .collection('reservations')
      .find({ _id: { $gte: `1:${environment}:31:` } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
  const samples = await alternately({ page, find }, pageRounds);
  table.push(['', 'unused', 'raw find', 'ratio']);
  ratios.unused = row(
    `a page of ${pageSize}, p50`,
    quantile(samples.page, 0.5),
    quantile(samples.find, 0.5),
    'ms',
  );
  await Promise.all([few.close(), many.close()]);

  const met = {
    alone: ratios.alone >= goals.alone,
    slowest: ratios.slowest <= goals.slowest,
    million: ratios.million >= goals.million,
    unused: ratios.unused <= goals.unused,
  };
  const say = (name, text) => `goal: ${text}: ${met[name] ? 'met' : 'MISSED'}`;
  return {
    table,
    notes: [
      say('alone', `store, 50 clients in one process ≥ ${goals.alone} × raw`),
      say(
        'slowest',
        `${processes} processes on one key: the slowest number ≤ ${goals.slowest} × the slowest of raw`,
      ),
      say('million', `no slower with ${manyReservations} reservations (≥ ${goals.million} ×)`),
      say('unused', `a page of unused ≤ ${goals.unused} × a raw find`),
    ],
    ok: Object.values(met).every(Boolean),
  };
}

/** Medians of loads that alternate, after one uncounted round of each. */
async function inTurn(loads) {
  const rates = Object.fromEntries(Object.keys(loads).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, load] of Object.entries(loads)) {
      const rate = await load();
      if (round > 0) rates[name].push(rate);
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, quantile(all, 0.5)]));
}

async function startCrowd(uri, database) {
  const file = fileURLToPath(new URL('sequences-process.mjs', import.meta.url));
  const env = { ...process.env, MONGODB_URI: uri };
  const children = Array.from({ length: processes }, () => fork(file, [database], { env }));
  await Promise.all(children.map((child) => once(child, 'message')));
  const slowest = {};
  return {
    /** Of all rounds so far. */
    slowestMs: (what) => slowest[what],
    /** @returns numbers per second of all processes together */
    run: async (what) => {
      const ms = await timed(() =>
        Promise.all(
          children.map(async (child) => {
            child.send({ what, companyId: 1, clients: clientsPerProcess, count: countPerProcess });
            const [{ slowestMs }] = await once(child, 'message');
            slowest[what] = Math.max(slowest[what] ?? 0, slowestMs);
          }),
        ),
      );
      return ((processes * countPerProcess) / ms) * 1_000;
    },
    stop: async () => {
      await Promise.all(
        children.map((child) => {
          child.send({ what: 'stop' });
          return once(child, 'exit');
        }),
      );
    },
  };
}

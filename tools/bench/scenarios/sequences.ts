/** Numbers per second at the store, beside a bare counter, and the effect of a million reservations. */
import { progress, withinLimit, type Measured } from '../bench.js';
import { nextReport, startChild, stopChild } from '../child.js';
import { alternately, inTurn, mapEach, median, row, throughput, timed } from '../measure.js';
import { withMongod } from '../mongod.js';
import { makeWorld, type World } from './sequences-world.js';

const goals = { alone: 1, slowest: 4, million: 0.9, unused: 3 };
const rounds = 5;
const processes = 4;
const clientsPerProcess = 12;
const countPerProcess = 1_500;
const pageSize = 1_000;
const pageRounds = 60;
const manyReservations = 1_000_000;
const fewReservations = 1_000;
/** Writing a million reservations takes most of this time. */
const limitMs = 20 * 60_000;

interface Compared {
  readonly name: string;
  readonly unit: '/s' | 'ms';
  readonly ours: number;
  readonly raw: number;
}

export function sequences(): Promise<Measured> {
  return withinLimit(limitMs, () => withMongod(measure));
}

async function measure(mongoUri: string): Promise<Measured> {
  const few = await makeWorld(mongoUri, 'bench_few', fewReservations);
  // A round is long enough that its start and end do not matter, and short enough to alternate.
  const at1 = await atTheStore(few, 1, 300);
  const at20 = await atTheStore(few, 20, 3_000);
  const at50 = await atTheStore(few, 50, 6_000);
  const together = await inProcesses(mongoUri);
  progress(`seeding ${manyReservations} reservations`);
  const many = await makeWorld(mongoUri, 'bench_many', manyReservations);
  const size = await withMany(many, few);
  const page = await unusedPage(many);
  await Promise.all([few.close(), many.close()]);
  return {
    table: [
      ['', 'next', 'raw', 'ratio'],
      ...[at1, at20, at50, together.rate, together.slowest].map(rowOf),
      ['', `of ${manyReservations}`, `of ${fewReservations}`, 'ratio'],
      rowOf(size),
      ['', 'unused', 'raw find', 'ratio'],
      rowOf(page),
    ],
    goals: [
      { name: 'next / raw, 50 clients at the store', figure: ratio(at50), atLeast: goals.alone },
      { name: 'slowest next / slowest raw', figure: ratio(together.slowest), atMost: goals.slowest },
      { name: 'next with many / with few reservations', figure: ratio(size), atLeast: goals.million },
      { name: 'a page of unused / a raw find', figure: ratio(page), atMost: goals.unused },
    ],
  };
}

async function atTheStore(world: World, clients: number, count: number): Promise<Compared> {
  const name = `store, ${clients} clients`;
  progress(name);
  const rates = await medians({
    ours: () => throughput(world.next, clients, count),
    raw: () => throughput(world.raw, clients, count),
  });
  return { name, unit: '/s', ...rates };
}

async function inProcesses(mongoUri: string): Promise<{ rate: Compared; slowest: Compared }> {
  const name = `store, ${processes} processes × ${clientsPerProcess} clients`;
  progress(name);
  const crowd = await startCrowd(mongoUri, 'bench_few');
  const rates = await medians({ ours: () => crowd.run('next'), raw: () => crowd.run('raw') });
  await crowd.stop();
  const { next, raw } = crowd.slowestMs;
  return {
    rate: { name, unit: '/s', ...rates },
    slowest: { name: '  the slowest of all', unit: 'ms', ours: next, raw },
  };
}

async function withMany(many: World, few: World): Promise<Compared> {
  progress('next with many and with few');
  const rates = await medians({
    ours: () => throughput(many.next, 20, 3_000),
    raw: () => throughput(few.next, 20, 3_000),
  });
  return { name: 'store, 20 clients', unit: '/s', ...rates };
}

async function unusedPage(world: World): Promise<Compared> {
  progress('a page of unused numbers');
  const pages = { ours: () => world.unusedPage(pageSize), raw: () => world.rawPage(pageSize) };
  const ms = mapEach(await alternately(pages, pageRounds), median);
  return { name: `a page of ${pageSize}, p50`, unit: 'ms', ...ms };
}

/** Of measurements that take turns, after one uncounted round of each. */
async function medians<Name extends string>(measurements: Readonly<Record<Name, () => Promise<number>>>) {
  await inTurn(measurements, 1);
  return mapEach(await inTurn(measurements, rounds), median);
}

/** Processes that compete for the numbers of one company and type. */
async function startCrowd(mongoUri: string, database: string) {
  const program = new URL('./sequences-process.js', import.meta.url);
  const args = [database, String(clientsPerProcess), String(countPerProcess)];
  const children = Array.from({ length: processes }, () => startChild(program, args, mongoUri));
  await Promise.all(children.map((child) => nextReport(child, 'ready')));
  const slowestMs = { next: 0, raw: 0 };
  return {
    slowestMs,
    run: async (load: 'next' | 'raw') => {
      const ms = await timed(() =>
        Promise.all(
          children.map(async (child) => {
            child.send(load);
            const report = await nextReport(child, 'slowestMs');
            slowestMs[load] = Math.max(slowestMs[load], report.slowestMs);
          }),
        ),
      );
      return ((processes * countPerProcess) / ms) * 1_000;
    },
    stop: () => Promise.all(children.map(stopChild)),
  };
}

function rowOf({ name, unit, ours, raw }: Compared): string[] {
  return row(name, unit, [ours, raw]);
}

function ratio({ ours, raw }: Compared): number {
  return ours / raw;
}

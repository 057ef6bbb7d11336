/** What a request costs, beside a bare Express route with the same token and one read or write of MongoDB. */
import { progress, withinLimit, type Goal, type Measured } from '../../bench.js';
import { alternately, inTurn, mapEach, median, row, throughput } from '../../measure.js';
import { startSides, type Operation, type Side, type Sides } from './operations.js';

/** By operation: how many times as long as the bare route it may take. For validate: as the bare route and the core together. */
const goals: Readonly<Record<string, number>> = {
  'document-status': 1.5,
  'consult-rnc': 1.5,
  'ecf-sequences': 2,
  next: 1.5,
  validate: 1.5,
};
/** 50 clients must get at least this share of the numbers per second that they get from the bare route's counter. */
const counterShare = 0.7;
const warmUpRounds = 50;
const rounds = 200;
const clients = 50;
const blocks = 5;
const blockCount = 500;
const requests = blocks * blockCount;
const limitMs = 15 * 60_000;

type Pair = Readonly<Record<Side, number>>;

interface Figures {
  readonly name: string;
  readonly p50Ms: Pair;
  readonly perSecond: Pair;
  /** Processor time of one request, in the process that answers it. */
  readonly cpuMs: Pair;
  readonly coreMs: number;
}

export function api(): Promise<Measured> {
  return withinLimit(limitMs, async () => {
    const sides = await startSides();
    try {
      const measured: Figures[] = [];
      for (const operation of sides.operations) measured.push(await measure(sides, operation));
      return {
        table: [headings, ...measured.flatMap(rows)],
        goals: measured.flatMap(goalsOf),
        notes: measured.flatMap(({ name, coreMs }) =>
          coreMs === 0 ? [] : [`bare ${name} includes ${coreMs.toFixed(2)} ms of what ${name} computes`],
        ),
      };
    } finally {
      await sides.stop();
    }
  });
}

async function measure({ core, cpuMs }: Sides, operation: Operation): Promise<Figures> {
  const { name, ours, bare } = operation;
  progress(name);
  const computes = name === 'validate';
  const used = { ours: 0, bare: 0 };
  const crowd = (side: Side) => async () => {
    const beforeMs = await cpuMs[side]();
    const rate = await throughput(operation[side], clients, blockCount);
    used[side] += (await cpuMs[side]()) - beforeMs;
    return rate;
  };
  const crowds = { ours: crowd('ours'), bare: crowd('bare') };
  // Compiles the hot code of all processes.
  await inTurn(crowds, 1);

  const works = { ours, bare, core: computes ? core : () => undefined };
  await alternately(works, warmUpRounds);
  const alone = mapEach(await alternately(works, rounds), median);
  const coreMs = computes ? alone.core : 0;
  used.ours = 0;
  used.bare = 0;
  const perSecond = mapEach(await inTurn(crowds, blocks), median);
  return {
    name,
    p50Ms: { ours: alone.ours, bare: alone.bare + coreMs },
    // The bare route with the core: one process computes one voucher after the other.
    perSecond: { ours: perSecond.ours, bare: 1_000 / (1_000 / perSecond.bare + coreMs) },
    cpuMs: { ours: used.ours / requests, bare: used.bare / requests + coreMs },
    coreMs,
  };
}

const headings = ['', 'ours', 'bare', 'ratio'];

function rows({ name, p50Ms, perSecond, cpuMs }: Figures): string[][] {
  return [
    row(`${name}, 1 client, p50`, 'ms', [p50Ms.ours, p50Ms.bare]),
    row(`  ${clients} clients`, '/s', [perSecond.ours, perSecond.bare]),
    row(`  ${clients} clients, processor`, 'ms', [cpuMs.ours, cpuMs.bare]),
  ];
}

function goalsOf({ name, p50Ms, perSecond }: Figures): Goal[] {
  const atMost = goals[name] ?? 1;
  const slower = perSecond.bare / perSecond.ours;
  const share = {
    name: `numbers of ${clients} clients / the raw counter's`,
    figure: 1 / slower,
    atLeast: counterShare,
  };
  return [
    { name: `${name}: p50 / the bare route's`, figure: p50Ms.ours / p50Ms.bare, atMost },
    { name: `${name}: the bare route's throughput / ours`, figure: slower, atMost },
    ...(name === 'next' ? [share] : []),
  ];
}

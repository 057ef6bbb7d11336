/** One warm send with `waitForFinal`, beside a bare workflow on the same Temporal, and what each process spends. */
import { progress, withinLimit, type Measured } from '../bench.js';
import { alternately, inTurn, mapEach, median, quantile, row, throughput, type Work } from '../measure.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { processorMs } from '../processor-time.js';
import { startService, type BenchService } from '../service.js';
import { startBare } from './bare.js';
import { deliveriesLater, startDeliveries } from './delivery.js';

const goals = { p50: 2, throughput: 0.65 };
const processorGoals: Readonly<Record<string, number>> = { worker: 22, api: 8 };
const processorClients = 10;
const processorCount = 300;
/** A worker makes this many deliveries to one receiver at a time. */
const deliveryClients = 4;
const deliveryCount = 200;
/** After these, all processes have compiled their hot code, and the service holds its DGII token. */
const warmUpRounds = 60;
/** With this count the median varies by a few hundredths only. */
const rounds = 200;
const clients = 20;
const blocks = 5;
const blockCount = 100;
/** It takes four minutes on a slow machine; if it takes longer, it hangs. */
const limitMs = 15 * 60_000;

type Name = 'send' | 'bare';

export function send(): Promise<Measured> {
  return withinLimit(limitMs, async () => {
    const service = await startService({ settings: deliveriesLater });
    try {
      const sent = await sendOn(service);
      return { ...sent, table: [...sent.table, ...(await measureDeliveries(service.stack))] };
    } finally {
      await service.stop();
    }
  });
}

export async function sendOn({ stack, send: sendOne }: BenchService): Promise<Measured> {
  const bare = await startBare(stack.temporalAddress, stack.temporalNamespace);
  try {
    const measured = await measure({ send: sendOne, bare: bare.execute });
    const byProcess = await measureProcessors(stack, sendOne);
    return {
      table: [...measured.table, ...byProcess.table],
      goals: [...measured.goals, ...byProcess.goals],
    };
  } finally {
    await bare.stop();
  }
}

async function measure(works: Readonly<Record<Name, Work>>): Promise<Measured> {
  const crowds = mapEach(works, (work) => () => throughput(work, clients, blockCount));
  progress(`warming up: ${warmUpRounds} rounds`);
  await alternately(works, warmUpRounds);
  await inTurn(crowds, 1);
  progress(`one client: ${rounds} rounds`);
  const alone = await alternately(works, rounds);
  progress(`${clients} clients: ${blocks} blocks of ${blockCount} of each`);
  const perSecond = mapEach(await inTurn(crowds, blocks), median);

  const p50 = mapEach(alone, median);
  const p95 = mapEach(alone, (samples) => quantile(samples, 0.95));
  return {
    table: [
      ['', 'send', 'bare workflow', 'send / bare'],
      row('1 client, p50', 'ms', [p50.send, p50.bare], 1),
      row('1 client, p95', 'ms', [p95.send, p95.bare], 1),
      row(`${clients} clients`, '/s', [perSecond.send, perSecond.bare], 1),
    ],
    goals: [
      { name: "p50 of a send / the bare workflow's", figure: p50.send / p50.bare, atMost: goals.p50 },
      {
        name: "throughput / the bare workflow's",
        figure: perSecond.send / perSecond.bare,
        atLeast: goals.throughput,
      },
    ],
  };
}

async function measureProcessors(stack: OwnStack, sendOne: Work): Promise<Measured> {
  progress(`processor time: ${processorCount} vouchers of ${processorClients} clients`);
  const each = await processorMsOf(stack, () => throughput(sendOne, processorClients, processorCount));
  const ofOne = each.map(([name, ms]) => [name, ms / processorCount] as const);
  return {
    table: ofOne.map(([name, ms]) => [`processor, ${name}`, `${ms.toFixed(1)} ms`]),
    goals: ofOne.flatMap(([name, ms]) => {
      const atMost = processorGoals[name];
      return atMost === undefined ? [] : { name: `processor ms of a voucher, ${name}`, figure: ms, atMost };
    }),
  };
}

async function measureDeliveries(stack: OwnStack): Promise<Measured['table']> {
  progress(`processor time: ${deliveryCount} deliveries to buyers`);
  const deliveries = await startDeliveries(stack);
  const work = () => throughput(deliveries.deliver, deliveryClients, deliveryCount);
  try {
    await work();
    const each = await processorMsOf(stack, work);
    return each.map(([name, ms]) => [`its delivery, ${name}`, `${(ms / deliveryCount).toFixed(1)} ms`]);
  } finally {
    await deliveries.stop();
  }
}

/** @throws Error when a process was replaced meanwhile: the figure of the new one says nothing */
async function processorMsOf({ pids }: OwnStack, work: Work): Promise<(readonly [string, number])[]> {
  const started = pids();
  const before = processorMs(started);
  await work();
  const ended = pids();
  const replaced = Object.keys({ ...started, ...ended }).filter((name) => started[name] !== ended[name]);
  if (replaced.length > 0) throw new Error(`Restarted during the measurement: ${replaced.join(', ')}`);
  return Object.entries(processorMs(ended)).map(([name, ms]) => [name, ms - (before[name] ?? ms)]);
}

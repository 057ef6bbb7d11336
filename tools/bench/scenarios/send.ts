/**
 * One warm send with `waitForFinal`, beside a bare workflow on the same Temporal, and what each process spends on a voucher and on its
 * delivery to the buyer: as a round of the worker makes it, and by a workflow (docs/develop/adr/0035-first-deliveries-from-a-round.md).
 */
import { progress, withinLimit, type Measured } from '../bench.js';
import { alternately, inTurn, mapEach, median, quantile, row, throughput, type Work } from '../measure.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { processorMs } from '../processor-time.js';
import { startService, type BenchService } from '../service.js';
import { startBare } from './bare.js';
import { deliveriesLater, holdDeliveries, startDeliveries } from './delivery.js';

const goals = { p50: 2, throughput: 0.65, delivery: 0.6 };
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
    const { sent, byWorkflow } = await measureFirst(service).finally(() => service.stop());
    const byRound = await measureRound();
    return {
      table: [...sent.table, ...rowsOf('its delivery', byRound), ...rowsOf('by a workflow', byWorkflow)],
      goals: [
        ...sent.goals,
        {
          name: 'processor ms of a delivery / of one by a workflow',
          figure: total(byRound) / total(byWorkflow),
          atMost: goals.delivery,
        },
      ],
    };
  });
}

async function measureFirst(service: BenchService) {
  const sent = await sendOn(service);
  return { sent, byWorkflow: await measureWorkflows(service.stack) };
}

type ByProcess = readonly (readonly [string, number])[];

function rowsOf(what: string, byProcess: ByProcess): Measured['table'] {
  return byProcess.map(([name, ms]) => [`${what}, ${name}`, `${ms.toFixed(1)} ms`]);
}

function total(byProcess: ByProcess): number {
  return byProcess.reduce((sum, [, ms]) => sum + ms, 0);
}

export async function sendOn({ stack, send: sendOne }: BenchService): Promise<Measured> {
  const bare = await startBare(stack.temporal);
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

async function measureWorkflows(stack: OwnStack): Promise<ByProcess> {
  progress(`processor time: ${deliveryCount} deliveries to buyers by workflows`);
  const deliveries = await startDeliveries(stack);
  const work = () => throughput(deliveries.deliver, deliveryClients, deliveryCount);
  try {
    await work();
    return await msOfOne(stack, work);
  } finally {
    await deliveries.stop();
  }
}

/** On a stack of its own: a worker that makes deliveries by itself would make them while the sends are measured. */
async function measureRound(): Promise<ByProcess> {
  progress(`processor time: ${deliveryCount} deliveries to buyers from the worker's round`);
  const service = await startService();
  try {
    const held = await holdDeliveries(service.stack);
    try {
      await throughput(service.send, processorClients, 2 * deliveryCount);
      const work = () => held.release(deliveryCount);
      await work();
      return await msOfOne(service.stack, work);
    } finally {
      await held.stop();
    }
  } finally {
    await service.stop();
  }
}

async function msOfOne(stack: OwnStack, work: () => Promise<unknown>): Promise<ByProcess> {
  const each = await processorMsOf(stack, work);
  return each.map(([name, ms]) => [name, ms / deliveryCount]);
}

/** @throws Error when a process was replaced meanwhile: the figure of the new one says nothing */
async function processorMsOf({ pids }: OwnStack, work: () => Promise<unknown>): Promise<ByProcess> {
  const started = pids();
  const before = processorMs(started);
  await work();
  const ended = pids();
  const replaced = Object.keys({ ...started, ...ended }).filter((name) => started[name] !== ended[name]);
  if (replaced.length > 0) throw new Error(`Restarted during the measurement: ${replaced.join(', ')}`);
  return Object.entries(processorMs(ended)).map(([name, ms]) => [name, ms - (before[name] ?? ms)]);
}

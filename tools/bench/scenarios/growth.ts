/**
 * Does a send get slower as vouchers accumulate? The ratio to a bare workflow may grow by a quarter: it varies by that.
 */
import { progress, withinLimit, type Measured } from '../bench.js';
import { alternately, mapEach, median, row, throughput, type Work } from '../measure.js';
import { startService } from '../service.js';
import { startBare } from './bare.js';

const goalGrowth = 1.25;
const vouchers = 5_000;
const clients = 20;
const warmUpRounds = 100;
const rounds = 150;
/** It takes ten minutes on a slow machine; if it takes longer, it hangs. */
const limitMs = 40 * 60_000;

type Name = 'send' | 'bare';

export function growth(): Promise<Measured> {
  return withinLimit(limitMs, async () => {
    const service = await startService();
    const bare = await startBare(service.stack.temporal);
    try {
      return await measure({ send: service.send, bare: bare.execute });
    } finally {
      await bare.stop();
      await service.stop();
    }
  });
}

async function measure(works: Readonly<Record<Name, Work>>): Promise<Measured> {
  const medians = async () => mapEach(await alternately(works, rounds), median);
  progress(`warming up: ${warmUpRounds} rounds`);
  await alternately(works, warmUpRounds);
  const before = await medians();
  progress(`${vouchers} vouchers, ${clients} clients`);
  const perSecond = await throughput(works.send, clients, vouchers);
  const after = await medians();
  return {
    table: [
      ['p50', 'send', 'bare workflow', 'ratio'],
      row('before', 'ms', [before.send, before.bare], 1),
      row(`after ${vouchers}`, 'ms', [after.send, after.bare], 1),
    ],
    notes: [`in between ${perSecond.toFixed(1)} vouchers a second`],
    goals: [
      {
        name: 'the ratio after / the ratio before',
        figure: ratio(after) / ratio(before),
        atMost: goalGrowth,
      },
    ],
  };
}

function ratio({ send, bare }: Record<Name, number>): number {
  return send / bare;
}

/**
 * Does a send get slower as vouchers accumulate? Compares its median with a bare workflow's, before and after 5,000 vouchers in
 * the same service. Goal: the ratio grows by a quarter at most; it varies by that much between runs.
 */
import { startBare } from './bare.mjs';
import { alternately, quantile, throughput } from '../measure.mjs';
import { startService, withinLimit } from '../service.mjs';

const goalGrowth = 1.25;
const vouchers = 5_000;
const clients = 20;
const warmUpRounds = 100;
const rounds = 150;
/** It takes ten minutes on a slow machine; if it takes longer, it hangs. */
const limitMs = 40 * 60_000;

export function growth() {
  return withinLimit(limitMs, async () => {
    const service = await startService();
    const bare = await startBare(service.temporalAddress);
    try {
      return await measure({ send: service.send, bare: bare.execute });
    } finally {
      await bare.stop();
      await service.stop();
    }
  });
}

async function measure(works) {
  console.error(`warming up: ${warmUpRounds} rounds`);
  await alternately(works, warmUpRounds);
  const before = await alternately(works, rounds);
  console.error(`${vouchers} vouchers, ${clients} clients`);
  const perSecond = await throughput(works.send, clients, vouchers);
  const after = await alternately(works, rounds);

  const ratioOf = (samples, share) => quantile(samples.send, share) / quantile(samples.bare, share);
  const row = (name, samples, share) => [
    name,
    `${quantile(samples.send, share).toFixed(1)} ms`,
    `${quantile(samples.bare, share).toFixed(1)} ms`,
    ratioOf(samples, share).toFixed(2),
  ];
  const grown = ratioOf(after, 0.5) / ratioOf(before, 0.5);
  return {
    table: [
      ['', 'send', 'bare workflow', 'ratio'],
      row('before, p50', before, 0.5),
      row('before, p95', before, 0.95),
      row(`after ${vouchers}, p50`, after, 0.5),
      row(`after ${vouchers}, p95`, after, 0.95),
    ],
    notes: [
      `in between ${perSecond.toFixed(1)} vouchers a second`,
      `goal: the ratio grows by no more than ${goalGrowth} ×: ${grown.toFixed(2)} ×, ${grown <= goalGrowth ? 'met' : 'MISSED'}`,
    ],
    ok: grown <= goalGrowth,
  };
}

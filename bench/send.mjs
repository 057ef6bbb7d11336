/**
 * One warm send with `waitForFinal=10s`, with the simulator answering at once, against a bare workflow on the same
 * Temporal in the same run. Goal: its median is at most three times the bare workflow's. Throughput is for information.
 */
import { clearTimeout, setTimeout } from 'node:timers';
import { startBare } from './bare.mjs';
import { alternately, quantile, throughput } from './measure.mjs';
import { startService } from './service.mjs';

const goalRatio = 3;
/** Both have compiled what is hot by then, and the service holds its DGII token. */
const warmUpRounds = 40;
/** The median settles within a few hundredths. */
const rounds = 200;
const clients = 20;
const throughputCount = 400;
/** On a slow machine this takes two minutes; whatever takes longer hangs. */
const limitMs = 10 * 60_000;

export async function send() {
  const late = setTimeout(() => {
    console.error(`The bench did not end within ${limitMs} ms`);
    process.exit(1);
  }, limitMs);
  const service = await startService();
  try {
    const bare = await startBare(service.temporalAddress);
    try {
      return await measure(service.send, bare.execute);
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
    clearTimeout(late);
  }
}

async function measure(sendOne, executeBare) {
  const works = { send: sendOne, bare: executeBare };
  console.error(`warming up: ${warmUpRounds} rounds`);
  await alternately(works, warmUpRounds);
  console.error(`one client: ${rounds} rounds`);
  const alone = await alternately(works, rounds);
  console.error(`${clients} clients: ${throughputCount} of each`);
  const perSecond = {
    bare: await throughput(executeBare, clients, throughputCount),
    send: await throughput(sendOne, clients, throughputCount),
  };

  const row = (name, unit, of) => {
    const [sent, bare] = [of('send'), of('bare')];
    return [name, `${sent.toFixed(1)} ${unit}`, `${bare.toFixed(1)} ${unit}`, (sent / bare).toFixed(2)];
  };
  const ratio = quantile(alone.send, 0.5) / quantile(alone.bare, 0.5);
  return {
    table: [
      ['', 'send', 'bare workflow', 'ratio'],
      row('1 client, p50', 'ms', (work) => quantile(alone[work], 0.5)),
      row('1 client, p95', 'ms', (work) => quantile(alone[work], 0.95)),
      row(`${clients} clients`, '/s', (work) => perSecond[work]),
    ],
    notes: [
      `goal: p50 of a send ≤ ${goalRatio} × the bare workflow's: ${ratio <= goalRatio ? 'met' : 'MISSED'}`,
    ],
    ok: ratio <= goalRatio,
  };
}

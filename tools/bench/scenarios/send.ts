/**
 * One warm send with `waitForFinal`, with a simulator that answers at once, against a bare workflow on the same Temporal in the
 * same run; beside it the same steps without HTTP and validation. Goals: its median is at most 2.2 times the bare workflow's,
 * and 20 clients get at least 0.6 times its throughput.
 */
import { startBare } from './bare.mjs';
import { alternately, quantile, throughput } from '../measure.mjs';
import { startService, withinLimit } from '../service.mjs';

const goals = { p50: 2.2, throughput: 0.6 };
/** After these, all processes have compiled their hot code, and the service holds its DGII token. */
const warmUpRounds = 60;
/** With this count the median varies by a few hundredths only. */
const rounds = 200;
const clients = 20;
/** The blocks alternate, so that other load on the machine affects all of them equally. */
const blocks = 5;
const blockCount = 100;
/** It takes four minutes on a slow machine; if it takes longer, it hangs. */
const limitMs = 15 * 60_000;

export function send() {
  return withinLimit(limitMs, async () => {
    const service = await startService();
    const [bare, direct] = await Promise.all([startBare(service.temporalAddress), service.direct()]);
    try {
      return await measure({ send: service.send, direct: direct.issue, bare: bare.execute });
    } finally {
      await Promise.all([bare.stop(), direct.stop()]);
      await service.stop();
    }
  });
}

async function measure(works) {
  console.error(`warming up: ${warmUpRounds} rounds`);
  await alternately(works, warmUpRounds);
  for (const work of Object.values(works)) await throughput(work, clients, blockCount);
  console.error(`one client: ${rounds} rounds`);
  const alone = await alternately(works, rounds);
  console.error(`${clients} clients: ${blocks} blocks of ${blockCount} of each`);
  const perSecond = { send: [], direct: [], bare: [] };
  for (let block = 0; block < blocks; block += 1) {
    for (const [name, work] of Object.entries(works))
      perSecond[name].push(await throughput(work, clients, blockCount));
  }

  const row = (name, unit, of) => {
    const [sent, direct, bare] = [of('send'), of('direct'), of('bare')];
    const figures = [sent, direct, bare].map((figure) => `${figure.toFixed(1)} ${unit}`);
    return [name, ...figures, (sent / bare).toFixed(2), (direct / bare).toFixed(2)];
  };
  const p50 = quantile(alone.send, 0.5) / quantile(alone.bare, 0.5);
  const pace = quantile(perSecond.send, 0.5) / quantile(perSecond.bare, 0.5);
  const verdict = (met) => (met ? 'met' : 'MISSED');
  return {
    table: [
      ['', 'send', 'without HTTP', 'bare workflow', 'send / bare', 'without HTTP / bare'],
      row('1 client, p50', 'ms', (work) => quantile(alone[work], 0.5)),
      row('1 client, p95', 'ms', (work) => quantile(alone[work], 0.95)),
      row(`${clients} clients`, '/s', (work) => quantile(perSecond[work], 0.5)),
    ],
    notes: [
      `goal: p50 of a send ≤ ${goals.p50} × the bare workflow's: ${verdict(p50 <= goals.p50)}`,
      `goal: throughput ≥ ${goals.throughput} × the bare workflow's: ${verdict(pace >= goals.throughput)}`,
    ],
    ok: p50 <= goals.p50 && pace >= goals.throughput,
  };
}

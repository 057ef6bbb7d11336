/** What one voucher costs each part, in processor time, and how many vouchers a day one core of it therefore serves (docs/develop/scaling.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from '../bench/bench.js';
import { throughput } from '../bench/measure.js';
import { processorMs } from '../bench/processor-time.js';
import { startService } from '../bench/service.js';
import type { OwnStack } from '../own-stack/own-stack.js';

const restMs = 30_000;
const vouchers = 600;
const clients = 10;
const dayMs = 86_400_000;
/** It is DGII and the buyer. */
const notOurs = 'simulator';

/** One voucher of ten lines, from the request to DGII's result and the buyer. What a part does at rest is taken off. */
export async function processorCost(stack: OwnStack): Promise<string> {
  const service = await startService({ running: stack });
  try {
    const rest = await costOf(stack, () => sleep(restMs));
    const busy = await costOf(stack, () => throughput(service.send, clients, vouchers));
    const ours = [...busy.ms].filter(([part]) => part !== notOurs);
    const rows = ours.map(([part, ms]) => {
      const atRest = (rest.ms.get(part) ?? 0) / rest.took;
      const each = (ms - atRest * busy.took) / vouchers;
      return [part, each, atRest * 1_000] as const;
    });
    const all = rows.reduce((sum, [, each]) => sum + each, 0);
    return format([
      ['part', 'processor ms of a voucher', 'ms a second at rest', 'vouchers a day of one core'],
      ...rows.map(([part, each, atRest]) => [part, each.toFixed(1), atRest.toFixed(0), aDay(each)]),
      ['all', all.toFixed(1), '', aDay(all)],
    ]);
  } finally {
    await service.stop();
  }
}

/** A part that does nothing for a voucher serves any number. */
const aDay = (each: number) => (each < 0.1 ? '' : String(Math.round(dayMs / each / 1_000) * 1_000));

/** @returns milliseconds by part, the processes of a part together, and how long it took */
async function costOf({ pids }: OwnStack, work: () => Promise<unknown>) {
  const before = processorMs(pids());
  const startedMs = performance.now();
  await work();
  const took = performance.now() - startedMs;
  const ms = new Map<string, number>();
  for (const [name, after] of Object.entries(processorMs(pids()))) {
    const part = name.replace(/-\d+$/, '');
    ms.set(part, (ms.get(part) ?? 0) + after - (before[name] ?? after));
  }
  return { ms, took };
}

/** Lets the other company, which is not attacked, work as usual, and measures its requests. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { timed } from '../bench/measure.js';
import type { OwnStack } from '../own-stack/own-stack.js';
import { residentBytes } from '../torture/growth/memory.js';
import type { Traffic } from '../torture/traffic/traffic.js';
import type { Measured, Timing } from './bounds.js';

/** Enough clients to give each frequent operation a percentile within twenty seconds. */
const clients = 6;
const thinkMs = 50;
const probeEveryMs = 200;
const loginEveryMs = 1_000;
const failureChars = 200;
const roles = ['api', 'worker'] as const;

/** @param isAway whether the api is away on purpose: its probe may fail then */
export async function measure(
  stack: OwnStack,
  traffic: Traffic,
  forMs: number,
  isAway: () => boolean = () => false,
): Promise<Measured> {
  const endMs = performance.now() + forMs;
  const timings: Timing[] = [];
  const memory: Record<string, number> = {};
  const failures = new Set<string>();
  let healthMs = 0;
  const until = async (everyMs: number, act: () => Promise<void>) => {
    while (performance.now() < endMs) {
      try {
        await act();
      } catch (error) {
        if (!isAway()) failures.add(String(error).slice(0, failureChars));
      }
      await sleep(everyMs);
    }
  };
  await Promise.all([
    ...Array.from({ length: clients }, () =>
      until(thinkMs, async () => void timings.push(await traffic.one())),
    ),
    until(loginEveryMs, async () => {
      const ms = await timed(() => traffic.login());
      timings.push({ operation: 'login', ms });
    }),
    until(probeEveryMs, async () => {
      for (const role of roles) {
        const pid = stack.pids()[role];
        const bytes = pid === undefined ? undefined : residentBytes(pid);
        if (bytes !== undefined) memory[role] = Math.max(memory[role] ?? 0, bytes);
      }
      healthMs = Math.max(healthMs, await timed(() => health(stack.apiUrl)));
    }),
  ]);
  return { timings, healthMs, memory, failures: [...failures] };
}

async function health(apiUrl: string): Promise<void> {
  const response = await request(`${apiUrl}/healthz`, { headers: { connection: 'close' } });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`/healthz answered ${response.statusCode}`);
}

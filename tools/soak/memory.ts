/**
 * Memory of a role: resident memory, from the system; used and reserved V8 heap, and memory outside the heap (buffers), from the
 * role's own metrics. V8 returns memory late or never after a short growth of the heap, so resident memory alone says little
 * about what the service holds.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { request } from 'undici';

/** prom-client's names. */
const metrics = {
  heap: 'nodejs_heap_size_used_bytes',
  heapTotal: 'nodejs_heap_size_total_bytes',
  external: 'nodejs_external_memory_bytes',
};
const psLimitMs = 5_000;

/** @returns bytes of heap after the last collection; undefined before the first one. See collect.mjs. */
export function collectedBytes(dir, pid) {
  try {
    return Number(readFileSync(join(dir, String(pid)), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @returns bytes; undefined for a process that has just ended */
export function residentBytes(pid) {
  try {
    if (process.platform === 'linux') {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    }
    const text = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: psLimitMs,
    });
    return Number(text) * 1024;
  } catch {
    return undefined;
  }
}

/** @returns bytes of each metric that the role reports */
export async function toldMemory(adminUrl) {
  try {
    const response = await request(`${adminUrl}/metrics`);
    const text = await response.body.text();
    if (response.statusCode !== 200) return {};
    return Object.fromEntries(
      Object.entries(metrics).flatMap(([name, metric]) => {
        const [, bytes] = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text) ?? [];
        return bytes === undefined ? [] : [[name, Number(bytes)]];
      }),
    );
  } catch {
    return {};
  }
}

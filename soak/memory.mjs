/** Memory of a role: resident, as the system has it; used heap, as the role's own metrics tell it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { request } from 'undici';

/** prom-client's name for it. */
const heapMetric = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/m;
const psLimitMs = 5_000;

/** @returns bytes; undefined for a process that has just gone */
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

/** @returns bytes; undefined where the role tells no metrics */
export async function heapBytes(adminUrl) {
  try {
    const response = await request(`${adminUrl}/metrics`);
    const text = await response.body.text();
    const [, bytes] = (response.statusCode === 200 && heapMetric.exec(text)) || [];
    return bytes === undefined ? undefined : Number(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Memory of a role. V8 returns memory late or never, so resident memory alone says little about what the service holds.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

/** Bytes. Undefined: not known at this moment. */
export interface RoleMemory {
  readonly rss: number | undefined;
  /** The used heap after the last collection (collect-heap.ts). */
  readonly held: number | undefined;
  readonly heap: number | undefined;
  readonly heapTotal: number | undefined;
  readonly external: number | undefined;
}

export interface RolePlace {
  /** Undefined for a role that is being restarted. */
  readonly pid: number | undefined;
  readonly adminUrl: string;
  readonly heapDir: string;
}

const psLimitMs = 5_000;

export async function memoryOf({ pid, adminUrl, heapDir }: RolePlace): Promise<RoleMemory> {
  const metrics = await metricsOf(adminUrl);
  return {
    rss: pid === undefined ? undefined : residentBytes(pid),
    held: pid === undefined ? undefined : heldBytes(heapDir, pid),
    heap: metricOf(metrics, 'nodejs_heap_size_used_bytes'),
    heapTotal: metricOf(metrics, 'nodejs_heap_size_total_bytes'),
    external: metricOf(metrics, 'nodejs_external_memory_bytes'),
  };
}

function heldBytes(heapDir: string, pid: number): number | undefined {
  try {
    return Number(readFileSync(join(heapDir, String(pid)), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined for a process that has just ended */
export function residentBytes(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    }
    const options = { encoding: 'utf8', timeout: psLimitMs } as const;
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], options)) * 1024;
  } catch {
    return undefined;
  }
}

async function metricsOf(adminUrl: string): Promise<string> {
  try {
    const { statusCode, body } = await request(`${adminUrl}/metrics`);
    const text = await body.text();
    return statusCode === 200 ? text : '';
  } catch {
    return '';
  }
}

function metricOf(metrics: string, name: string): number | undefined {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

/** What a run measures: each request, and the memory of api and worker every second. */
import { performance } from 'node:perf_hooks';
import type { OwnStack } from '../../own-stack/own-stack.js';
import type { RequestSample } from './figures.js';
import { memoryOf, type RoleMemory } from './memory.js';

export const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface Samples {
  readonly requests: RequestSample[];
  readonly memory: (RoleMemory & { readonly atMs: number; readonly role: Role })[];
}

const memoryEveryMs = 1_000;

/** @returns a function that ends the measurement */
export function measureMemory(stack: OwnStack, heapDir: string, { memory }: Samples): () => void {
  const adminUrls = { api: stack.apiAdminUrl, worker: stack.workerAdminUrls[0] ?? '' };
  const measure = async (role: Role) => {
    const sample = await memoryOf({ pid: stack.pids()[role], adminUrl: adminUrls[role], heapDir });
    memory.push({ ...sample, atMs: performance.now(), role });
  };
  const timer = setInterval(() => void Promise.all(roles.map(measure)), memoryEveryMs);
  return () => clearInterval(timer);
}

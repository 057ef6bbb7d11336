/** A worker as a process of its own, to be killed at the worst moment. Needs `npm run build` (npm test does it). */
import { startRoleProcess, type RoleProcess } from './role-process.js';

export type WorkerProcess = Pick<RoleProcess, 'pid' | 'kill'>;

/** @param env the whole configuration, as `startService` gives it. */
export function startWorkerProcess(env: Record<string, string>): Promise<WorkerProcess> {
  return startRoleProcess('worker', env);
}

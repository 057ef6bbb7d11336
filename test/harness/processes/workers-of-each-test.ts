/** Workers that a test starts as processes, and kills. */
import { startRoleProcess, type RoleProcess } from './role-process.js';

/**
 * Call it once for each file, outside its tests. A worker ends after its test at the latest: with another worker, the next test's kill would
 * change nothing.
 * @param env of the worker; it is read at each start
 * @returns starts a worker
 */
export function workersOfEachTest(env: () => Readonly<Record<string, string>>): () => Promise<RoleProcess> {
  const workers: RoleProcess[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
  });
  return async () => {
    const worker = await startRoleProcess('worker', env());
    workers.push(worker);
    return worker;
  };
}

/** A built role as its own process, as in production: a test can stop it, or kill it at the worst moment. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { freePort } from '../../../src/shared/free-port.js';
import { startNode, type NodeProcess } from './node-process.js';
import { until } from '../until.js';

/** What it wrote goes to `output`, standard output and standard error alike. */
export interface RoleProcess extends Pick<NodeProcess, 'pid' | 'output' | 'exited' | 'kill'> {
  /** For the api only. */
  readonly url: string;
  readonly adminUrl: string;
  /** SIGTERM. @returns its exit code, or the signal that ended it */
  stop(): Promise<number | string | null>;
  /** The ports it listens on. */
  ports(): Promise<readonly number[]>;
  /** Orders for test/harness/processes/fault-points.mjs. */
  arm(at: number, when: 'before' | 'after', writesOnly?: boolean): Promise<void>;
  /** The calls to the ledger since it was armed. */
  ledgerCalls(): Promise<readonly string[]>;
  /**
   * Kills another process right before or right after the nth write of what has one of these names, and goes on.
   * @param pid of the process to kill
   */
  killAt(pid: number, name: string, write: number, when: 'before' | 'after'): Promise<void>;
  /**
   * From now on what has one of these names stops right before or right after its nth write, until the process is killed.
   * @param names e-NCF of a voucher, `_id` of its number, or the reference for which a client asks for a number
   */
  hold(names: readonly string[], write: number, when: 'before' | 'after'): Promise<void>;
  /** The names of what has reached that moment. */
  held(): Promise<readonly string[]>;
}

const mainFile = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
const faultPoints = new URL('./fault-points.mjs', import.meta.url);
const readyWithinMs = 60_000;
/** Another process may take a port after we found it free and before the role listens on it. */
const portTriesMax = 3;

/** @param env the whole configuration, as `startService` gives it; its ports are replaced by free ones. @param program another copy of main.js */
export async function startRoleProcess(
  name: 'api' | 'worker',
  env: Readonly<Record<string, string>>,
  program = mainFile,
): Promise<RoleProcess> {
  if (!existsSync(program)) throw new Error('dist/src/main.js is missing: npm run build');
  for (let tries = 1; ; tries += 1) {
    const [port, adminPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), ADMIN_PORT: String(adminPort), WORKER_ADMIN_PORT: String(adminPort) };
    const role = startNode([program, name], { env: { ...env, ...ports }, imports: [faultPoints] });
    const adminUrl = `http://127.0.0.1:${adminPort}`;
    const running = roleOf(role, `http://127.0.0.1:${port}`, adminUrl);
    if (await becomesReady(role, running, name, adminPort)) return running;
    if (tries === portTriesMax || !role.output().includes('the port is in use'))
      throw new Error(`the ${name} ended: ${role.output()}`);
  }
}

/** False when it ended before it was ready. */
async function becomesReady(
  role: NodeProcess,
  running: RoleProcess,
  name: string,
  adminPort: number,
): Promise<boolean> {
  const look = async () => {
    if (role.hasExited()) return 'ended';
    const response = await request(`${running.adminUrl}/readyz`).catch(() => undefined);
    await response?.body.dump();
    if (response?.statusCode !== 200) return false;
    // Another process may have taken that port and answer on it; then this role is about to end.
    const own = await running.ports().catch((): number[] => []);
    return own.includes(adminPort) && 'ready';
  };
  try {
    return (await until(`the ${name} is ready`, look, { withinMs: readyWithinMs })) === 'ready';
  } catch (error) {
    await role.kill();
    throw error;
  }
}

function roleOf(role: NodeProcess, url: string, adminUrl: string): RoleProcess {
  const { child, pid, output, exited, kill } = role;
  const ask = async (order: unknown): Promise<unknown> => {
    const answer = once(child, 'message');
    const ended = exited.then((how) => {
      throw new Error(`It ended (${String(how)}) before it answered an order: ${output()}`);
    });
    child.send(order as object);
    const [reported] = (await Promise.race([answer, ended])) as [unknown];
    return reported;
  };
  return {
    pid,
    url,
    adminUrl,
    output,
    exited,
    kill,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    ports: async () => (await ask('ports')) as readonly number[],
    arm: async (at, when, writesOnly = false) => {
      await ask({ at, when, writesOnly });
    },
    ledgerCalls: async () => (await ask('report')) as readonly string[],
    killAt: async (pid, name, write, when) => {
      await ask({ hold: [name], write, when, kill: pid });
    },
    hold: async (names, write, when) => {
      await ask({ hold: names, write, when });
    },
    held: async () => (await ask('held')) as readonly string[],
  };
}

/** Simulator, workers and apis, with the variables of docker-compose.yml. */
import { runCommand } from '../../stack/binaries/run-command.js';
import { machineNames, onlyThese } from '../../stack/processes/machine-environment.js';
import { supervise, type Supervised } from '../../stack/processes/supervise.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { answers200 } from '../../torture/outages/part-health.js';
import type { ComposeService } from '../compose-file.js';
import { keepRunning } from './part-options.js';

export interface RoleOptions {
  readonly name: string;
  readonly role: 'api' | 'worker' | 'simulator';
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly readyUrl: string;
}

const healthLimitMs = 60_000;

export function startRole({ name, role, dataDir, environment, readyUrl }: RoleOptions): Promise<Supervised> {
  const program = role === 'simulator' ? 'dist/tools/stack/main.js' : 'dist/src/main.js';
  return supervise({
    ...keepRunning(name, { dataDir }),
    command: process.execPath,
    // The same arguments as in the Dockerfile.
    args: ['--enable-source-maps', '--max-semi-space-size=32', projectFile(program), role],
    env: { ...onlyThese(machineNames, process.env), ...environment },
    ready: () => answers200(readyUrl),
  });
}

/** @throws if it reports a working role as unhealthy */
export async function assertHealthy(
  { health }: ComposeService,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const [program = '', ...args] = health;
  const env = { ...onlyThese(machineNames, process.env), ...environment };
  await runCommand(program, args, { limitMs: healthLimitMs, env });
}

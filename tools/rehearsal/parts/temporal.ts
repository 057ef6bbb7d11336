/** Temporal's production server, started with the command and the variables of docker-compose.yml. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/shared/free-port.js';
import { temporalClient, type TemporalServer } from '../../../src/shared/temporal-client.js';
import { machineNames, onlyThese } from '../../stack/processes/machine-environment.js';
import { supervise, type Supervised } from '../../stack/processes/supervise.js';
import type { ComposeService } from '../compose-file.js';
import { keepRunning, type PartOptions } from './part-options.js';

const askLimitMs = 2_000;
const innerPorts = [
  ...['FRONTEND_HTTP_PORT', 'FRONTEND_MEMBERSHIP_PORT', 'MATCHING_GRPC_PORT', 'MATCHING_MEMBERSHIP_PORT'],
  ...['HISTORY_GRPC_PORT', 'HISTORY_MEMBERSHIP_PORT', 'WORKER_GRPC_PORT', 'WORKER_MEMBERSHIP_PORT'],
];

export interface TemporalOptions extends PartOptions {
  readonly binary: string;
  /** How the service reaches it. */
  readonly reached: TemporalServer;
}

export async function startTemporalServer(
  { command, environment }: ComposeService,
  options: TemporalOptions,
): Promise<Supervised> {
  const { port, dataDir, binary, reached } = options;
  const dir = join(dataDir, 'temporal');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const ports: Record<string, string> = { FRONTEND_GRPC_PORT: String(port) };
  for (const name of innerPorts) ports[name] = String(await freePort());
  // Leaves out the image's entry point, which only finds out the container's address and then runs the server.
  const [shell = '', ...args] = command.map((part) =>
    part.replaceAll('/etc/temporal/entrypoint.sh', `'${binary}' start`),
  );
  return supervise({
    ...keepRunning('temporal', options),
    command: shell,
    args,
    cwd: dir,
    env: {
      ...onlyThese(machineNames, process.env),
      ...environment,
      ...ports,
      BIND_ON_IP: '127.0.0.1',
      TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
      DYNAMIC_CONFIG_FILE_PATH: join(dir, 'dynamic-config.yaml'),
    },
    ready: () => answers(reached),
  });
}

async function answers(server: TemporalServer): Promise<boolean> {
  const { connection } = temporalClient(server, askLimitMs);
  try {
    await connection.ensureConnected();
    return true;
  } finally {
    await connection.close();
  }
}

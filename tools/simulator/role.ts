/** The simulator as part of the embedded stack. */
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../src/boot/config.js';
import type { StackConfig } from '../stack/stack-config.js';
import type { Log } from '../../src/shared/log.js';
import { loopback } from '../../src/shared/free-port.js';
import { startSimulator, type RunningSimulator } from './start.js';
import { checkXsdDir, listening } from '../../src/boot/start-checks.js';
import { xsdOptions, type RunningRole } from '../../src/boot/role.js';

export async function startSimulatorRole(config: StackConfig, log: Log): Promise<RunningRole> {
  const { port, dataDir, caFile, delegationsFile, resultDelayMs } = config.simulator;
  if (caFile === '' || delegationsFile === '' || dataDir === '') {
    throw new ConfigError(
      'SIMULATOR_DATA_DIR, SIMULATOR_CA_FILE and SIMULATOR_DELEGATIONS_FILE are required',
    );
  }
  checkXsdDir(config.officialXsdDir);
  const trustedCaPem = await readFile(caFile, 'utf8').catch((error: unknown) => {
    throw new ConfigError(
      `SIMULATOR_CA_FILE=${caFile} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  });
  const simulator: RunningSimulator = await listening(
    { portName: 'SIMULATOR_PORT', port, host: loopback },
    () =>
      startSimulator({
        port,
        dataDir,
        trustedCaPem,
        resultDelayMs,
        log,
        delegations: delegationsFile,
        ...xsdOptions(config),
      }),
  );
  return { port: simulator.port, stop: () => simulator.close() };
}

/**
 * The configuration of the programs for one machine. It has the service's settings, and those that only these programs read: where the
 * simulator and Temporal's Web UI listen, and the simulator's files. docs/operate/operations.md documents it.
 */
import { readConfig } from '../../src/boot/config.js';
import { integer, port, text, type Environment } from '../../src/boot/settings/read-setting.js';

export type StackConfig = ReturnType<typeof readStackConfig>;

/** @throws ConfigError that names the variable, says what is wrong with it and what it may be */
export function readStackConfig(env: Environment) {
  return Object.freeze({
    ...readConfig(env),
    temporalUiPort: port(env, 'TEMPORAL_UI_PORT', 8_233),
    simulator: Object.freeze({
      port: port(env, 'SIMULATOR_PORT', 8_090),
      dataDir: text(env, 'SIMULATOR_DATA_DIR', ''),
      /** How long the DGII simulator takes to give a final result; 0: final at the first query. */
      resultDelayMs: integer(env, 'SIMULATOR_RESULT_DELAY_MS', 0, [0, 3_600_000]),
      caFile: text(env, 'SIMULATOR_CA_FILE', ''),
      delegationsFile: text(env, 'SIMULATOR_DELEGATIONS_FILE', ''),
    }),
  });
}

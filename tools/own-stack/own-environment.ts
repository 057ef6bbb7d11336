/** The environment of your own stack: what the machine needs from the user's, and none of the service's settings. */
import { machineNames, onlyThese } from '../stack/processes/machine-environment.js';

export function ownEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    LOG_LEVEL: 'warn',
    SIMULATOR_RESULT_DELAY_MS: '0',
    // The subject of the measurement is the service, not the limit on a company's calls.
    ECF_CALLS_PER_MINUTE: '0',
    ...onlyThese(machineNames, environment),
    ...settings,
  };
}

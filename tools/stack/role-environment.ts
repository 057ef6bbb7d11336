/** Passes to each role only the settings that it reads, so that no role can reveal a secret of another one. */
import { rowsOf, type SettingReader } from '../../src/boot/settings/setting.js';
import { stackSettings } from './stack-config.js';
import { machineNames, onlyThese } from './processes/machine-environment.js';

export type Role = 'api' | 'worker' | 'simulator';

export function settingsOf(reader: SettingReader): readonly string[] {
  return rowsOf(stackSettings)
    .filter(({ readers }) => readers.includes(reader))
    .map(({ name }) => name);
}

export function roleEnvironment(
  role: Role,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return onlyThese([...machineNames, ...settingsOf(role)], env);
}

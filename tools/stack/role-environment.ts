/**
 * Which settings `npm start` passes to each role: only those that the role reads. If someone makes a role reveal its
 * environment, it reveals no secret of another role. docs/operate/settings.md explains each setting.
 */
import { rowsOf, type SettingReader } from '../../src/boot/settings/setting.js';
import { stackSettings } from './stack-config.js';
import { machineNames, onlyThese } from './processes/machine-environment.js';

export type Role = 'api' | 'worker' | 'simulator';

/** The names of the settings that a reader reads: their rows say so. */
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

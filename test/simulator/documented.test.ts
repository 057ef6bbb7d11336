/** docs/simulator.md names every service, setting, fault and option: others read it instead of the code. */
import { readFileSync } from 'node:fs';
import { faultActions } from '../../src/simulator/faults.js';
import { serviceNames } from '../../src/simulator/services.js';
import { choices, createSettings } from '../../src/simulator/settings.js';

const text = readFileSync(new URL('../../docs/simulator.md', import.meta.url), 'utf8');
const settings = Object.keys(createSettings({}, () => undefined).current);
const values = Object.values(choices).flatMap((possible) => possible.map(String));

test.each([
  { name: 'services', words: serviceNames },
  { name: 'settings', words: settings },
  { name: 'values of settings', words: values },
  { name: 'faults', words: faultActions },
])('the documentation names all $name', ({ words }) => {
  expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
});

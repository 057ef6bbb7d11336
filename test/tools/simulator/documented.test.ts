/** The two pages about the simulator name every service, setting, fault and option, because users read it instead of the code. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buyerAnswerNames } from '../../../tools/simulator/buyers/buyer-answers.js';
import { buyerAddresses, repeatedAnswers } from '../../../tools/simulator/buyers/buyer-settings.js';
import { faultActions } from '../../../tools/simulator/faults.js';
import { serviceNames } from '../../../tools/simulator/http/services.js';
import { choices, createSettings } from '../../../tools/simulator/settings.js';

import { startStandalone } from '../../../tools/simulator/standalone.js';
import { own } from '../../harness/own.js';
import { exchange, seed } from './client.js';

const text = ['simulator', 'simulator-settings']
  .map((page) => readFileSync(new URL(`../../../docs/develop/${page}.md`, import.meta.url), 'utf8'))
  .join('');
const settings = Object.keys(createSettings({}, () => undefined).current);
const values = Object.values(choices).flatMap((possible) => possible.map(String));

test.each([
  { name: 'services', words: serviceNames },
  { name: 'settings', words: settings },
  { name: 'values of settings', words: values },
  { name: 'faults', words: faultActions },
  { name: 'kinds of buyers', words: [...buyerAnswerNames, ...buyerAddresses, ...repeatedAnswers] },
])('the documentation names all $name', ({ words }) => {
  expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
});

test('the documentation’s shell function signs a seed that is exchanged for a token', async () => {
  for (const [tool, option] of [
    ['xmlsec1', '--version'],
    ['xmllint', '--version'],
  ] as const) {
    try {
      execFileSync(tool, [option], { stdio: 'ignore' });
    } catch {
      console.warn(`NOT CHECKED: ${tool} is not installed, so the documented shell function was not run.`);
      return;
    }
  }
  const [firmar] = /^firmar\(\) \{[^]*?^\}$/m.exec(text)!;
  const dir = mkdtempSync(join(tmpdir(), 'documented-'));
  own('the folder', () => rmSync(dir, { recursive: true, force: true }));
  const simulator = await startStandalone(['--port', '0', '--data-dir', dir], () => undefined);
  own('the simulator', () => simulator!.close());
  writeFileSync(join(dir, 'semilla.xml'), await seed(simulator!.url));
  const script = `${firmar}\nfirmar SemillaModel semilla.xml semilla-firmada.xml`;
  execFileSync('bash', ['-euc', script], { cwd: dir, stdio: 'ignore' });
  const signed = readFileSync(join(dir, 'semilla-firmada.xml'), 'utf8');
  expect(await exchange(simulator!.url, signed)).toMatchObject({ status: 200 });
});

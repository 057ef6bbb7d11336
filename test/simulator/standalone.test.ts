/** The simulator as a program of its own, as someone else's program meets it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openP12 } from '../../src/signing/certificate.js';
import { signXml } from '../../src/signing/sign-xml.js';
import type { RunningSimulator } from '../../src/simulator/start.js';
import { startStandalone } from '../../src/simulator/standalone.js';
import { p12Password } from '../../src/simulator/test-identity.js';
import { call, exchange, seed } from './client.js';

const dir = mkdtempSync(join(tmpdir(), 'simulator-alone-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ simulator: RunningSimulator; printed: string }> {
  let printed = '';
  const simulator = await startStandalone(['--port', '0', '--data-dir', dir, ...args], (text) => {
    printed += text;
  });
  if (simulator === undefined) throw new Error(printed);
  return { simulator, printed };
}

test('makes its authority and a certificate, which gets a token; a second start finds them', async () => {
  const first = await run('--rnc', '999999992');
  const p12 = readFileSync(join(dir, 'identidad/firmante.p12'));
  expect(first.printed).toContain(first.simulator.fcUrl);
  const opened = openP12(p12, p12Password);
  if (!opened.ok) throw new Error(opened.reason);
  const signed = async (url: string) => signXml(await seed(url), opened.certificate);
  expect((await exchange(first.simulator.url, await signed(first.simulator.url))).status).toBe(200);
  await first.simulator.close();

  const second = await run('--rnc', '999999974');
  expect(readFileSync(join(dir, 'identidad/firmante.p12')).equals(p12)).toBe(true);
  expect(JSON.parse(readFileSync(join(dir, 'identidad/delegaciones.json'), 'utf8'))).toEqual({
    'IDCDO-00199999996': ['999999992', '999999974'],
  });
  expect((await exchange(second.simulator.url, await signed(second.simulator.url))).status).toBe(200);
  await second.simulator.close();
});

test('takes settings from a file, and refuses wrong ones', async () => {
  const file = join(dir, 'settings.json');
  writeFileSync(file, JSON.stringify({ resultPolls: 3 }));
  const { simulator } = await run('--settings', file);
  expect((await call(`${simulator.url}/_simulator/settings`)).json).toMatchObject({ resultPolls: 3 });
  await simulator.close();
  writeFileSync(file, JSON.stringify({ resultPolls: -3 }));
  await expect(run('--settings', file)).rejects.toThrow(/resultPolls/);
});

test.each([
  { name: 'help', args: ['--help'], text: /Simulador de los servicios web/ },
  { name: 'an unknown option', args: ['--puerto', '1'], text: /puerto/, fails: true },
  { name: 'a port that is none', args: ['--port', 'x'], text: /entero de 0 a 65535/, fails: true },
])('$name', async ({ args, text, fails }) => {
  let printed = '';
  const started = startStandalone(args, (more) => {
    printed += more;
  });
  if (fails === true) await expect(started).rejects.toThrow();
  else expect(await started).toBeUndefined();
  expect(printed).toMatch(text);
});

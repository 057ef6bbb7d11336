/** Which Node npm's scripts run on, and what they say on one that is too old. */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileAt, root } from '../../tidy/project-files.js';

const script = fileURLToPath(new URL('../../../tools/scripts/node-version.mjs', import.meta.url));
const { packages } = JSON.parse(fileAt('package-lock.json').text) as {
  packages: Record<string, { os?: string; cpu?: string; bin?: { node?: string } }>;
};

test('npm’s scripts run on the Node that npm ci brought, or on the machine’s own if npm ci brought none', () => {
  const [folder, entry] =
    Object.entries(packages).find(
      ([, { os, cpu, bin }]) => os === process.platform && cpu === process.arch && bin?.node !== undefined,
    ) ?? [];
  // The same PATH as a script has.
  const args = ['exec', '--offline', '--call', 'node -p "process.execPath"'];
  const { stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const brought = folder === undefined ? process.execPath : join(root, folder, entry?.bin?.node ?? '');
  expect(realpathSync(stdout.trim())).toBe(realpathSync(brought));
});

test.each(['18.20.8', '20.20.2', '22.14.0'])('on Node %s a script ends with one line', (version) => {
  expect(run(version)).toEqual({
    status: 1,
    stderr: `Node 22.15 or later is needed, and this is ${version}: use npm's scripts after \`npm ci\`, which brings Node 24 for most platforms, or install Node 24.\n`,
  });
});

test.each(['22.15.0', '22.23.3', '24.0.0', '26.10.0'])('on Node %s a script goes on', (version) => {
  expect(run(version)).toEqual({ status: 0, stderr: '' });
});

function run(version: string) {
  const as = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(as)}`, script];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr };
}

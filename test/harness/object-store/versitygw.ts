/** Where versitygw comes from, an S3-compatible server: as mongod and Temporal do, from PATH, the per-user cache, or fetched into it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, openCache } from '../../../tools/stack/binaries/cache.js';
import { download, publishedSha256 } from '../../../tools/stack/binaries/download.js';
import { provision, type BinarySource } from '../../../tools/stack/binaries/provision.js';
import { runCommand } from '../../../tools/stack/binaries/run-command.js';
import { verifiedModules } from '../../../tools/stack/binaries/temporal.js';
import { messageOf, type StackLog } from '../../../tools/stack/stack-log.js';

const version = '1.8.0';
const releases = `https://github.com/versity/versitygw/releases/download/v${version}`;
const unpackLimitMs = 60_000;
/** The build takes 2.5 minutes on two idle cores, after downloading a hundred modules. */
const goLimitMs = 20 * 60_000;
const versionLimitMs = 30_000;

const systems: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'Darwin' };

const official: BinarySource = {
  name: 'versitygw-official',
  label: `descarga oficial de versitygw ${version} (github.com/versity/versitygw)`,
  remembersFailure: true,
  unsuitable: () =>
    systems[process.platform] === undefined ? 'no para este sistema (not for this system)' : undefined,
  async obtain(scratch) {
    const arch = process.arch === 'x64' ? 'x86_64' : process.arch;
    const name = `versitygw_v${version}_${systems[process.platform] ?? ''}_${arch}.tar.gz`;
    const archive = join(scratch, name);
    const url = `${releases}/${name}`;
    await download(url, archive, await publishedSha256(url, `${releases}/checksums.txt`));
    await runCommand('tar', ['-xf', archive, '-C', scratch, '--strip-components', '1'], {
      limitMs: unpackLimitMs,
    });
    return join(scratch, 'versitygw');
  },
};

const module = `github.com/versity/versitygw/cmd/versitygw@v${version}`;

const goInstall: BinarySource = {
  name: 'versitygw-go',
  label: `compilación con Go (go install ${module}; unos 3 minutos)`,
  remembersFailure: false,
  async obtain(scratch) {
    const bin = join(scratch, 'bin');
    mkdirSync(bin);
    await runCommand('go', ['install', module], {
      limitMs: goLimitMs,
      cwd: scratch,
      env: { ...process.env, ...verifiedModules, GOBIN: bin },
    });
    return join(bin, 'versitygw');
  },
};

export function findVersitygw(log: StackLog): Promise<string> {
  const context = { cache: openCache(cacheDir()), log, searchPath: process.env['PATH'] ?? '' };
  return provision(
    {
      binary: 'versitygw',
      sources: [official, goInstall],
      check: (path) =>
        runCommand(path, ['--version'], { limitMs: versionLimitMs }).then(
          (output) => (output.includes('Version') ? undefined : output.slice(0, 100)),
          messageOf,
        ),
      wayOut: 'Instale versitygw o Go (https://go.dev/dl) en el PATH (install versitygw or Go on the PATH).',
    },
    context,
  );
}

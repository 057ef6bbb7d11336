/** Where the `temporal` CLI with its development server comes from. The caller has already looked for `TEMPORAL_ADDRESS`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, openCache } from './cache.js';
import { download } from './download.js';
import { provision, type BinarySource, type Provision } from './provision.js';
import { runCommand } from './run-command.js';
import { messageOf, type StackLog } from './stack-log.js';

/** The last version that `go install` can build: later ones have replace directives in their go.mod. */
const version = 'v1.5.1';

/** The server inside: update-with-start and the namespace behaviour this service was tried with. */
const serverMin = { major: 1, minor: 28 } as const;

/** A first start may have to read 250 MB from a cold disk. */
const versionLimitMs = 60_000;

export function findTemporal(log: StackLog): Promise<string> {
  const context = { cache: openCache(cacheDir()), log, searchPath: process.env.PATH ?? '' };
  return provision(temporalProvision, context);
}

const platforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The address that Temporal's documentation gives (docs.temporal.io/cli): an archive with one program inside. */
const official: BinarySource = {
  name: 'temporal-official',
  label: `descarga oficial de Temporal ${version} (temporal.download)`,
  remembersFailure: true,
  unsuitable: () =>
    platforms[process.platform] !== undefined && architectures[process.arch] !== undefined
      ? undefined
      : `no hay para ${process.platform} ${process.arch} (none for this system)`,
  async obtain(scratch) {
    const platform = platforms[process.platform] ?? '';
    const arch = architectures[process.arch] ?? '';
    const archive = join(scratch, 'temporal.archive');
    await download(
      `https://temporal.download/cli/archive/${version}?platform=${platform}&arch=${arch}`,
      archive,
    );
    // The tar of Windows and of macOS (bsdtar) reads the zip that Windows gets, too.
    await runCommand('tar', ['-xf', archive, '-C', scratch], { limitMs: unpackLimitMs });
    return join(scratch, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
  },
};

/** 60 MB compressed, 250 MB on disk. */
const unpackLimitMs = 2 * 60_000;

const goInstall: BinarySource = {
  name: 'temporal-go',
  label: `compilación con Go (go install github.com/temporalio/cli/cmd/temporal@${version}; unos 3 minutos)`,
  remembersFailure: false,
  async obtain(scratch) {
    const bin = join(scratch, 'bin');
    mkdirSync(bin);
    await runCommand('go', ['install', `github.com/temporalio/cli/cmd/temporal@${version}`], {
      limitMs: goLimitMs,
      cwd: scratch,
      env: { ...process.env, GOBIN: bin },
    });
    return join(bin, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
  },
};

/** 2.5 minutes on two idle cores, several hundred modules to download before. */
const goLimitMs = 20 * 60_000;

export const temporalProvision: Provision = {
  binary: 'temporal',
  sources: [official, goInstall],
  async check(path) {
    try {
      const output = await runCommand(path, ['--version'], { limitMs: versionLimitMs });
      const [, major, minor] = /Server (\d+)\.(\d+)/.exec(output) ?? [];
      const enough =
        Number(major) > serverMin.major ||
        (Number(major) === serverMin.major && Number(minor) >= serverMin.minor);
      const needed = `Temporal Server ${serverMin.major}.${serverMin.minor}`;
      return enough
        ? undefined
        : `se necesita ${needed} o posterior (${needed} or later): ${output.trim().slice(0, 100)}`;
    } catch (error) {
      return messageOf(error);
    }
  },
  wayOut:
    'Salida: indique un Temporal propio con TEMPORAL_ADDRESS (por ejemplo 127.0.0.1:7233), o instale el CLI de Temporal ' +
    'o Go (https://go.dev/dl) en el PATH ' +
    '(way out: set TEMPORAL_ADDRESS to a server of your own, or install the Temporal CLI or Go on the PATH).',
};

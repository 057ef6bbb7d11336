/** Where the `temporal` CLI and its development server come from. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, openCache } from './cache.js';
import { download } from './download.js';
import { provision, type BinarySource, type Provision } from './provision.js';
import { runCommand } from './run-command.js';
import { messageOf, type StackLog } from '../stack-log.js';

/** The last version that `go install` can build: later ones have replace directives in their go.mod. */
const version = 'v1.5.1';

/** The server version that this service was tested with: it has update-with-start and the namespace behaviour we need. */
const serverMin = { major: 1, minor: 28 } as const;

/** A first start may have to read 250 MB from a slow disk. */
const versionLimitMs = 60_000;

export function findTemporal(log: StackLog): Promise<string> {
  const context = { cache: openCache(cacheDir()), log, searchPath: process.env.PATH ?? '' };
  return provision(temporalProvision, context);
}

/** SHA-256 of this version's official archives, from the release's `checksums.txt`. */
const archives: Readonly<Record<string, string>> = {
  'linux x64': 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  'linux arm64': 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  'darwin x64': 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  'darwin arm64': 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};
const system = `${process.platform} ${process.arch}`;

/** An archive without a known SHA-256 is not downloaded. */
const official: BinarySource = {
  name: 'temporal-official',
  label: `descarga oficial de Temporal ${version} (github.com/temporalio/cli)`,
  remembersFailure: true,
  unsuitable: () =>
    archives[system] === undefined
      ? `no se conoce una suma SHA-256 para ${system} (no known SHA-256 for this system)`
      : undefined,
  async obtain(scratch) {
    const arch = process.arch === 'x64' ? 'amd64' : process.arch;
    const name = `temporal_cli_${version.slice(1)}_${process.platform}_${arch}.tar.gz`;
    const archive = join(scratch, name);
    await download(
      `https://github.com/temporalio/cli/releases/download/${version}/${name}`,
      archive,
      archives[system] ?? '',
    );
    await runCommand('tar', ['-xf', archive, '-C', scratch], { limitMs: unpackLimitMs });
    return join(scratch, 'temporal');
  },
};

/** The download is 60 MB; unpacked it takes 250 MB on disk. */
const unpackLimitMs = 2 * 60_000;

/** Checks every module against Go's public checksum database, even if the person's own settings exclude some modules. */
export const verifiedModules = { GOSUMDB: 'sum.golang.org', GONOSUMDB: '', GOPRIVATE: '', GOINSECURE: '' };

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
      env: { ...process.env, ...verifiedModules, GOBIN: bin },
    });
    return join(bin, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
  },
};

/** The build takes 2.5 minutes on two idle cores, after downloading several hundred modules. */
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

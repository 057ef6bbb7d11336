/**
 * Builds Temporal's server and tools from Go with a pinned checksum; we know no checksum of Temporal's own binaries.
 */
import { join } from 'node:path';
import { cacheDir, openCache } from '../../stack/binaries/cache.js';
import { provision, type BinarySource } from '../../stack/binaries/provision.js';
import { runCommand } from '../../stack/binaries/run-command.js';
import { verifiedModules } from '../../stack/binaries/temporal.js';
import { messageOf, StackError, type StackLog } from '../../stack/stack-log.js';

const version = '1.31.2';
const module = `go.temporal.io/server@v${version}`;
/** Go's checksum of the module's files, as `go.sum` has it. */
const moduleSum = 'h1:0O4zQ0NGRit2Z32s1XUHfs9k8zSKqff2n1QvFttYN0M=';
/** The first build takes about ten minutes on two idle cores, after it has downloaded several hundred modules. */
const buildLimitMs = 60 * 60_000;
const askLimitMs = 60_000;

export interface TemporalBinaries {
  readonly server: string;
  readonly sqlTool: string;
}

export async function findTemporalServer(log: StackLog): Promise<TemporalBinaries> {
  const server = await find('temporal-server', './cmd/server', log);
  return { server, sqlTool: await find('temporal-sql-tool', './cmd/tools/sql', log) };
}

function find(program: string, source: string, log: StackLog): Promise<string> {
  // The version is part of the name, so that another version of the project does not use this program.
  const binary = `${program}-${version}`;
  const context = { cache: openCache(cacheDir()), log, searchPath: '' };
  return provision(
    {
      binary,
      sources: [built(binary, source)],
      check: (path) => unusable(path),
      wayOut: 'Salida: instale Go (https://go.dev/dl) en el PATH (way out: install Go on the PATH).',
    },
    context,
  );
}

function built(binary: string, source: string): BinarySource {
  return {
    name: binary,
    label: `compilación con Go (${module} ${source}; unos 10 minutos / about 10 minutes)`,
    remembersFailure: false,
    async obtain(scratch) {
      const env = { ...process.env, ...verifiedModules };
      const run = (command: string, args: readonly string[], cwd: string) =>
        runCommand(command, args, { limitMs: buildLimitMs, cwd, env });
      const { Dir, Sum } = JSON.parse(await run('go', ['mod', 'download', '-json', module], scratch)) as {
        readonly Dir: string;
        readonly Sum: string;
      };
      if (Sum !== moduleSum) throw new StackError(`${module}: ${Sum} instead of ${moduleSum}`);
      // The source is copied, because Go does not build inside its module cache.
      const copy = join(scratch, 'source');
      await run('cp', ['-R', '--no-preserve=mode', Dir, copy], scratch);
      const path = join(scratch, binary);
      await run('go', ['build', '-o', path, source], copy);
      return path;
    },
  };
}

async function unusable(path: string): Promise<string | undefined> {
  try {
    await runCommand(path, ['--version'], { limitMs: askLimitMs });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

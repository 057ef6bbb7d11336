/**
 * Runs the commands of docs/operate as written. A false `docker` runs them here, and refuses what it cannot imitate.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { projectFile } from '../../../src/shared/project-file.js';
import { runCommand } from '../../stack/binaries/run-command.js';
import { machineNames, onlyThese } from '../../stack/processes/machine-environment.js';
import { messageOf } from '../../stack/stack-log.js';
import { operateBlocks, operatePages, type Block } from './blocks.js';

export interface PagesPlace {
  /** An empty folder: the pages' working folder, and the false programs. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly apiAdminUrl: string;
  readonly workerAdminUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly temporalBinary: string;
  /** Texts of the pages, and what stands for them here. */
  readonly replaced?: readonly (readonly [string, string])[];
}

/** A block runs a few commands. On a busy machine each takes several seconds. */
const blockLimitMs = 60_000;

export async function runPages(place: PagesPlace): Promise<{ ran: number; problems: readonly string[] }> {
  const shell = prepare(place);
  const blocks = operateBlocks().filter(({ language, noRun }) => language === 'bash' && noRun === undefined);
  const problems: string[] = [];
  for (const block of blocks) {
    const problem = await shell(block);
    if (problem !== undefined) problems.push(`PAGE: docs/operate/${block.page}:${block.line}: ${problem}`);
  }
  return { ran: blocks.length, problems };
}

function prepare(place: PagesPlace): (block: Block) => Promise<string | undefined> {
  const { dir, replaced = [] } = place;
  const [programs, work] = [join(dir, 'programs'), join(dir, 'work')];
  for (const folder of [programs, work]) mkdirSync(folder, { recursive: true });
  cpSync(projectFile('.env.example'), join(work, '.env.example'));
  for (const [name, text] of Object.entries(falsePrograms))
    writeFileSync(join(programs, name), text, { mode: 0o755 });
  const machine = onlyThese(machineNames, process.env);
  const env = {
    ...machine,
    ...place.env,
    FILLED_IN: filledIn(),
    PATH: [programs, dirname(process.execPath), machine['PATH'] ?? ''].join(delimiter),
    // An empty folder: Temporal's command line reads a file of settings there.
    HOME: work,
    USER: 'operator',
    PROJECT: projectFile('.'),
    TEMPORAL: place.temporalBinary,
    TEMPORAL_ADDRESS: place.temporalAddress,
    NAMESPACE: place.temporalNamespace,
  };
  const here = [
    ['http://127.0.0.1:9464', place.apiAdminUrl],
    ['http://127.0.0.1:9465', place.workerAdminUrl],
    ...replaced,
  ] as const;
  const ecf = ecfOf();
  return async ({ text }) => {
    const script = here.reduce((result, [from, to]) => result.replaceAll(from, to), `${ecf}\n${text}`);
    try {
      await runCommand('bash', ['-euo', 'pipefail', '-c', script], { limitMs: blockLimitMs, env, cwd: work });
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  };
}

/** What an operator fills in after the first block of install.md: the variables that .env.example leaves empty. */
function filledIn(): string {
  const example = readFileSync(projectFile('.env.example'), 'utf8');
  return [...example.matchAll(/^\w+=$/gm)].map(([line]) => `${line}filled-in`).join(' ');
}

function ecfOf(): string {
  const install = operatePages().find(({ page }) => page === 'install.md')?.text ?? '';
  const [line] = /^ *ecf\(\) \{.*\}$/m.exec(install) ?? [];
  if (line === undefined) throw new Error('docs/operate/install.md does not define ecf');
  return line.trim();
}

const falsePrograms: Readonly<Record<string, string>> = {
  docker: `#!/bin/bash
refuse() { echo "no Docker here: $1. Write no-run and the reason" >&2; exit 64; }
[[ "\${1-}" == compose ]] || refuse "docker \${1-}"
verb=\${2-}; shift 2
case "$verb" in
  config)
    command -v docker-compose > /dev/null || { echo 'NOT CHECKED: docker-compose is not installed' >&2; exit 0; }
    exec env $FILLED_IN docker-compose --project-directory "$PROJECT" --env-file "$PWD/.env" config "$@" ;;
  exec | run) ;;
  *) refuse "docker compose $verb" ;;
esac
program=()
while [[ "\${1-}" == -* ]]; do
  case "$1" in
    -e) export "$2"; shift ;;
    --entrypoint) program=("$2"); shift ;;
    -T | --rm | --no-deps) ;;
    *) refuse "docker compose $verb $1" ;;
  esac
  shift
done
[[ "\${1-}" == worker ]] || refuse "docker compose $verb \${1-}"
shift
cd "$PROJECT" && exec "\${program[@]}" "$@"
`,
  npm: `#!/bin/bash
[[ "$1 $2 $3 $4" == 'run --silent cli --' ]] || { echo "npm $*: write no-run and the reason" >&2; exit 64; }
shift 4
cd "$PROJECT" && exec node dist/src/cli/main.js "$@"
`,
  temporal: `#!/bin/bash
args=()
for arg in "$@"; do
  [[ "$arg" != ecf ]] || arg=$NAMESPACE
  args+=("$arg")
done
exec "$TEMPORAL" "\${args[@]}"
`,
};

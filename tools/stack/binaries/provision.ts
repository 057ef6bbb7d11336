/** Finds a binary or fetches it: first from PATH, then from the cache, then from the sources of its table in order. */
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Cache } from './cache.js';
import { waitForLock } from '../processes/lock-file.js';
import { messageOf, StackError, type StackLog } from '../stack-log.js';

export interface BinarySource {
  /** Also a file name: the note about a failure is stored under it. */
  readonly name: string;
  /** What a person reads during the work, for example `descarga oficial de mongodb.org`. */
  readonly label: string;
  /** True when a failure will probably last (host not reachable), so the source is not tried again for a day. */
  readonly remembersFailure: boolean;
  unsuitable?(): string | undefined;
  /** Puts the binary somewhere below `scratch` and returns its path. */
  obtain(scratch: string, log: StackLog): Promise<string>;
}

export interface Provision {
  readonly binary: string;
  readonly sources: readonly BinarySource[];
  check(path: string): Promise<string | undefined>;
  readonly wayOut: string;
}

export interface ProvisionContext {
  readonly cache: Cache;
  readonly log: StackLog;
  readonly searchPath: string;
}

/** Longer than the slowest source may take. */
const lockLimitMs = 30 * 60_000;
const progressEveryMs = 10_000;

/** @throws StackError that lists what was tried and what a person can do */
export async function provision(wanted: Provision, context: ProvisionContext): Promise<string> {
  const { cache, log } = context;
  const tried: string[] = [];
  const ready = await findReady(wanted, context, tried);
  if (ready !== undefined) return ready;

  const lock = await waitForLock(join(cache.dir, `${wanted.binary}.lock`), lockLimitMs, (holder) =>
    log.info(
      { binary: wanted.binary },
      `another process (${holder.pid}) is fetching ${wanted.binary}; waiting for it`,
    ),
  );
  try {
    // Another process may have put it there while we waited.
    if (cache.has(wanted.binary) && (await wanted.check(cache.pathOf(wanted.binary))) === undefined) {
      return cache.pathOf(wanted.binary);
    }
    for (const source of wanted.sources) {
      const outcome = await obtain(wanted, source, context);
      if ('path' in outcome) return outcome.path;
      tried.push(`${source.label}: ${outcome.why}`);
    }
  } finally {
    lock.release();
  }
  throw new StackError(
    `No se encontró ${wanted.binary} ni se pudo obtener (${wanted.binary} was not found and could not be fetched). Se intentó:\n` +
      `${tried.map((line) => `  - ${line}`).join('\n')}\n${wanted.wayOut}`,
  );
}

async function findReady(
  wanted: Provision,
  context: ProvisionContext,
  tried: string[],
): Promise<string | undefined> {
  const places = [
    { where: 'PATH', path: findOnPath(wanted.binary, context.searchPath) },
    {
      where: 'cache',
      path: context.cache.has(wanted.binary) ? context.cache.pathOf(wanted.binary) : undefined,
    },
  ];
  for (const { where, path } of places) {
    if (path === undefined) {
      tried.push(
        `${where}: no está (not there)${where === 'cache' ? `: ${context.cache.pathOf(wanted.binary)}` : ''}`,
      );
      continue;
    }
    const unusable = await wanted.check(path);
    if (unusable === undefined) return path;
    tried.push(`${where}: ${path}: ${unusable}`);
    context.log.warn({ binary: wanted.binary, path }, `${path} is not used: ${unusable}`);
  }
  return undefined;
}

async function obtain(
  wanted: Provision,
  source: BinarySource,
  { cache, log }: ProvisionContext,
): Promise<{ readonly path: string } | { readonly why: string }> {
  const { binary } = wanted;
  const unsuitable = source.unsuitable?.();
  if (unsuitable !== undefined) return { why: unsuitable };
  const earlier = cache.failureOf(source.name);
  if (earlier !== undefined) {
    return {
      why: `falló hoy: ${earlier} (para reintentar, borre / to try again, remove ${cache.noteOf(source.name)})`,
    };
  }
  log.info({ binary, source: source.name }, `${binary}: obteniendo / fetching: ${source.label}`);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const ticker = setInterval(
    () => log.info({ binary, source: source.name }, `${binary}: ${source.label}… ${seconds()} s`),
    progressEveryMs,
  );
  try {
    const placed = await cache.inScratch(binary, async (scratch) => {
      const path = await source.obtain(scratch, log);
      // Some archives do not carry the permission to execute.
      chmodSync(path, 0o755);
      const unusable = await wanted.check(path);
      if (unusable !== undefined) throw new StackError(unusable);
      return cache.place(binary, path);
    });
    log.info({ binary, source: source.name, path: placed }, `${binary}: listo / ready after ${seconds()} s`);
    return { path: placed };
  } catch (error) {
    const why = messageOf(error);
    if (source.remembersFailure) cache.noteFailure(source.name, why);
    log.warn({ binary, source: source.name }, `${binary}: ${source.label}: ${why}`);
    return { why };
  } finally {
    clearInterval(ticker);
  }
}

/** The first executable of this name on a search path, as a shell would find it. */
export function findOnPath(binary: string, searchPath: string): string | undefined {
  const name = process.platform === 'win32' ? `${binary}.exe` : binary;
  for (const dir of searchPath.split(delimiter)) {
    if (dir === '') continue;
    const path = join(dir, name);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Missing or not executable for us: check the next folder.
    }
  }
  return undefined;
}

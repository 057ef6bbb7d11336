/** The user's cache folder: `ECF_CACHE_DIR`, else `$XDG_CACHE_HOME/ecf-issuer`, else `~/.cache/ecf-issuer`. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../../src/boot/settings/setting.js';

export const cacheSetting = text('ECF_CACHE_DIR', '', 'a folder', {
  text: 'Where the binaries of the embedded MongoDB and Temporal are kept after they were fetched.',
  readers: ['start'],
  unset: '`$XDG_CACHE_HOME/ecf-issuer`, or else `~/.cache/ecf-issuer`',
});

export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = cacheSetting.read(env);
  if (chosen !== '') return chosen;
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ecf-issuer');
}

export interface Cache {
  readonly dir: string;
  /** The path for a binary of this name, whether or not the file exists. */
  pathOf(binary: string): string;
  has(binary: string): boolean;
  /** Moves a finished file into the cache in one step, so that nobody ever starts half a binary. */
  place(binary: string, from: string): string;
  /**
   * A folder to work in, on the same disk as the cache. It is always removed when `work` ends; leftovers of a killed process are
   * removed too. Only the holder of the binary's lock may call this.
   */
  inScratch<T>(binary: string, work: (dir: string) => Promise<T>): Promise<T>;
  failureOf(source: string): string | undefined;
  noteFailure(source: string, reason: string): void;
  noteOf(source: string): string;
}

/** A source that could not be reached is not tried again for a day; otherwise every start would wait for it. */
const failureLifeMs = 24 * 60 * 60 * 1000;

export function openCache(dir: string, now: () => number = Date.now): Cache {
  const pathOf = (binary: string) =>
    join(dir, 'bin', process.platform === 'win32' ? `${binary}.exe` : binary);
  const noteOf = (source: string) => join(dir, 'failed', `${source}.json`);
  return {
    dir,
    pathOf,
    noteOf,
    has: (binary) => statSync(pathOf(binary), { throwIfNoEntry: false })?.isFile() ?? false,
    place(binary, from) {
      mkdirSync(join(dir, 'bin'), { recursive: true });
      renameSync(from, pathOf(binary));
      return pathOf(binary);
    },
    async inScratch(binary, work) {
      const scratch = join(dir, `scratch-${binary}`);
      rmSync(scratch, { recursive: true, force: true });
      mkdirSync(scratch, { recursive: true });
      try {
        return await work(scratch);
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    },
    failureOf(source) {
      const note = readNote(noteOf(source));
      return note !== undefined && now() - note.at < failureLifeMs ? note.reason : undefined;
    },
    noteFailure(source, reason) {
      mkdirSync(join(dir, 'failed'), { recursive: true });
      writeFileSync(noteOf(source), JSON.stringify({ at: now(), reason }));
    },
  };
}

function readNote(path: string): { at: number; reason: string } | undefined {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as { at?: unknown; reason?: unknown } | null;
    return typeof note?.at === 'number' && typeof note.reason === 'string'
      ? { at: note.at, reason: note.reason }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A lock file that names its holder. `link` creates it with its content; a dead holder is recognized and replaced. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, processRef, type ProcessRef } from './processes.js';
import { StackError } from '../stack-log.js';

export interface Lock {
  release(): void;
}

/** Each round takes the lock, finds its holder alive, or removes the lock of a dead holder. More rounds mean a broken disk. */
const roundsMax = 20;

export function tryLock(path: string): Lock | { readonly holder: ProcessRef } {
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({
    pid: process.pid,
    started: processRef(process.pid)?.started ?? '',
    nonce: Math.random(),
  });
  for (let round = 0; round < roundsMax; round += 1) {
    if (create(path, own)) {
      return { release: () => (read(path) === own ? rmSync(path, { force: true }) : undefined) };
    }
    const found = read(path);
    const holder = found === undefined ? undefined : parseHolder(found);
    if (holder !== undefined && isRunning(holder)) return { holder };
    if (found !== undefined) clearAway(path, found);
  }
  throw new StackError(`No se pudo tomar el bloqueo ${path} (the lock could not be taken).`);
}

/** Calls `onWait` once when another process holds it. */
export async function waitForLock(
  path: string,
  limitMs: number,
  onWait: (holder: ProcessRef) => void,
): Promise<Lock> {
  const deadline = performance.now() + limitMs;
  let reported = false;
  for (;;) {
    const lock = tryLock(path);
    if ('release' in lock) return lock;
    if (!reported) onWait(lock.holder);
    reported = true;
    if (performance.now() > deadline) {
      throw new StackError(
        `El proceso ${lock.holder.pid} retiene ${path} desde hace demasiado (process ${lock.holder.pid} holds the lock for too long).`,
      );
    }
    await delay(lockPollMs);
  }
}

/** Locks of this kind are held for seconds to minutes. */
const lockPollMs = 200;

function create(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes only the dead holder's file: another process may have replaced it a moment ago. */
function clearAway(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const taken = read(aside);
  if (taken !== undefined && taken !== dead) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process holds the lock by now, so its file stays.
    }
  }
  rmSync(aside, { force: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): ProcessRef | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessRef> | null;
    return typeof value?.pid === 'number' && typeof value.started === 'string'
      ? { pid: value.pid, started: value.started }
      : undefined;
  } catch {
    return undefined;
  }
}

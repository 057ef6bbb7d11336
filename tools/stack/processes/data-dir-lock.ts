/** Allows one service per data folder: a second start gets a clear message instead of a corrupted database. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, type Lock } from './lock-file.js';
import { StackError } from '../stack-log.js';

/** @throws StackError when another running process holds the folder */
export function lockDataDir(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(dataDir, 'stack.lock'));
  if ('release' in lock) return lock;
  throw new StackError(
    `La carpeta de datos ${dataDir} ya está en uso por otro proceso (${lock.holder.pid}). Deténgalo primero o elija otra carpeta ` +
      `con ECF_DATA_DIR (the data folder is in use by process ${lock.holder.pid}; stop it or set ECF_DATA_DIR).`,
  );
}

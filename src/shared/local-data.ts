/**
 * What `npm start` keeps in its data folder, as the other programs of this machine read it: the command line works on the same
 * ledger and with the same keys. `npm start` alone makes these files.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loopback } from './free-port.js';

export const mongoReplicaSet = 'rs0';
export const mongoUser = 'ecf';

export const mongoPasswordFile = (dataDir: string) => join(dataDir, 'secrets', 'mongo-password');

/** @returns undefined when nothing was started in this data folder yet */
export function mongoPassword(dataDir: string): Promise<string | undefined> {
  return textOf(mongoPasswordFile(dataDir));
}

/** Without a database name. */
export function mongoUri(port: number, password: string | undefined): string {
  const credentials = password === undefined ? '' : `${mongoUser}:${encodeURIComponent(password)}@`;
  return `mongodb://${credentials}${loopback}:${port}/?replicaSet=${mongoReplicaSet}`;
}

/** Base64. @returns undefined when `npm start` made none here */
export function localMasterKey(dataDir: string): Promise<string | undefined> {
  return textOf(join(dataDir, 'secrets', 'master-key'));
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

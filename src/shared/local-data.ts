/**
 * Reads the files in the data folder of `npm start` for other programs on this machine, such as the command line, which uses the same
 * ledger and the same keys. Only `npm start` creates these files.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loopback } from './free-port.js';

export const mongoReplicaSet = 'rs0';
export const mongoUser = 'ecf';

export const mongoPasswordFile = (dataDir: string) => join(dataDir, 'secrets', 'mongo-password');

/** @returns undefined if nothing has been started in this data folder yet */
export function mongoPassword(dataDir: string): Promise<string | undefined> {
  return textOf(mongoPasswordFile(dataDir));
}

/** The URI without a database name. */
export function mongoUri(port: number, password: string | undefined): string {
  const credentials = password === undefined ? '' : `${mongoUser}:${encodeURIComponent(password)}@`;
  return `mongodb://${credentials}${loopback}:${port}/?replicaSet=${mongoReplicaSet}`;
}

/** The key in Base64. @returns undefined if `npm start` has made no key here */
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

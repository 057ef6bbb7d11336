/**
 * One account for the embedded mongod, because other users of the machine can reach its port.
 * Password and key never appear on a command line, where everybody can see them.
 */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { loopback } from '../../src/shared/free-port.js';
import { mongoPasswordFile, mongoUser as user } from '../../src/shared/local-data.js';
import { secretIn } from './private-files.js';

export interface MongodAccount {
  readonly password: string;
  /** mongod recognizes members of its replica set by this key. Its holder may do everything, even before any account exists. */
  readonly key: string;
  readonly keyFile: string;
}

const passwordBytes = 24;
/** MongoDB accepts keys of 6 to 1,024 Base64 characters. */
const keyBytes = 96;
/** MongoDB's code for a wrong user or password. */
const authenticationFailed = 18;

export async function mongodAccount(dataDir: string): Promise<MongodAccount> {
  const keyFile = join(dataDir, 'secrets', 'mongo-key');
  const key = await secretIn(keyFile, keyBytes);
  // After a restore from a copy, others may be able to read the file; mongod refuses such a key.
  await chmod(keyFile, 0o600);
  return { password: await secretIn(mongoPasswordFile(dataDir), passwordBytes), key, keyFile };
}

/** A correct password is not written again, because connections opened at that moment would be refused. */
export async function ensureAccount(admin: Db, port: number, { password }: MongodAccount): Promise<void> {
  if (await logsIn(port, password)) return;
  const { users } = (await admin.command({ usersInfo: user })) as { users: readonly unknown[] };
  const command = users.length === 0 ? { createUser: user } : { updateUser: user };
  await admin.command({ ...command, pwd: password, roles: ['root'], writeConcern: { w: 'majority' } });
}

async function logsIn(port: number, password: string): Promise<boolean> {
  const client = directClient(port, { username: user, password });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === authenticationFailed) return false;
    throw error;
  } finally {
    await client.close();
  }
}

/** A connection with the member's own key, which may initiate the set and make the account. */
export function memberClient(port: number, { key }: MongodAccount): MongoClient {
  return directClient(port, { username: '__system', password: key }, 'local');
}

const askLimitMs = 1_000;

function directClient(
  port: number,
  auth: { readonly username: string; readonly password: string },
  authSource = 'admin',
): MongoClient {
  return new MongoClient(`mongodb://${loopback}:${port}/`, {
    auth,
    authSource,
    // Named, because the key has no account from which the driver could read it.
    authMechanism: 'SCRAM-SHA-256',
    directConnection: true,
    serverSelectionTimeoutMS: askLimitMs,
    connectTimeoutMS: askLimitMs,
  });
}

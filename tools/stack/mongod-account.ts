/**
 * Who may use the embedded mongod: one account with a password made at the first start. Other users of the machine reach its
 * port as well, and must not read or change the ledger. Password and key lie in files that only their user may read, and never
 * stand in a command line, where everybody sees them.
 */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { loopback } from '../../src/shared/free-port.js';
import { mongoPasswordFile, mongoUser as user } from '../../src/shared/local-data.js';
import { secretIn } from './private-files.js';

export interface MongodAccount {
  readonly password: string;
  /** With it mongod knows members of its replica set. Whoever has it may do everything, also before there is any account. */
  readonly key: string;
  readonly keyFile: string;
}

const passwordBytes = 24;
/** MongoDB takes 6 to 1,024 characters of Base64. */
const keyBytes = 96;
/** MongoDB's code for a user or password that is not right. */
const authenticationFailed = 18;

/** The data folder's, made when there is none. */
export async function mongodAccount(dataDir: string): Promise<MongodAccount> {
  const keyFile = join(dataDir, 'secrets', 'mongo-key');
  const key = await secretIn(keyFile, keyBytes);
  // A copy that was put back may be readable by others: mongod refuses such a key.
  await chmod(keyFile, 0o600);
  return { password: await secretIn(mongoPasswordFile(dataDir), passwordBytes), key, keyFile };
}

/**
 * The account is there with this password afterwards. A data folder of an earlier version has none, and one that was put back
 * may have another password. What is right is not written again: connections of that moment would be refused.
 */
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

/** The member itself, by its own key: it may initiate the set and make the account. */
export function memberClient(port: number, { key }: MongodAccount): MongoClient {
  return directClient(port, { username: '__system', password: key }, 'local');
}

/** One question to a server on this machine. */
const askLimitMs = 1_000;

function directClient(
  port: number,
  auth: { readonly username: string; readonly password: string },
  authSource = 'admin',
): MongoClient {
  return new MongoClient(`mongodb://${loopback}:${port}/`, {
    auth,
    authSource,
    // Named, because the key has no account from which it could be read.
    authMechanism: 'SCRAM-SHA-256',
    directConnection: true,
    serverSelectionTimeoutMS: askLimitMs,
    connectTimeoutMS: askLimitMs,
  });
}

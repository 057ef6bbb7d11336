/** Sets up a ledger as its administrator: the replica set if asked, the indexes, and the accounts of api and worker. It may run again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, type Db } from 'mongodb';
import { apiRights, webRights } from './account-rights.js';
import { buildIndexes } from './ledger.js';

export interface SetUpLedger {
  /** The address of an account that may create roles and users. */
  readonly adminUri: string;
  readonly database: string;
  /** Absent: there is a replica set. */
  readonly newSet?: NewSet;
  readonly apiPassword: string;
  readonly workerPassword: string;
  readonly web: boolean;
  readonly onWait: (why: string) => void;
}

/** A replica set `rs0` that we make of members that run. The first one has the administrator, and the others must be empty. */
export interface NewSet {
  readonly members: readonly string[];
  /** The administrator's address of the first member alone: without a set it answers only a direct connection. */
  readonly firstUri: string;
}

const limits = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000 } as const;
const triesMax = 30;
const pauseMs = 1_000;

export async function setUpLedger(options: SetUpLedger): Promise<void> {
  const client = await connect(options);
  try {
    await buildIndexes(options.adminUri, options.database);
    await makeAccounts(client.db(options.database), options);
  } finally {
    await client.close();
  }
}

async function connect({ adminUri, newSet, onWait }: SetUpLedger): Promise<MongoClient> {
  for (let triesLeft = triesMax; ; triesLeft -= 1) {
    try {
      return await MongoClient.connect(adminUri, limits);
    } catch (error) {
      if (triesLeft === 0) throw error;
      onWait(reasonOf(error));
    }
    if (newSet !== undefined) await initiate(newSet).catch((error: unknown) => onWait(reasonOf(error)));
    await sleep(pauseMs);
  }
}

async function initiate({ members, firstUri }: NewSet): Promise<void> {
  const first = await MongoClient.connect(firstUri, limits);
  try {
    const config = { _id: 'rs0', members: members.map((host, _id) => ({ _id, host })) };
    await first.db('admin').command({ replSetInitiate: config });
  } catch (error) {
    if ((error as { codeName?: unknown }).codeName !== 'AlreadyInitialized') throw error;
  } finally {
    await first.close();
  }
}

/** The driver's texts may show parts of the address. */
function reasonOf(error: unknown): string {
  const { codeName, name } = error as { codeName?: unknown; name?: unknown };
  return String(codeName ?? name);
}

const writeConcern = { w: 'majority' };

async function makeAccounts(ledger: Db, { apiPassword, workerPassword, web }: SetUpLedger): Promise<void> {
  const privileges = Object.entries(web ? webRights : apiRights).map(([collection, actions]) => {
    return { resource: { db: ledger.databaseName, collection }, actions };
  });
  const { roles } = (await ledger.command({ rolesInfo: 'ecf-api' })) as { roles: readonly unknown[] };
  const roleCommand = roles.length === 0 ? 'createRole' : 'updateRole';
  await ledger.command({ [roleCommand]: 'ecf-api', privileges, roles: [], writeConcern });
  const accounts = {
    'ecf-api': { pwd: apiPassword, roles: ['ecf-api'] },
    'ecf-worker': { pwd: workerPassword, roles: ['readWrite'] },
  };
  for (const [user, account] of Object.entries(accounts)) {
    const userCommand = (await has(ledger, user)) ? 'updateUser' : 'createUser';
    await ledger.command({ [userCommand]: user, ...account, writeConcern });
  }
  // Earlier versions had one account for both.
  if (await has(ledger, 'ecf')) await ledger.command({ dropUser: 'ecf', writeConcern });
}

async function has(ledger: Db, user: string): Promise<boolean> {
  const { users } = (await ledger.command({ usersInfo: user })) as { users: readonly unknown[] };
  return users.length > 0;
}

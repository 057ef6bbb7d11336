/** The job `mongo-setup`: `node dist/src/main.js mongo-setup` sets up the ledger before a role starts. */
import { setUpLedger, type SetUpLedger } from '../ledger/set-up-ledger.js';
import type { Log } from '../shared/log.js';
import { ConfigError, type Config } from './config.js';
import { given, type Environment } from './settings/setting.js';

/**
 * Its own variables: the administrator's address (MONGO_ADMIN_URI), or the members of a set that it makes and their administrator's password
 * (MONGO_MEMBERS, MONGO_ROOT_PASSWORD); and the passwords that api and worker will have (MONGO_API_PASSWORD, MONGO_WORKER_PASSWORD).
 */
export async function setUpMongo(env: Environment, { mongo, web }: Config, log: Log): Promise<void> {
  await setUpLedger({
    ...administrator(env),
    database: mongo.database,
    apiPassword: required(env, 'MONGO_API_PASSWORD'),
    workerPassword: required(env, 'MONGO_WORKER_PASSWORD'),
    web: web.enabled,
    onWait: (why) => log.info({ why }, 'MongoDB is not ready yet'),
  });
  log.info('the ledger is ready');
}

function administrator(env: Environment): Pick<SetUpLedger, 'adminUri' | 'newSet'> {
  const hosts = given(env, 'MONGO_MEMBERS');
  if (hosts === '') return { adminUri: required(env, 'MONGO_ADMIN_URI') };
  const members = hosts.split(',');
  const login = `mongodb://root:${encodeURIComponent(required(env, 'MONGO_ROOT_PASSWORD'))}`;
  return {
    adminUri: `${login}@${hosts}/?replicaSet=rs0&authSource=admin`,
    newSet: { members, firstUri: `${login}@${members[0]}/?directConnection=true&authSource=admin` },
  };
}

function required(env: Environment, name: string): string {
  const value = given(env, name);
  if (value === '') throw new ConfigError(`${name} is required`);
  return value;
}

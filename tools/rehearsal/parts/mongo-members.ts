/** Three mongod, which the job mongo-setup of docker-compose.yml joins into a replica set. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { onlyThese, machineNames } from '../../stack/processes/machine-environment.js';
import { writePrivate } from '../../stack/private-files.js';
import { supervise, type Supervised, type SuperviseOptions } from '../../stack/processes/supervise.js';
import { mongodArgs } from '../../stack/start-mongod.js';
import { keepRunning } from './part-options.js';

export interface MembersOptions {
  readonly binary: string;
  readonly dataDir: string;
  readonly ports: readonly number[];
  readonly key: string;
  readonly rootPassword: string;
  readonly started: (name: string, running: Supervised) => void;
}

export interface Members {
  readonly processes: ReadonlyMap<string, Supervised>;
  /** @throws while no member has that state */
  named(state: 'primary' | 'secondary'): Promise<string>;
  works(name: string): Promise<boolean>;
}

const askLimitMs = 2_000;

export async function startMembers(options: MembersOptions): Promise<Members> {
  const { dataDir, ports, key, rootPassword } = options;
  const keyFile = join(dataDir, 'secrets', 'mongo-key');
  await writePrivate(keyFile, key);
  const processes = new Map<string, Supervised>();
  const members = ports.map((port, index) => ({ port, name: `mongod-${index + 1}` }));
  const [first] = members;
  if (first !== undefined)
    await createAdministrator(memberOptions(options, first, keyFile), first.port, rootPassword);
  for (const member of members) {
    const running = await supervise(memberOptions(options, member, keyFile));
    processes.set(member.name, running);
    options.started(member.name, running);
  }
  const portOf = new Map(members.map(({ name, port }) => [name, port]));
  const hello = (name: string) => ask(portOf.get(name) ?? 0);
  return {
    processes,
    async named(state) {
      for (const { name } of members) {
        const { isWritablePrimary, secondary } = await hello(name).catch((): Hello => ({}));
        if ((state === 'primary' ? isWritablePrimary : secondary) === true) return name;
      }
      throw new Error(`No member is a ${state}`);
    },
    async works(name) {
      const { isWritablePrimary, secondary } = await hello(name);
      return isWritablePrimary === true || secondary === true;
    },
  };
}

interface Member {
  readonly name: string;
  readonly port: number;
}

function memberOptions(
  { binary, dataDir }: MembersOptions,
  { name, port }: Member,
  keyFile: string,
): SuperviseOptions {
  const dbPath = join(dataDir, name);
  mkdirSync(dbPath, { recursive: true, mode: 0o700 });
  return {
    ...keepRunning(name, { dataDir }),
    command: binary,
    args: mongodArgs(dbPath, port, keyFile),
    env: onlyThese(machineNames, process.env),
    ready: async () => (await ask(port)).ok === 1,
  };
}

/** Creates the administrator as MongoDB's image does at its first start: while the member is alone and belongs to no set. */
async function createAdministrator(options: SuperviseOptions, port: number, pwd: string): Promise<void> {
  const without = ['--replSet', '--keyFile'];
  const args = options.args.filter(
    (arg, at) => ![arg, options.args[at - 1] ?? ''].some((one) => without.includes(one)),
  );
  const alone = await supervise({ ...options, args });
  try {
    const client = await MongoClient.connect(uriOf(port));
    await client.db('admin').command({ createUser: 'root', pwd, roles: ['root'] });
    await client.close();
  } finally {
    await alone.stop();
  }
}

interface Hello {
  readonly ok?: unknown;
  readonly isWritablePrimary?: unknown;
  readonly secondary?: unknown;
}

/** Sends the command `hello`, which needs no password. */
async function ask(port: number): Promise<Hello> {
  const client = new MongoClient(uriOf(port), {
    serverSelectionTimeoutMS: askLimitMs,
    connectTimeoutMS: askLimitMs,
    socketTimeoutMS: askLimitMs,
  });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
}

function uriOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/?directConnection=true`;
}

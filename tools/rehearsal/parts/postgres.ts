/** PostgreSQL for Temporal, with the user and the password that docker-compose.yml gives it. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../stack/binaries/run-command.js';
import { supervise, type Supervised } from '../../stack/processes/supervise.js';
import { copyPostgres } from '../binaries/postgres.js';
import { keepRunning, type PartOptions } from './part-options.js';

export interface PostgresOptions extends PartOptions {
  readonly programs: string;
  readonly user: string;
  readonly password: string;
}

export interface StartedPostgres {
  readonly running: Supervised;
  answers(): Promise<boolean>;
  /** Deletes the data folder, which is separate from the rest because another user owns it. */
  deleteData(): void;
}

/** PostgreSQL refuses to run as root. These are the ids of `nobody` on every Linux. */
const nobody = { uid: 65534, gid: 65534 };
const initLimitMs = 120_000;
const askLimitMs = 2_000;

export async function startPostgres(options: PostgresOptions): Promise<StartedPostgres> {
  const { programs, port, user, password } = options;
  const owner = process.getuid?.() === 0 ? nobody : undefined;
  const dir = mkdtempSync(join(tmpdir(), 'ecf-rehearsal-postgres-'));
  const data = join(dir, 'data');
  const bin = owner === undefined ? join(programs, 'bin') : join(dir, 'programs', 'bin');
  if (owner !== undefined) {
    copyPostgres(programs, join(dir, 'programs'));
    chmodSync(dir, 0o711);
  }
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner !== undefined) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const init = ['--pgdata', data, '--username', user, '--pwfile', passwordFile, '--encoding=UTF8'];
  await runCommand(join(bin, 'initdb'), [...init, '--auth=scram-sha-256', '--no-instructions'], {
    limitMs: initLimitMs,
    cwd: dir,
    ...(owner === undefined ? {} : { owner }),
  });
  const answers = () => acceptsLogins(port, user);
  const running = await supervise({
    ...keepRunning('postgres', options),
    command: join(bin, 'postgres'),
    // No socket file: in /tmp it could collide with that of another server.
    args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories='],
    cwd: dir,
    ...(owner === undefined ? {} : { owner }),
    ready: answers,
  });
  return {
    running,
    answers,
    deleteData: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A server that is ready asks for the password; one that is starting refuses. */
function acceptsLogins(port: number, user: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: askLimitMs });
    const end = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => socket.write(startupMessage(user)));
    // `R` begins an authentication request.
    socket.once('data', (answer) => end(answer.toString('latin1', 0, 1) === 'R'));
    socket.once('timeout', () => end(false)).once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

/** The first message of PostgreSQL's protocol 3.0: length, version, then pairs of name and value. */
function startupMessage(user: string): Buffer {
  const pairs = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + pairs.length, 0);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, pairs]);
}

/** The embedded default: keeps a mongod and a Temporal running on this machine; both end when we end. */
import { resolve } from 'node:path';
import { lockDataDir } from './processes/data-dir-lock.js';
import { findMongod } from './binaries/mongod.js';
import { assertPortFree } from './processes/ports.js';
import type { StackLog } from './stack-log.js';
import { startMongod, type StartedServer } from './start-mongod.js';
import { startTemporal } from './start-temporal.js';
import { findTemporal } from './binaries/temporal.js';

export interface StartEmbeddedOptions {
  readonly dataDir: string;
  /** 0 takes a free port; the same holds for the ports below. */
  readonly mongoPort: number;
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  /** Name → the SDK's type name: `INT`, `KEYWORD`… */
  readonly searchAttributes: Readonly<Record<string, string>>;
  readonly log: StackLog;
  /** Default: both. */
  readonly parts?: { readonly mongod: boolean; readonly temporal: boolean };
}

export interface Embedded {
  /** With the password, without a database name. Empty when mongod was not requested; the next two are empty without Temporal. */
  readonly mongoUri: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string;
  /** The id of the process that runs now. It changes at a restart and is undefined in between. */
  readonly mongodPid: number | undefined;
  readonly temporalPid: number | undefined;
  /** Stops both cleanly; may be called again. */
  stop(): Promise<void>;
}

/** @throws StackError for a person: data folder or port in use, no binary available, a server that does not start */
export async function startEmbedded(options: StartEmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir);
  const { log, searchAttributes, parts = { mongod: true, temporal: true } } = options;
  const lock = lockDataDir(dataDir);
  try {
    if (parts.mongod) await assertPortFree('MongoDB', options.mongoPort, 'MONGO_PORT');
    if (parts.temporal) {
      await assertPortFree('Temporal', options.temporalPort, 'TEMPORAL_PORT');
      await assertPortFree('Temporal Web UI', options.temporalUiPort, 'TEMPORAL_UI_PORT');
    }
    // One after the other: one download at a time is easier to follow, and both would share the same line anyway.
    const mongodBinary = parts.mongod ? await findMongod(log) : '';
    const temporalBinary = parts.temporal ? await findTemporal(log) : '';
    const [mongod, temporal] = await bothOrNone(
      parts.mongod ? startMongod({ dataDir, port: options.mongoPort, log, binary: mongodBinary }) : undefined,
      parts.temporal
        ? startTemporal({
            dataDir,
            port: options.temporalPort,
            uiPort: options.temporalUiPort,
            searchAttributes,
            log,
            binary: temporalBinary,
          })
        : undefined,
    );
    return {
      mongoUri: mongod?.uri ?? '',
      temporalAddress: temporal?.address ?? '',
      temporalUiUrl: temporal?.uiUrl ?? '',
      get mongodPid() {
        return mongod?.pid;
      },
      get temporalPid() {
        return temporal?.pid;
      },
      async stop() {
        await Promise.all([mongod?.stop(), temporal?.stop()]);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function bothOrNone<A extends StartedServer, B extends StartedServer>(
  first: Promise<A> | undefined,
  second: Promise<B> | undefined,
): Promise<[A | undefined, B | undefined]> {
  try {
    return await Promise.all([first, second]);
  } catch (error) {
    const [one, other] = await Promise.allSettled([first, second]);
    if (one.status === 'fulfilled') await one.value?.stop();
    if (other.status === 'fulfilled') await other.value?.stop();
    throw error;
  }
}

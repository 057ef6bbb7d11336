/**
 * Holds all writes of a MongoDB while somebody copies its files: flushed, and of one moment. Reads go on. A write that comes
 * meanwhile waits, and is done afterwards even if whoever sent it has given up: every write of ours is safe to repeat.
 */
import { MongoClient, MongoServerError } from 'mongodb';
import { guard } from './guard.js';

export interface WriteHold {
  /** False: somebody else holds them; nothing was changed. */
  hold(): Promise<boolean>;
  /** Whoever holds them. False: nobody did. */
  release(): Promise<boolean>;
  close(): Promise<void>;
}

/** MongoDB counts; a hold left behind by a process that was killed is one, rarely two. */
const holdsMax = 10;
/** Flushing a full cache to a slow disk takes seconds. */
const flushLimitMs = 60_000;

/** Opens nothing of the ledger: its indexes are looked at by a write, which would wait for the end of a hold. */
export async function openWriteHold(uri: string): Promise<WriteHold> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 3_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: flushLimitMs,
    // One connection, kept: it is the one that lets go.
    maxPoolSize: 1,
    retryWrites: false,
  });
  const admin = client.db('admin');
  await guard(() => client.connect());

  /** @returns how many holds are left; undefined: there was none. */
  const letGo = async (): Promise<number | undefined> => {
    try {
      return Number((await admin.command({ fsyncUnlock: 1 }))['lockCount']);
    } catch (error) {
      if (error instanceof MongoServerError && error.message.includes('not locked')) return undefined;
      throw error;
    }
  };
  return {
    hold: () =>
      guard(async () => {
        const { lockCount } = await admin.command({ fsync: 1, lock: true });
        if (Number(lockCount) === 1) return true;
        await letGo();
        return false;
      }),
    release: () =>
      guard(async () => {
        let held = false;
        for (let tries = 0; tries < holdsMax; tries += 1) {
          const left = await letGo();
          if (left === undefined) return held;
          held = true;
          if (left === 0) return true;
        }
        return held;
      }),
    close: () => client.close(),
  };
}

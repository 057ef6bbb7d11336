/**
 * Flushes and stops all writes of a MongoDB while somebody copies its files, so that the copy shows one moment. Reads go on.
 * A write that arrives during the hold waits and runs afterwards, even if its client has given up. That is safe: all our
 * writes may be repeated.
 */
import { MongoClient, MongoServerError } from 'mongodb';
import { guard } from './guard.js';

export interface WriteHold {
  /** False: somebody else already holds the writes. Nothing changed. */
  hold(): Promise<boolean>;
  /** Releases the hold, also one of another process. False: there was no hold. */
  release(): Promise<boolean>;
  close(): Promise<void>;
}

/** MongoDB counts holds. A killed process leaves one behind, rarely two. */
const holdsMax = 10;
/** Flushing a full cache to a slow disk takes seconds. */
const flushLimitMs = 60_000;

/** Does not open the ledger: that creates indexes, which is a write and would wait for the end of the hold. */
export async function openWriteHold(uri: string): Promise<WriteHold> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 3_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: flushLimitMs,
    // Exactly one connection: the one that took the hold also releases it.
    maxPoolSize: 1,
    retryWrites: false,
  });
  const admin = client.db('admin');
  await guard(() => client.connect());

  /** @returns how many holds are left, or undefined when there was no hold */
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

/**
 * Where the sessions of people are kept: express-session's store on the ledger. The record's id is a hash, so a copy of the ledger
 * opens no session.
 */
import { MongoStore } from 'connect-mongo';
import type { MongoClient } from 'mongodb';
import { hashOfSession } from './session-hash.js';

/** A session in use is written at most once in this time: its end moves on. */
const touchAfterSeconds = 60;

export function createSessionStore(client: MongoClient, dbName: string, collectionName: string): MongoStore {
  return MongoStore.create({
    ...{ client, dbName, collectionName },
    // As objects, so that the sessions of a person can be found.
    stringify: false,
    // collections.ts makes the index: the library would make it once and never work again if that fails.
    autoRemove: 'disabled',
    touchAfter: touchAfterSeconds,
    writeOperationOptions: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
    transformId: hashOfSession,
  });
}

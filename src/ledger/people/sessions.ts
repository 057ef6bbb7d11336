/** The store of people's sessions. A record's id is a hash, so nobody can use a session from a copy of the ledger. */
import { MongoStore } from 'connect-mongo';
import type { Cookie, SessionData } from 'express-session';
import { MongoError, type MongoClient } from 'mongodb';
import { tokenHash } from './token-hash.js';

/** A session ends after this time without a request. */
const idleSeconds = 30 * 60;
/** A session in use is written at most once in this time. */
const touchAfterSeconds = 60;
const writeConcern = { w: 'majority', journal: true, wtimeoutMS: 5_000 } as const;

/** The session ended while a request with it was under way. */
export class SessionEndedError extends Error {}

type Done = (error?: unknown) => void;

/**
 * The library writes each session with an upsert. A request may read its session before a logout and save it afterwards; an upsert would
 * then bring the session back. So a session that was read from the ledger is only updated here, never inserted.
 */
class Sessions extends MongoStore {
  readonly #stored = new WeakSet<object>();

  override createSession(...[req, data]: Parameters<MongoStore['createSession']>) {
    const session = super.createSession(req, data);
    this.#stored.add(session);
    return session;
  }

  override set(id: string, session: SessionData, done: Done = () => undefined): void {
    if (!this.#stored.has(session)) super.set(id, session, done);
    else
      this.#update(id, session).then(
        (found) => done(found ? null : new SessionEndedError('The session ended meanwhile')),
        done,
      );
  }

  /** A session that ended meanwhile needs no more time. The library reports it like a ledger that cannot be reached. */
  override touch(id: string, session: SessionData, done: Done = () => undefined): void {
    super.touch(id, session, (error: unknown) => done(error instanceof MongoError ? error : null));
  }

  /** The library does not say whether there was such a session. */
  override destroy(id: string, done: Done = () => undefined): void {
    this.#remove(id).then(
      (found) => done(found ? null : new SessionEndedError('The session ended meanwhile')),
      done,
    );
  }

  async #remove(id: string): Promise<boolean> {
    const sessions = await this.collectionP;
    return (await sessions.deleteOne({ _id: tokenHash(id) }, { writeConcern })).deletedCount === 1;
  }

  async #update(id: string, { cookie, ...data }: SessionData): Promise<boolean> {
    const now = new Date();
    const changed = {
      session: { ...data, cookie: plain(cookie) },
      expires: new Date(now.getTime() + idleSeconds * 1_000),
      lastModified: now,
    };
    const sessions = await this.collectionP;
    const filter = { _id: tokenHash(id) };
    return (await sessions.updateOne(filter, { $set: changed }, { writeConcern })).matchedCount === 1;
  }
}

/** The cookie in the form in which the library stores it: there, `expires` is not a property of the object itself. */
function plain(cookie: Cookie): Cookie {
  return (cookie as Cookie & { toJSON(): Cookie }).toJSON();
}

export function createSessionStore(client: MongoClient, dbName: string, collectionName: string): MongoStore {
  return new Sessions({
    client,
    dbName,
    collectionName,
    ttl: idleSeconds,
    // Sessions are stored as objects and not as text, so that those of one person can be found.
    stringify: false,
    // ledger/indexes.ts builds the index. The library would build it once, and never work again if that failed.
    autoRemove: 'disabled',
    touchAfter: touchAfterSeconds,
    writeOperationOptions: writeConcern,
    transformId: tokenHash,
  });
}

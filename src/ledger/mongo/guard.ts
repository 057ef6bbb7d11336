/** Separates an unreachable ledger (503 to the client) from a defect (500). */
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  type Collection,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { LedgerUnavailableError } from '../unavailable.js';

const unreachable = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  // The write may or may not be durable. The caller retries, and every write here is safe to repeat.
  MongoWriteConcernError,
];

/** Errors that the driver does not export: no free connection in time, or the pool or client is closed. */
const unreachableNames = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoClientClosedError',
]);

/** MongoDB's codes for "no primary now": stepping down, shutting down, timed out. */
const retryableCodes = new Set<unknown>([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * Node's own codes for a broken connection. The driver wraps most of them. But while it waits for a full socket to drain, it
 * passes them on unwrapped and does not retry.
 */
const brokenSocketCodes = new Set<unknown>([
  ...['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ECONNREFUSED', 'ENOTCONN', 'ETIMEDOUT'],
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETRESET', 'ENETUNREACH'],
  ...[
    'ERR_SOCKET_CLOSED',
    'ERR_STREAM_DESTROYED',
    'ERR_STREAM_PREMATURE_CLOSE',
    'ERR_STREAM_WRITE_AFTER_END',
  ],
]);

export async function guard<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (isUnavailable(error)) throw new LedgerUnavailableError({ cause: error });
    throw error;
  }
}

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** `connectStore` guards the whole ledger, so that no method can forget it. */
export function guarded<T extends Methods>(methods: T): T {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => guard(() => method(...args)),
  ]);
  return Object.fromEntries(entries) as T;
}

function isUnavailable(error: unknown): boolean {
  if (unreachable.some((kind) => error instanceof kind)) return true;
  // In a write of several records, the driver hides a connection error inside an error that looks like the server's.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isUnavailable(error.errorResponse);
  if (error instanceof MongoError && unreachableNames.has(error.name)) return true;
  if (error instanceof MongoServerError) return retryableCodes.has(error.code);
  return typeof error === 'object' && error !== null && 'code' in error && brokenSocketCodes.has(error.code);
}

/** `too-slow`: MongoDB ended the query at its `maxTimeMS`. */
export async function orTooSlow<T>(query: Promise<T>): Promise<T | 'too-slow'> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 50) return 'too-slow';
    throw error;
  }
}

export const duplicateKey = 11_000;

/** Returns false if a unique index refused the insert, because the record exists. */
export async function isInserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    return false;
  }
}

/** With `ordered` it stops at the first one that exists. @returns how many a majority acknowledged */
export async function insertNew<R extends object>(
  collection: Collection<R>,
  records: readonly R[],
  { ordered }: { readonly ordered: boolean },
): Promise<number> {
  try {
    const inserted = await collection.insertMany(records as OptionalUnlessRequiredId<R>[], { ordered });
    return inserted.insertedCount;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || refused.some(({ code }) => code !== duplicateKey)) throw error;
    // Without the majority's acknowledgement the others may still be lost.
    if (error.result.getWriteConcernError() !== undefined) throw new LedgerUnavailableError({ cause: error });
    return error.insertedCount;
  }
}

/** Whether the unique index whose last field is this one refused the write. */
export function isDuplicateKeyOf(error: unknown, field: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKey) return false;
  const fields = Object.keys((error['keyPattern'] as Record<string, unknown> | undefined) ?? {});
  return fields.at(-1) === field;
}

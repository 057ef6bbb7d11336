/** Tells a ledger that cannot be reached from a defect: the one is answered 503, the other 500. */
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
} from 'mongodb';
import { LedgerUnavailableError } from '../store.js';

const unreachable = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  // The write may stand or not; the caller asks again, and every write here is safe to repeat.
  MongoWriteConcernError,
];

/** Errors of the driver that it does not export: no connection of the pool in time, a pool or client being closed. */
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
 * Node's own codes for a connection that broke. The driver wraps most of them; while it waits for a full socket to drain it
 * lets them through as they are, and does not try again.
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

function isUnavailable(error: unknown): boolean {
  if (unreachable.some((kind) => error instanceof kind)) return true;
  // A write of several records hides what went wrong with the connection behind an error that looks like the server's.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isUnavailable(error.errorResponse);
  if (error instanceof MongoError && unreachableNames.has(error.name)) return true;
  if (error instanceof MongoServerError) return retryableCodes.has(error.code);
  return typeof error === 'object' && error !== null && 'code' in error && brokenSocketCodes.has(error.code);
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}

/** Whether it is the unique index over this field (the last one, where it has several) that refused the write. */
export function isDuplicateKeyOf(error: unknown, field: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  const fields = Object.keys((error['keyPattern'] as Record<string, unknown> | undefined) ?? {});
  return fields.at(-1) === field;
}

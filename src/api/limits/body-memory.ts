/**
 * The memory that open requests take, with their bodies and large answers, by company or network. A client that leaves does not end the
 * work that it asked for, so the memory is then released when the work has ended. Otherwise clients that leave at once could fill the
 * process.
 */
import type { Response } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { createFairSemaphore } from '../../shared/fair-semaphore.js';
import { tooMuch } from './concurrency-limit.js';

export interface ByteLimit<Key> {
  readonly name: string;
  /** @throws ServiceError if too little is left for the key */
  acquire(key: Key, bytes: number): void;
  release(key: Key, bytes: number): void;
  readonly inUse: number;
}

export function createByteLimit<Key>(
  name: string,
  capacity: number,
  retryAfterSeconds: number,
): ByteLimit<Key> {
  const semaphore = createFairSemaphore<Key>(capacity);
  return {
    name,
    acquire: (key, bytes) => {
      if (!semaphore.tryAcquire(key, bytes))
        throw tooMuch(semaphore.usesAverage(key), name, retryAfterSeconds);
    },
    release: (key, bytes) => semaphore.release(key, bytes),
    get inUse() {
      return semaphore.inUse;
    },
  };
}

export const requestBytes = 20 * 1024;

const works = new WeakMap<Response, Promise<unknown>>();

/** Runs the work of a request: its memory is not released before the work has ended. */
export function keepMemoryDuring<T>(res: Response, work: Promise<T>): Promise<T> {
  works.set(res, work);
  return work;
}

/** @returns a function that acquires the next bytes for as long as the request is open. It throws if too little is left for the key */
export function acquireForRequest<Key>(
  res: Response,
  limit: ByteLimit<Key>,
  key: Key,
): (bytes: number) => void {
  let acquired = 0;
  const release = () => limit.release(key, acquired);
  res.once('close', () => {
    const work = works.get(res);
    if (work === undefined) release();
    else void work.then(release, release);
  });
  return (bytes) => {
    // The client has left. `close` has already fired, so nothing would release what we acquire.
    if (res.destroyed) throw new ServiceError('REQUEST_INVALID');
    limit.acquire(key, bytes);
    acquired += bytes;
  };
}

const largeAnswerBytes = 64 * 1024;

/** A large answer counts for its company until the client has read it. */
export function acquireForAnswer(
  res: Response,
  companyBytes: ByteLimit<number>,
  companyId: number,
  bytes: number,
): void {
  if (bytes > largeAnswerBytes && !res.destroyed) acquireForRequest(res, companyBytes, companyId)(bytes);
}

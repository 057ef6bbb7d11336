/**
 * What an open request holds of the process's limits (shares.ts). It gives everything back when it ends. A client that leaves does not end
 * the work that it asked for, so what it holds is given back only when the work has ended. Otherwise clients that leave at once could fill
 * the memory.
 */
import type { Response } from 'express';
import { ServiceError } from '../../shared/errors.js';
import type { Limit } from './limit-kinds.js';

const works = new WeakMap<Response, Promise<unknown>>();

/** Runs the work of a request: what the request holds stays held until the work has ended. */
export function keepHeldDuring<T>(res: Response, work: Promise<T>): Promise<T> {
  works.set(res, work);
  return work;
}

/** Takes `amount` for as long as the request is open. Throws when nothing is left for the key. */
export function holdForRequest<Key>(res: Response, limit: Limit<Key>, key: Key, amount: number): void {
  holdInParts(res, limit, key)(amount);
}

/** Takes one for as long as `work` runs. Throws when nothing is left for the key. */
export async function holdDuring<Key, T>(limit: Limit<Key>, key: Key, work: () => Promise<T>): Promise<T> {
  limit.take(key, 1);
  try {
    return await work();
  } finally {
    limit.giveBack(key, 1);
  }
}

/** Smaller answers are read at once. */
const largeAnswerBytes = 64 * 1024;

/** Bytes of a large answer that the client has not read yet belong to its company, like those of a body. */
export function holdAnswer(
  res: Response,
  companyBytes: Limit<number>,
  companyId: number,
  bytes: number,
): void {
  if (bytes > largeAnswerBytes && !res.destroyed) holdForRequest(res, companyBytes, companyId, bytes);
}

/** Takes an amount in several parts. */
export function holdInParts<Key>(res: Response, limit: Limit<Key>, key: Key): (amount: number) => void {
  let held = 0;
  const giveBack = () => limit.giveBack(key, held);
  res.once('close', () => {
    const work = works.get(res);
    if (work === undefined) giveBack();
    else void work.then(giveBack, giveBack);
  });
  return (amount) => {
    // The client has left. `close` has already fired, so nothing would give back what we take.
    if (res.destroyed) throw new ServiceError('REQUEST_INVALID');
    limit.take(key, amount);
    held += amount;
  };
}

/** Shares reads among callers that wait for the same thing, without giving anybody an answer that is too old. */
import { within } from './within.js';

/** A read may hang until its connection times out. The callers that wait for its end wait no longer than this. */
const turnMs = 1_000;

export type LaterReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Each caller gets a read that started after it asked: an earlier one may miss a change that the caller must see. Callers that ask
 * during a read share the next one.
 */
export function createLaterReads<T>(): LaterReads<T> {
  const underWay = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();
  const start = (key: string, read: () => Promise<T>) => {
    next.delete(key);
    const reading = read().finally(() => {
      if (underWay.get(key) === reading) underWay.delete(key);
    });
    underWay.set(key, reading);
    return reading;
  };
  return (key, read) => {
    const last = underWay.get(key);
    if (last === undefined) return start(key, read);
    const ended = last.catch(() => undefined);
    const shared = next.get(key) ?? within<unknown>(turnMs, ended, undefined).then(() => start(key, read));
    next.set(key, shared);
    return shared;
  };
}

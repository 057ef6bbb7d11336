/** Lets callers that wait for the same thing share a read, without giving any of them an answer that is too old. */
import { within } from './within.js';

/** How long callers wait for the end of an earlier read, which may hang until its connection times out. */
const turnMs = 1_000;

type LaterReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Each caller gets a read that started after its call, because an earlier one may miss a change that the caller must see. Callers that
 * arrive during a read share the next one.
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

/** Whether the service answers: a page that asks nothing by itself would look healthy without a network. */
import { useSyncExternalStore } from 'react';
import { networkError } from './api-error.js';

let answeredAtMs = Date.now();
let isLost = false;
const listeners = new Set<(isLost: boolean) => void>();

export function reportAnswer(): void {
  answeredAtMs = Date.now();
  setLost(false);
}

function setLost(value: boolean): void {
  if (isLost === value) return;
  isLost = value;
  for (const listener of listeners) listener(value);
}

/** Calls `listener` when the service stops to answer, and when it answers again. */
export function watchLost(listener: (isLost: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When the service last answered, while it does not answer; undefined while it does. */
export function useLostSince(): number | undefined {
  return useSyncExternalStore(watchLost, () => (isLost ? answeredAtMs : undefined));
}

let askSoon = (): void => undefined;

/** One lost call is not yet a lost service, so the page first asks once more. */
export function reportNoAnswer(): void {
  askSoon();
}

/** A page that has heard nothing for so long asks whether the service is there. */
const quietMs = 30_000;
const askEveryMs = 5_000;

export function watchConnection(onReturn: () => void): () => void {
  let isAsking = false;
  const askNow = async () => {
    if (isAsking) return;
    isAsking = true;
    const wasLost = isLost;
    try {
      await reachService();
      reportAnswer();
      if (wasLost) onReturn();
    } catch {
      setLost(true);
    } finally {
      isAsking = false;
    }
  };
  const askIfQuiet = () => {
    if (document.hidden) return;
    if (isLost || Date.now() - answeredAtMs >= quietMs) void askNow();
  };
  const askAtOnce = () => void askNow();
  askSoon = askAtOnce;
  const timer = setInterval(askIfQuiet, askEveryMs);
  addEventListener('offline', askAtOnce);
  addEventListener('online', askAtOnce);
  document.addEventListener('visibilitychange', askIfQuiet);
  return () => {
    clearInterval(timer);
    removeEventListener('offline', askAtOnce);
    removeEventListener('online', askAtOnce);
    document.removeEventListener('visibilitychange', askIfQuiet);
    askSoon = () => undefined;
  };
}

const reachLimitMs = 10_000;

/** A gateway's answer says that nobody is behind it. */
function isOfProxy(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** @throws ApiError without a connection. The browser would then show its own error page in place of the application. */
export async function reachService(): Promise<void> {
  try {
    const { status } = await fetch('/app/', { cache: 'no-store', signal: AbortSignal.timeout(reachLimitMs) });
    if (isOfProxy(status)) throw networkError();
  } catch {
    throw networkError();
  }
}

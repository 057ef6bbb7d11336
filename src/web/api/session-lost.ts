/**
 * Whether the session ended after the login. The shell then shows a login dialog above the page. And whether a request of this page is about
 * to give the session more rights, and so another cookie: requests under way with the old one are refused.
 */
import { useSyncExternalStore } from 'react';

let lost = false;
let renewals = 0;
const listeners = new Set<() => void>();

export function reportSessionLost(value: boolean): void {
  if (lost === value) return;
  lost = value;
  if (!value) renewals += 1;
  tell();
}

/** A login in another tab began a session that this page did not miss. */
export function reportSessionRenewed(): void {
  renewals += 1;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function watchSessionLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSessionLost = () => lost;

export function useSessionLost(): boolean {
  return useSyncExternalStore(watchSessionLost, isSessionLost);
}

/** Changes when a new session begins below the page. What the service kept in the session before is then gone. */
export function useSessionRenewals(): number {
  return useSyncExternalStore(watchSessionLost, () => renewals);
}

let raising: Promise<unknown> = Promise.resolve();

/** Marks a call whose answer gives the session another cookie. */
export function raisesSession<Answer>(call: Promise<Answer>): Promise<Answer> {
  raising = call.catch(() => undefined);
  return call;
}

/** Resolves when the browser has the new cookie. */
export const sessionRaised = () => raising;

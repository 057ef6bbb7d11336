/** Whether the session ended after the login. The shell then shows a login dialog above the page. */
import { useSyncExternalStore } from 'react';

let lost = false;
const listeners = new Set<() => void>();

export function reportSessionLost(value: boolean): void {
  if (lost === value) return;
  lost = value;
  for (const listener of listeners) listener();
}

export const isSessionLost = () => lost;

/**
 * How soon a page repeats a query. Never while the login dialog is open: the service would refuse it, and the login repeats all queries.
 */
export const unlessLost = (ms: number): number | false => (lost ? false : ms);

export function useSessionLost(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSessionLost);
}

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

export function useSessionLost(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSessionLost);
}

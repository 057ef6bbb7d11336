/** Whether the service said, after login, that the session is over. The shell then asks for the login above the page. */
import { useSyncExternalStore } from 'react';

let lost = false;
const listeners = new Set<() => void>();

export function reportSessionLost(value: boolean): void {
  if (lost === value) return;
  lost = value;
  for (const listener of listeners) listener();
}

export const isSessionLost = () => lost;

/** How soon a page asks again. While the dialog waits for the login, every question would be refused; the login asks them all. */
export const unlessLost = (ms: number): number | false => (lost ? false : ms);

export function useSessionLost(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSessionLost);
}

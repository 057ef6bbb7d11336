/**
 * The person whose page this is. All tabs of a browser share one session, so another person may log in in another tab. Each call names the
 * person of its page, and the service refuses it if the session is another person's. The page then reads the session again.
 */

/** The service reads it in run-route.ts. */
export const shownPersonHeader = 'x-shown-person';

let shown: string | undefined;

/** Undefined while the page asks for a login. */
export const shownPerson = () => shown;

export function showPerson(personId: string | undefined): void {
  shown = personId;
}

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Opened at the first use, and kept: a page that sends through its only channel gets no message of its own. */
function openChannel(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel('session');
    channel.onmessage = reportOtherPerson;
  }
  return channel;
}

/** @param onChange called when the session may be another person's. @returns a function that ends the watch */
export function watchSession(onChange: () => void): () => void {
  openChannel();
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The service refused a call because the session is another person's, or another tab says that it may be. */
export function reportOtherPerson(): void {
  for (const listener of listeners) listener();
}

/** Says to the other tabs that a person has logged in or out here. */
export function announceSession(): void {
  openChannel().postMessage(null);
}

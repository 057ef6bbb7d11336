/** Names the page's person in each call: another person may log in in another tab, and the service then refuses it. */

/** The service reads it in run-route.ts. */
export const shownPersonHeader = 'x-shown-person';

let shown: string | undefined;

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

export function watchSession(onChange: () => void): () => void {
  openChannel();
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The service refused a call because the session is another person's, or another tab says that it may be. */
export function reportOtherPerson(): void {
  for (const listener of listeners) listener();
}

export function announceSession(): void {
  openChannel().postMessage(null);
}

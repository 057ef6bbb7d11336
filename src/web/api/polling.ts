/** When a page repeats a query by itself. Each query keeps the session alive, so an untouched page must stop. */
import { isSessionLost, watchSessionLost } from './session-lost.js';

const firstMs = 2_000;
const lastMs = 30_000;
const awayAfterMs = 5 * 60_000;

let touchedAtMs = Date.now();
export const isAway = () => Date.now() - touchedAtMs > awayAfterMs;

/** False while the page must not ask: the service would refuse it until the login, which repeats all queries. */
export const pollEvery = (ms: number): number | false => (isSessionLost() || isAway() ? false : ms);

/** How soon a page repeats a query about something that is not final: often at first, seldom later. */
export const pollAfter = (answers: number): number | false =>
  pollEvery(Math.min(lastMs, firstMs * 1.4 ** Math.max(0, answers - 1)));

/** For what the event feed reports (live/concerned.ts): only in case an event never came. A page calls an answer old after five minutes. */
export const pollRarely = (): number | false => pollEvery(2 * 60_000);

const summaryEveryMs = 30_000;
const whileAskedMs = 3_000;
const whileAskedMax = 5;

/** Soon while the service asks DGII in the background; seldom after some answers without DGII's state. */
export const pollSummary = (answers: number, isDgiiKnown: boolean): number | false =>
  pollEvery(isDgiiKnown || answers > whileAskedMax ? summaryEveryMs : whileAskedMs);

/** Whether the page may ask by itself: it is on the screen, a person uses it, and the session has not ended. */
export const mayAsk = (): boolean => !document.hidden && !isAway() && !isSessionLost();

const returns = new Set<() => void>();

/** Calls `listener` when `mayAsk` may have changed. A page becomes untouched without a call. */
export function watchMayAsk(listener: () => void): () => void {
  const forgetSession = watchSessionLost(listener);
  returns.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    forgetSession();
    returns.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function watchTouches(onReturn: () => void): () => void {
  const touched = () => {
    const wasAway = isAway();
    touchedAtMs = Date.now();
    if (!wasAway) return;
    if (!isSessionLost()) onReturn();
    for (const listener of returns) listener();
  };
  const options = { capture: true, passive: true } as const;
  for (const name of touches) addEventListener(name, touched, options);
  return () => {
    for (const name of touches) removeEventListener(name, touched, options);
  };
}

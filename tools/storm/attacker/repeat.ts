/** Does the same thing again and again, in several loops, until it is told to stop. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A refused request is repeated after this time, so that a storm is made of requests and not of the loop around them. */
const pauseMs = 5;

/** @returns a function that stops the loops and resolves when the last one has ended */
export function repeat(loops: number, act: (loop: number) => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController();
  const running = Array.from({ length: loops }, async (_, loop) => {
    while (!stopping.signal.aborted) {
      await act(loop);
      await sleep(pauseMs);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

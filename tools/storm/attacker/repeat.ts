/** Repeats an act in several loops at once, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Without it, refused requests would mostly measure the loop itself. */
const pauseMs = 5;

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

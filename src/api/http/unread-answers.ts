/**
 * Cuts off a client that does not read its answer. What the operating system does not take stays in our memory, so thousands
 * of clients that send and never read would fill it.
 */
import type { ServerResponse } from 'node:http';

interface ReadingLimits {
  /** Milliseconds for an answer of any size. */
  readonly answerTimeout: number;
  /** What a slow client reads at least, beyond that time. */
  readonly answerBytesPerMs: number;
}

/** @param cut called when the client is cut off */
export function limitReading(
  res: ServerResponse,
  { answerTimeout, answerBytesPerMs }: ReadingLimits,
  cut: () => void,
): void {
  // Node has handed the whole answer to the socket. `finish` follows when the operating system has taken it.
  res.once('prefinish', () => {
    const { socket } = res;
    if (socket === null || res.writableFinished) return;
    const timer = setTimeout(
      () => {
        cut();
        socket.destroy();
      },
      answerTimeout + socket.writableLength / answerBytesPerMs,
    );
    const done = () => clearTimeout(timer);
    res.once('finish', done).once('close', done);
  });
}

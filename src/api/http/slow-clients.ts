/** Clients that do not keep pace: those that still send after their answer, and those that do not read it. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface LingerLimits {
  readonly lingerMs: number;
  readonly lingerBytesMax: number;
}

/**
 * Closes a connection whose client may still be sending. If we closed at once, the connection would be reset and the client
 * would lose the answer that it has not read yet. So we stop writing, discard what still arrives, and close when the client is
 * done (RFC 9112 §9.6). Bytes and time are limited: a client that never stops is cut off.
 * @param last the last bytes to write, if any
 */
export function closeLingering(
  socket: Duplex,
  { lingerMs, lingerBytesMax }: LingerLimits,
  last?: string,
): void {
  // The request has its answer, so Node's HTTP parser must not see the rest of it.
  socket.removeAllListeners('data');
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytesMax) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  socket.end(last);
  socket.resume();
  // The parser may have paused the socket until someone reads the body. It no longer listens, so we resume reading here.
  socket._read(0);
}

interface ReadingLimits {
  /** Milliseconds for an answer of any size. */
  readonly answerTimeout: number;
  /** The slowest that a client may read: it gets one more millisecond for this many bytes. */
  readonly answerBytesPerMs: number;
}

/**
 * Cuts off a client that does not read its answer. The operating system takes only a part of the answer, and the rest stays in our memory.
 * Thousands of clients that send and never read would fill it.
 * @param cut called when the client is cut off
 */
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

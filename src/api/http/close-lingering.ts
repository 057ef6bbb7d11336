/**
 * Closes a connection whose client may still be sending. If we closed at once, the connection would be reset and the client
 * would lose the answer that it has not read yet. So we stop writing, discard what still arrives, and close when the client is
 * done (RFC 9112 §9.6). Bytes and time are limited: a client that never stops is cut off.
 */
import type { Duplex } from 'node:stream';

interface LingerLimits {
  readonly lingerMs: number;
  readonly lingerBytesMax: number;
}

/** @param last the last bytes to write, if any */
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

/**
 * Closes a connection whose client may still be sending. Closed at once it would be reset, and the client would lose the
 * answer that it has not read yet. So we stop writing, throw away what still comes, and close when the client is done
 * (RFC 9112 §9.6). Bytes and time are bounded: a client that never stops is cut off.
 */
import type { Duplex } from 'node:stream';

export interface LingerLimits {
  readonly lingerMs: number;
  readonly lingerBytesMax: number;
}

/** @param last the last bytes to write, if any */
export function closeLingering(
  socket: Duplex,
  { lingerMs, lingerBytesMax }: LingerLimits,
  last?: string,
): void {
  // Node's HTTP parser must see no more of it: the request was answered.
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
  // The parser may have stopped reading until somebody takes the body, and would have started it again.
  socket._read(0);
}

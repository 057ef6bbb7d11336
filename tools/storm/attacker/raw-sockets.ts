/** Connections that only an attacker makes: their requests never end, and nobody reads their answers. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const reopenEveryMs = 50;

/**
 * Keeps this many connections open, each with the same beginning of a request. When the service closes one, another one is opened.
 * @returns a function that closes them
 */
export function holdConnections(url: string, count: number, beginning: string): () => Promise<void> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const stopping = new AbortController();
  const openOne = () => {
    const socket = connect(Number(port), hostname, () => socket.write(beginning));
    // The answer is not read, so it fills the buffers on both sides.
    socket.pause();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    open.add(socket);
  };
  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      while (open.size < count) openOne();
      await sleep(reopenEveryMs);
    }
  })();
  return async () => {
    stopping.abort();
    await keeping;
    for (const socket of open) socket.destroy();
  };
}

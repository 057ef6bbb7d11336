/** Connections that only an attacker makes: their requests never end, and nobody reads their answers. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const reopenEveryMs = 50;

export interface HeldConnections {
  readonly url: string;
  readonly count: number;
  /** The beginning of the request that each of them sends. */
  readonly beginning: string;
  /** Called for each connection on which the beginning was sent. */
  readonly opened: () => void;
}

/**
 * Keeps this many connections open, each with the same beginning of a request. When the service closes one, another one is opened.
 * @returns a function that closes them
 */
export function holdConnections({ url, count, beginning, opened }: HeldConnections): () => Promise<void> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const stopping = new AbortController();
  const openOne = () => {
    const socket = connect(Number(port), hostname, () => socket.write(beginning, opened));
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

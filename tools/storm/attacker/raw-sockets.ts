/** Connections that only an attacker makes: their requests never end, and nobody reads their answers. */
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { trustedAuthority } from '../../bench/http.js';

const reopenEveryMs = 50;
const pieceEveryMs = 10;

export interface HeldConnections {
  readonly url: string;
  readonly count: number;
  readonly beginning: string;
  readonly opened: () => void;
  /** Default: it sends nothing more. */
  readonly piece?: string;
  /** Undefined: the system chooses. */
  readonly localAddress?: (connection: number) => string | undefined;
}

/** When the service closes one, another one is opened. */
export function holdConnections({
  url,
  count,
  beginning,
  opened,
  piece,
  localAddress = () => undefined,
}: HeldConnections): () => Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  let made = 0;
  const open = new Set<Socket>();
  const begun = new Set<Socket>();
  const stopping = new AbortController();
  const openOne = () => {
    const from = localAddress((made += 1));
    const to = { host: hostname, port: Number(port), ...(from !== undefined && { localAddress: from }) };
    const begin = () => {
      socket.setNoDelay(true).write(beginning, opened);
      begun.add(socket);
    };
    const socket: Socket =
      protocol === 'https:' ? connectSecurely({ ...to, ...trustedAuthority() }, begin) : connect(to, begin);
    // The answer is not read, so it fills the buffers on both sides.
    socket.pause();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      begun.delete(socket);
    });
    open.add(socket);
  };
  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      while (open.size < count) openOne();
      await sleep(reopenEveryMs);
    }
  })();
  const feeding = (async () => {
    while (piece !== undefined && !stopping.signal.aborted) {
      for (const socket of begun) if (socket.writable) socket.write(piece);
      await sleep(pieceEveryMs);
    }
  })();
  return async () => {
    stopping.abort();
    await Promise.all([keeping, feeding]);
    for (const socket of open) socket.destroy();
  };
}

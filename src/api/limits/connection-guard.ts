/**
 * What one connection may send before it costs too much of the event loop: requests that nobody has answered yet, and bodies in tiny
 * pieces. Node itself limits neither. It starts every request that arrived, and it makes an object of every chunk, even of one byte.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests of one connection without an answer. Clients that send the next one early send a few. */
const unansweredMax = 16;

/** So many that a usual voucher may even arrive byte by byte. */
const piecesFree = 8_192;
/** Beyond them, the average piece has at least so many bytes. A chunk costs some microseconds and 150 bytes, however small it is. */
const pieceBytesMin = 256;

export function createConnectionGuard() {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  const over = new WeakSet<Duplex>();
  return {
    /** `refuse`: one request too many; its answer ends the connection. `ignore`: it comes after an answer that ends the connection. */
    admit: ({ socket }: IncomingMessage, res: ServerResponse): 'serve' | 'refuse' | 'ignore' => {
      if (over.has(socket)) return 'ignore';
      const open = unanswered.get(socket) ?? new Set<ServerResponse>();
      if ([...open].some(endsConnection)) {
        over.add(socket);
        return 'ignore';
      }
      unanswered.set(socket, open.add(res));
      res.once('close', () => open.delete(res));
      if (open.size <= unansweredMax) return 'serve';
      over.add(socket);
      return 'refuse';
    },
    /**
     * Serves an admitted request when the connection's earlier ones have their answers. The client gets the answers in this order anyway. If
     * each request were served as it arrives, 2,000 connections could start 28,000 requests in one turn of the event loop.
     */
    serveInOrder: ({ socket }: IncomingMessage, serve: () => void): void => {
      // The last one is this request's own.
      const before = [...(unanswered.get(socket) ?? [])].at(-2);
      if (before === undefined) serve();
      else
        before.once('close', () => {
          // Nobody would get the answer after a break, or after an answer that ends the connection.
          if (socket.writable) serve();
        });
    },
    /** Whether requests of the connection were refused or ignored. Its client may still be sending. */
    isOver: (socket: Duplex): boolean => over.has(socket),
  };
}

function endsConnection(res: ServerResponse): boolean {
  return res.headersSent && res.getHeader('connection') === 'close';
}

/** @param refuse called once, when the body came in too many pieces; the rest of it is dropped */
export function limitPieces(req: IncomingMessage, refuse: () => void): void {
  const push = req.push.bind(req);
  let pieces = 0;
  let bytes = 0;
  let refused = false;
  req.push = (piece: Uint8Array | null) => {
    if (refused) return false;
    if (piece !== null) {
      pieces += 1;
      bytes += piece.length;
      if (pieces > piecesFree + bytes / pieceBytesMin) {
        refused = true;
        refuse();
        return false;
      }
    }
    return push(piece);
  };
}

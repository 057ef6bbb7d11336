/** HTTP as no library sends it: bytes into a socket, and whatever comes back until it is closed. */
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { serverLimits } from '../../../src/api/http/server.js';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  /** Names in small letters; of several of one name the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All answers on one connection, an interim `100 Continue` included. */
export async function answersTo(port: number, request: string | Uint8Array): Promise<readonly RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  // Whoever is refused in the middle of its request may find the connection reset.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(request);
  // `once` of node:events would reject with that reset, although an answer may have come before.
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks)
    .toString('utf8')
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map(readAnswer);
}

/**
 * Has an api wait for its next request as long as ever, and no moment for the body behind it. A short limit from the start
 * could pass on a slow machine before there is a request, and nobody could tell then of which version the refusal is.
 */
export function hurryOnceBegun(server: Server): void {
  const { headersTimeout, requestTimeout } = serverLimits;
  Object.assign(server, { headersTimeout, requestTimeout });
  // Node takes the longer of the two for the whole request.
  server.once('request', () => Object.assign(server, { headersTimeout: 1, requestTimeout: 1 }));
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  const headers = Object.fromEntries(
    [...head.matchAll(/^([^:\r\n]+): ?([^\r\n]*)/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return { status: Number(text.slice(9, 12)), head, headers, body: text.slice(end + 4) };
}

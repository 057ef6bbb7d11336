/** HTTP that no library would send: writes bytes to a socket, and reads what comes back until it is closed. */
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { serverLimits } from '../../../src/api/server.js';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  /** Names in lower case; of several headers with one name, the last one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All answers on one connection, including an interim `100 Continue`. */
export async function answersTo(port: number, request: string | Uint8Array): Promise<readonly RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  // A server that refuses a request halfway may reset the connection.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(request);
  // `once` of node:events would reject after that reset, although an answer may have come before.
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks)
    .toString('utf8')
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map(readAnswer);
}

/**
 * Makes an api wait normally for its next request, and then not at all for the request's body. A short limit from the start
 * could end before a request arrives on a slow machine, and then the API version of the refusal would be unknown.
 */
export function hurryOnceBegun(server: Server): void {
  const { headersTimeout, requestTimeout } = serverLimits;
  Object.assign(server, { headersTimeout, requestTimeout });
  // Node applies the longer limit to the whole request.
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

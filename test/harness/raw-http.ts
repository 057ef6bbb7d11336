/** HTTP as no library sends it: bytes into a socket, and whatever comes back until it is closed. */
import { once } from 'node:events';
import { connect } from 'node:net';

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
  await once(socket, 'close');
  return Buffer.concat(chunks)
    .toString('utf8')
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map(readAnswer);
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

/**
 * Stands between a client and the api and spoils its answers, one request after the other, as a plan says. It keeps what came, so a test sees
 * how often a client asked, and whether it asked for the same.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { own } from '../own.js';

/**
 * - `cut-before`: the connection ends, and the service never sees the request.
 * - `cut-after`: the service does what was asked, and the connection ends before its answer.
 * - `cut-within`: the connection ends in the middle of the answer.
 * - `gateway`: the service does it, and a proxy answers 502 in HTML.
 * - `silence`: nothing answers, as long as the client waits.
 * - `busy`: 503 and `Retry-After`. `limited`: 429 and `Retry-After`. `limited-long`: 429, for a quarter of an hour.
 */
export type Fault =
  'cut-before' | 'cut-after' | 'cut-within' | 'gateway' | 'silence' | 'busy' | 'limited' | 'limited-long';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface CuttingProxy {
  readonly url: string;
  /** For the next requests, in this order; later ones pass. A login passes always. */
  plan(faults: readonly Fault[]): void;
  /** The requests since the last plan, without logins. */
  readonly seen: readonly Seen[];
}

const refusals: Readonly<Partial<Record<Fault, readonly [number, string, string]>>> = {
  busy: [503, '1', 'OVERLOADED'],
  limited: [429, '1', 'TOO_MANY_REQUESTS'],
  'limited-long': [429, '900', 'TOO_MANY_REQUESTS'],
};

export async function openCuttingProxy(apiUrl: string): Promise<CuttingProxy> {
  let planned: Fault[] = [];
  let seen: Seen[] = [];
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the cutting proxy', () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (faults) => {
      planned = [...faults];
      seen = [];
    },
    get seen() {
      return seen;
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url: path = '', method = 'GET', headers } = incoming;
    const login = path.endsWith('/Auth/login');
    const fault = login ? undefined : planned.shift();
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (!login) seen.push({ method, path, body: body.toString(), headers });
    if (fault === 'silence') return;
    if (fault === 'cut-before') {
      incoming.socket.destroy();
      return;
    }
    const refusal = fault === undefined ? undefined : refusals[fault];
    if (refusal !== undefined) {
      const [status, seconds, code] = refusal;
      outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': seconds });
      outgoing.end(JSON.stringify({ codigo: status, mensaje: 'Espere.', procesado: false, data: { code } }));
      return;
    }
    const { status, head, bytes } = await forward(method, path, headers, body);
    if (fault === 'cut-after') incoming.socket.destroy();
    else if (fault === 'gateway') {
      outgoing.writeHead(502, { 'content-type': 'text/html' });
      outgoing.end('<html>Bad Gateway</html>');
    } else if (fault === 'cut-within') {
      outgoing.writeHead(status, { ...head, 'content-length': bytes.length });
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroySoon());
    } else {
      outgoing.writeHead(status, head);
      outgoing.end(bytes);
    }
  }

  async function forward(method: string, path: string, headers: IncomingMessage['headers'], body: Buffer) {
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...rest } = headers;
    const response = await request(`${apiUrl}${path}`, {
      method: method as 'GET',
      headers: rest,
      body: body.length === 0 ? null : body,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const {
      connection: _other,
      'keep-alive': _alive,
      'transfer-encoding': _chunked,
      ...head
    } = response.headers;
    return { status: response.statusCode, head, bytes };
  }
}

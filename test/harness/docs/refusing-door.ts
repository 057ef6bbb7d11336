/** Stands before the api and refuses the first delivery of each body to `send`, as an api that is restarted does: a client has to repeat it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { own } from '../own.js';

export interface RefusingDoor {
  readonly url: string;
  /** Each body that came to `send`, and how often. */
  readonly sent: ReadonlyMap<string, number>;
}

const refusal = {
  codigo: 503,
  mensaje: 'El servicio está ocupado.',
  procesado: false,
  data: { code: 'OVERLOADED' },
};

export async function openRefusingDoor(apiUrl: string): Promise<RefusingDoor> {
  const sent = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('the refusing door', () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { url = '', method = 'GET', headers } = incoming;
    if (url.includes('/dgii-ecf/send')) {
      const times = (sent.get(body.toString()) ?? 0) + 1;
      sent.set(body.toString(), times);
      if (times === 1) {
        outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
        outgoing.end(JSON.stringify(refusal));
        return;
      }
    }
    const { authorization, 'content-type': type } = headers;
    const response = await request(`${apiUrl}${url}`, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      body: method === 'POST' ? body : null,
    });
    outgoing.writeHead(response.statusCode, { 'content-type': String(response.headers['content-type']) });
    outgoing.end(Buffer.from(await response.body.arrayBuffer()));
  }
}

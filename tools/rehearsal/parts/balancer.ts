/** A small balancer like the one that an operator puts in front of several apis. They take turns; one that refuses a connection is skipped. */
import { createServer, connect, type Socket } from 'node:net';
import { listen } from '../../../src/shared/process/listen.js';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startBalancer(apiPorts: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    keep(client);
    turn += 1;
    const start = turn % apiPorts.length;
    forward(client, [...apiPorts.slice(start), ...apiPorts.slice(0, start)]);
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };

  /** Forwards to the first api that accepts the connection. Nothing is sent before that, so nothing is sent twice. */
  function forward(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const api = connect({ port, host: '127.0.0.1' });
    keep(api);
    const retry = () => forward(client, others);
    api.once('error', retry);
    api.once('connect', () => {
      api.off('error', retry);
      client.pipe(api);
      api.pipe(client);
      client.once('close', () => api.destroy());
      api.once('close', () => client.destroy());
    });
  }

  function keep(socket: Socket): void {
    open.add(socket.setNoDelay(true));
    socket.once('close', () => open.delete(socket));
    // Every error is followed by a close, which is handled.
    socket.on('error', () => undefined);
  }
}

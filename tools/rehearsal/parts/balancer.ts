/**
 * A small balancer like the one that an operator puts in front of several apis. The apis take turns, and only one whose /healthz answers
 * gets requests.
 */
import { createServer, connect, type Socket } from 'node:net';
import { listen } from '../../../src/shared/process/listen.js';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

const askEveryMs = 500;
const askLimitMs = 1_000;

export async function startBalancer(apiPorts: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>();
  const open = new Set<Socket>();
  let turn = 0;
  const probe = () =>
    Promise.all(
      apiPorts.map(async (port) => {
        if (await isHealthy(port)) healthy.add(port);
        else healthy.delete(port);
      }),
    );
  const server = createServer((client) => {
    keep(client);
    turn += 1;
    const start = turn % apiPorts.length;
    const inTurn = [...apiPorts.slice(start), ...apiPorts.slice(0, start)];
    forward(client, [
      ...inTurn.filter((port) => healthy.has(port)),
      ...inTurn.filter((port) => !healthy.has(port)),
    ]);
  });
  await probe();
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  const timer = setInterval(() => void probe(), askEveryMs);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(timer);
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
    const retry = () => {
      healthy.delete(port);
      forward(client, others);
    };
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

async function isHealthy(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(askLimitMs),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

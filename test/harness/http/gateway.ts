/** One address for servers that replace each other, as a load balancer gives it: a browser stays on its page while the api restarts. */
import { connect, createServer, type AddressInfo } from 'node:net';
import { own } from '../own.js';

export interface Gateway {
  readonly url: string;
  /** From now on connections go to this server. */
  to(url: string): void;
}

/** While the server is down, connections end at once, as without a gateway. */
export async function openGateway(): Promise<Gateway> {
  let port = 0;
  const gateway = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  own('the gateway', () => gateway.close());
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    to: (url) => {
      port = Number(new URL(url).port);
    },
  };
}

/** Opens the port of a server. */
import { once } from 'node:events';
import type { AddressInfo, ListenOptions, Server } from 'node:net';

/**
 * @returns the port; for port 0 the system chooses it
 * @throws the system's error if the server cannot listen, for example EADDRINUSE
 */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A role's own port for operators and health checks: is it alive, is it ready, and which part is not. Loopback by default. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  /** Named parts; each check answers within its own time limit and never rejects for being down. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
}

export interface AdminServer {
  readonly port: number;
  close(): Promise<void>;
}

export async function startAdmin({ host, port, checks }: AdminOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') answer(200, { status: 'alive' });
    else if (path !== '/readyz') answer(404, { status: 'not found' });
    else
      void readiness(checks).then((parts) =>
        answer(Object.values(parts).every(Boolean) ? 200 : 503, {
          status: Object.values(parts).every(Boolean) ? 'ready' : 'not ready',
          parts,
        }),
      );

    function answer(status: number, body: object): void {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readiness(checks: AdminOptions['checks']): Promise<Record<string, boolean>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await check().catch(() => false)] as const),
  );
  return Object.fromEntries(results);
}

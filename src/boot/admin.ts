/** A role's own port for operators. It listens on loopback by default, because it asks for no password. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../shared/process/listen.js';
import { within } from '../shared/within.js';

export type Checks = Readonly<Record<string, () => Promise<boolean>>>;

export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  /** The parts without which the role is not ready, by name. A part that does not answer within `checkMs` is down. */
  readonly checks: Checks;
  /** Parts without which it is ready and `degraded`. */
  readonly otherChecks?: Checks;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

export interface AdminServer {
  readonly port: number;
  /** From now on the role reports that it is not ready, so that load balancers stop sending requests. Metrics continue. */
  stopping(): void;
  close(): Promise<void>;
}

/** Shorter than the usual timeouts of orchestrators' probes. */
const checkMs = 3_000;
const connectionsMax = 50;

export async function startAdmin({
  host,
  port,
  checks,
  otherChecks = {},
  metrics,
}: AdminOptions): Promise<AdminServer> {
  let stopping = false;
  let asked: Promise<Record<string, boolean>> | undefined;
  let pending: Promise<string> | undefined;

  const ready = async (response: ServerResponse) => {
    // Requests at the same time share one check of each part.
    asked ??= readiness({ ...checks, ...otherChecks }).finally(() => (asked = undefined));
    const parts = { ...(await asked), ...(stopping ? { stopping: false } : {}) };
    const down = Object.entries(parts).filter(([, isUp]) => !isUp);
    const yes = down.every(([name]) => Object.hasOwn(otherChecks, name));
    const status = !yes ? 'not ready' : down.length > 0 ? 'degraded' : 'ready';
    answer(response, yes ? 200 : 503, { status, parts });
  };
  const measured = async (response: ServerResponse) => {
    pending ??= metrics.text().finally(() => (pending = undefined));
    const text = await pending.catch(() => undefined);
    if (text === undefined) answer(response, 500, { status: 'metrics are not available' });
    else response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  };

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      answer(response, 405, { status: 'method not allowed' });
    else if (path === '/healthz') answer(response, 200, { status: 'alive' });
    else if (path === '/readyz') void ready(response);
    else if (path === '/metrics') void measured(response);
    else answer(response, 404, { status: 'not found' });
  });
  server.requestTimeout = 5_000;
  server.headersTimeout = 5_000;
  server.maxConnections = connectionsMax;
  return {
    port: await listen(server, { port, host }),
    stopping: () => {
      stopping = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const isUp = (check: () => Promise<boolean>) => check().catch(() => false);

export async function readiness(checks: Checks): Promise<Record<string, boolean>> {
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, await within(checkMs, isUp(check), false)] as const,
    ),
  );
  return Object.fromEntries(results);
}

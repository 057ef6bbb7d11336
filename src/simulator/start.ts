/**
 * DGII, imitated: a program of its own with its own data folder, and the judge of what the service sends. It knows nothing
 * of the service's builder, rules, client or ledger. One origin serves the paths of both DGII hosts.
 *
 * Control, for tests and demonstrations:
 * - `GET /_simulator/submissions?rnc=&encf=` → `{received: [{at, environment, trackId, sha256, encf, rncEmisor, outcome,
 *   secuenciaUtilizada, mensajes}], accepted, distinctBytes}`: documents received (the latest 1000), acceptances, and how
 *   many different byte sequences came.
 * - `GET /_simulator/counts` → `{requests: {semilla, …}, received, accepted, rejected}`; requests since this start.
 * - `GET | PUT /_simulator/settings` → `{resultDelayMs?, faults?, rejectEncfs?, unknownTrackIds?}`; a member given replaces
 *   the present one. `faults: [{service, action, times, slowMs?, encf?}]`, actions in faults.ts. `rejectEncfs`: e-NCFs, or
 *   `{encf, outcome?: 'rejected' | 'conditionally-accepted', codigo?, valor?, secuenciaUtilizada?}`. Settings do not
 *   survive a restart, what was received does.
 * - `POST /_simulator/release` → `{released}`: lets the answers go that `hold` keeps back.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.js';
import { readAuthorities } from '../signing/chain.js';
import { createAuthentication, tokenSecret } from './authentication.js';
import { control } from './control.js';
import { createDelegations, type DelegationTable } from './delegations.js';
import { createSettings, slowMsDefault } from './faults.js';
import { readFileName } from './reception.js';
import { openRecord } from './record.js';
import { empty, json, send } from './reply.js';
import { replyInstead, serve } from './serve.js';
import { routeOf, services, type Route, type ServiceName } from './services.js';
import { readUpload } from './upload.js';

export interface SimulatorOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host?: '127.0.0.1';
  readonly dataDir: string;
  /** PEM of the authorities whose certificates may sign. */
  readonly trustedCaPem: string | readonly string[];
  /** Certificate SN → RNCs, or the path of a JSON file with that table, read again when it changes. */
  readonly delegations: DelegationTable | string;
  /** How long a document reads En Proceso; 0: final at the first query. */
  readonly resultDelayMs?: number;
  readonly log?: Log;
  readonly clock?: () => Date;
}

export interface RunningSimulator {
  /** Base address of both hosts, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A slow client is cut off; DGII's own limit is not known. */
const requestTimeoutMs = 60_000;
/** A held answer goes out at the latest then, so that nothing waits for ever. */
const holdMsMax = 120_000;
const connectionsMax = 2_000;

export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const clock = options.clock ?? (() => new Date());
  const trusted = readAuthorities(options.trustedCaPem);
  const delegations = createDelegations(options.delegations);
  const settings = createSettings({ resultDelayMs: options.resultDelayMs ?? 0 });
  const secret = await tokenSecret(options.dataDir);
  const authentication = createAuthentication({ secret, trusted, delegations, clock });
  const record = await openRecord(options.dataDir);
  const requests = new Map<ServiceName, number>();
  const held = new Set<() => void>();
  const closing = new AbortController();
  const dependencies = { record, settings, trusted, delegations, clock, requests, authentication };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.log?.error({ error, path: request.url?.split('?')[0] }, 'the simulator failed on a request');
      if (response.headersSent) response.destroy();
      else send(response, json(500, { Message: 'An error has occurred.' }));
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.maxConnections = connectionsMax;
  const port = await listen(server, options.port, options.host ?? '127.0.0.1');
  options.log?.info({ port, received: record.all().length }, 'the simulator of DGII is ready');

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      closing.abort();
      release();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await record.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith('/_simulator/')) {
      send(response, await control({ ...dependencies, release }, request, url));
      return;
    }
    const route = routeOf(url.pathname);
    if (route === undefined || services[route.service].method !== request.method) {
      send(response, empty(route === undefined ? 404 : 405));
      return;
    }
    requests.set(route.service, (requests.get(route.service) ?? 0) + 1);
    if (settings.take(route.service, 'before-reading') !== undefined) {
      request.socket.destroy();
      return;
    }
    await withFault(route, request, response, url);
  }

  async function withFault(
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const parameters = new Map(Array.from(url.searchParams, ([name, value]) => [name.toLowerCase(), value]));
    const upload = request.method === 'POST' ? await readUpload(request) : undefined;
    const encf =
      parameters.get('encf') ??
      parameters.get('ncfelectronico') ??
      record.byTrackId(parameters.get('trackid') ?? '')?.encf ??
      (typeof upload === 'object' ? readFileName(upload.fileName)?.encf : undefined);
    const fault = settings.take(route.service, 'after-reading', encf);
    const instead = fault && replyInstead(fault);
    if (instead !== undefined) {
      send(response, instead);
      return;
    }

    const reply = await serve(dependencies, route, request, parameters, upload);
    if (fault?.action === 'accept-then-drop') {
      request.socket.destroy();
      return;
    }
    if (fault?.action === 'slow') await pause(fault.slowMs ?? slowMsDefault);
    if (fault?.action === 'hold') await hold();
    if (!closing.signal.aborted) send(response, reply);
  }

  function hold(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, holdMsMax);
      held.add(done);
      function done() {
        clearTimeout(timer);
        held.delete(done);
        resolve();
      }
    });
  }

  function release(): number {
    const waiting = [...held];
    for (const done of waiting) done();
    return waiting.length;
  }

  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

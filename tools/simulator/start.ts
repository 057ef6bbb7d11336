/**
 * DGII, imitated: a program of its own with its own data folder, which checks what the service sends. It shares no code with the
 * service's builder, rules, client or ledger. One origin serves the paths of all of DGII's hosts; `/ecf-host`, `/fc-host` or
 * `/status-host` before a path leaves only the services of that host. docs/simulator.md describes the services, their settings
 * and the control endpoints under `/_simulator/`. Received documents survive a restart; settings do not.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../src/shared/log.js';
import { readAuthorities } from '../../src/signing/verify/chain.js';
import { openAuthentication } from './http/authentication.js';
import { createBuyer } from './services/buyer.js';
import { control } from './control.js';
import { createDelegations, type DelegationTable } from './verdict/delegations.js';
import { createFaultDesk, faultTable, slowMsDefault, type Fault, type FaultAction } from './faults.js';
import { foreignTo } from './http/foreign.js';
import { officialXsdOf } from './verdict/official-xsd.js';
import { readFileName } from './http/posted.js';
import { openRecord } from './record.js';
import { empty, json, send, type Reply } from './http/reply.js';
import { keepUnserved, replyAfter, replyInstead, serve } from './http/serve.js';
import { routeOf, services, type Route, type ServiceName } from './http/services.js';
import { createSettings } from './settings.js';
import { maintenancePage, statusReply, underMaintenance } from './services/status.js';
import { readUpload } from './http/upload.js';

export interface SimulatorOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host?: '127.0.0.1';
  readonly dataDir: string;
  /** PEM of the authorities whose certificates may sign. */
  readonly trustedCaPem: string | readonly string[];
  /** Certificate SN → RNCs, or the path of a JSON file with this table, which is read again when it changes. */
  readonly delegations: DelegationTable | string;
  /** How long a document reads En Proceso. 0: final at the first query. */
  readonly resultDelayMs?: number;
  /** Folder with DGII's own XSDs, which then also check every document. Absent or "": no XSDs. */
  readonly officialXsdDir?: string;
  readonly log?: Log;
  readonly clock?: () => Date;
}

export interface RunningSimulator {
  /** Base address of all hosts, without a slash at the end. */
  readonly url: string;
  /** Base addresses that offer only the services of one host. */
  readonly ecfUrl: string;
  readonly fcUrl: string;
  readonly statusUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The simulator cuts off a slow client after this time. DGII's own limit is not known. */
const requestTimeoutMs = 60_000;
/** A held answer is sent after this time at the latest, so that nothing waits forever. */
const holdMsMax = 120_000;
const connectionsMax = 2_000;
/** The client should close an idle connection before we do: a request must not meet a socket that is being closed. */
const keepAliveMs = 65_000;

export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const clock = options.clock ?? (() => new Date());
  const trusted = readAuthorities(options.trustedCaPem);
  const delegations = createDelegations(options.delegations);
  const faults = createFaultDesk();
  const settings = createSettings({ resultDelayMs: options.resultDelayMs ?? 0 }, (changed) => {
    if (changed.faults !== undefined) faults.setFaults(changed.faults);
    if (changed.plan !== undefined) faults.setPlan(changed.plan);
  });
  const officialXsd = officialXsdOf(options.officialXsdDir ?? '');
  const { dataDir } = options;
  const authentication = await openAuthentication({ dataDir, settings, trusted, delegations, clock });
  const record = await openRecord(dataDir);
  const requests = new Map<ServiceName, number>();
  const met = new Map<FaultAction, number>();
  const meet = (action: FaultAction) => met.set(action, (met.get(action) ?? 0) + 1);
  const held = new Set<() => void>();
  const closing = new AbortController();
  let url = '';
  const dependencies = {
    ...{ record, settings, trusted, delegations, clock, requests, met, authentication, dataDir },
    officialXsd: officialXsd.firstFault,
    looks: new Map<string, number>(),
    buyer: createBuyer({ record, settings, trusted, delegations, clock }),
    baseUrl: () => url,
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.log?.error({ error, path: request.url?.split('?')[0] }, 'the simulator failed on a request');
      if (response.headersSent) response.destroy();
      else send(response, json(500, { Message: 'An error has occurred.' }));
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  server.maxConnections = connectionsMax;
  const port = await listen(server, options.port, options.host ?? '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
  options.log?.info({ port, received: record.all().length }, 'the simulator of DGII is ready');

  return {
    url,
    ecfUrl: `${url}/ecf-host`,
    fcUrl: `${url}/fc-host`,
    statusUrl: `${url}/status-host`,
    port,
    async close() {
      closing.abort();
      release();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await record.close();
      officialXsd.dispose();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = foreignTo(request);
    if (foreign !== undefined) {
      send(response, json(403, { error: foreign }));
      return;
    }
    const url = new URL(request.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith('/_simulator/')) {
      send(response, await control({ ...dependencies, release }, request, url));
      return;
    }
    const status = statusReply(settings.current, request, url, clock());
    if (status !== undefined) {
      send(response, status);
      return;
    }
    const route = routeOf(url.pathname);
    if (route === undefined || services[route.service].method !== request.method) {
      send(response, empty(route === undefined ? 404 : 405));
      return;
    }
    requests.set(route.service, (requests.get(route.service) ?? 0) + 1);
    const planned = faults.planned(route.service);
    const cut = planned !== undefined && faultTable[planned.action].moment === 'before-reading';
    if (cut || faults.take(route.service, 'before-reading') !== undefined) {
      meet('drop-before-reading');
      request.socket.destroy();
      return;
    }
    await answerFrom(route, planned, request, response, url);
  }

  async function answerFrom(
    route: Route,
    planned: Fault | undefined,
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
    const fault = faults.take(route.service, 'later', encf) ?? planned;
    const closed = underMaintenance(settings.current, route.environment, clock());
    // During maintenance no request reaches a service, so no fault is counted either.
    if (fault !== undefined && !closed) meet(fault.action);
    const instead = closed ? maintenancePage() : fault && replyInstead(fault, encf);
    if (instead !== undefined) {
      await keepUnserved(dependencies, { route, upload }, `HTTP ${instead.status}`);
      send(response, instead);
      return;
    }
    const { headers } = request;
    const reply = await serve(dependencies, { route, headers, parameters, upload, fault });
    await reach(request, response, reply, fault);
  }

  /** Everything is handled; the fault decides how much of the answer reaches the client. */
  async function reach(
    request: IncomingMessage,
    response: ServerResponse,
    reply: Reply,
    fault: Fault | undefined,
  ): Promise<void> {
    if (fault?.action === 'accept-then-drop') {
      request.socket.destroy();
      return;
    }
    if (fault?.action === 'accept-then-truncate') {
      cutShort(response, reply);
      return;
    }
    if (fault?.action === 'slow') await pause(fault.slowMs ?? slowMsDefault);
    if (fault?.action === 'hold') await hold();
    if (!closing.signal.aborted) send(response, (fault && replyAfter(fault)) ?? reply);
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

/** Announces the whole answer, sends the first half of it and cuts the connection. */
function cutShort(response: ServerResponse, { status, contentType, body }: Reply): void {
  const bytes = Buffer.from(body);
  const headers = { 'content-length': bytes.length };
  response.writeHead(
    status,
    contentType === undefined ? headers : { ...headers, 'content-type': contentType },
  );
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

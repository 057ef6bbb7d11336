/**
 * DGII, imitated: a program of its own with its own data folder, which checks what the service sends. It shares no code with the
 * service's builder, rules, client or ledger. One origin serves the paths of all of DGII's hosts; `/ecf-host`, `/fc-host` or
 * `/status-host` before a path leaves only the services of that host. docs/develop/simulator.md describes the services, their settings
 * and the control endpoints under `/_simulator/`. Received documents survive a restart; settings do not.
 */
import { createServer } from 'node:http';
import type { Log } from '../../src/shared/log.js';
import { listen } from '../../src/shared/process/listen.js';
import { readAuthorities } from '../../src/signing/verify/chain.js';
import { openAuthentication } from './http/authentication.js';
import { createIdentities } from './buyers/identities.js';
import type { Dgii } from './dgii.js';
import { createDelegations, type DelegationTable } from './verdict/delegations.js';
import { createFaultDesk } from './faults.js';
import { answerRequest } from './http/answer-request.js';
import { openSchemas } from './verdict/schemas.js';
import { openRecord } from './record.js';
import { json, send } from './http/reply.js';
import { createReplyDelivery } from './http/reply-delivery.js';
import { createSettings } from './settings.js';

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
  /** Folder with DGII's own XSDs, which then check every document before the project's do. Absent or "": only the project's. */
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
  const schemas = openSchemas(options.officialXsdDir ?? '');
  const { dataDir } = options;
  const authentication = await openAuthentication({ dataDir, settings, trusted, delegations, clock });
  const record = await openRecord(dataDir);
  const delivery = createReplyDelivery();
  let url = '';
  const dgii: Dgii = {
    record,
    settings,
    trusted,
    delegations,
    clock,
    authentication,
    dataDir,
    faults,
    delivery,
    requests: new Map(),
    met: new Map(),
    schemaFault: schemas.firstFault,
    looks: new Map(
      record.all().flatMap(({ trackId, polls }) => (trackId === null ? [] : [[trackId, polls]])),
    ),
    buyerAuthentications: new Map(),
    identities: createIdentities(dataDir),
    baseUrl: () => url,
  };

  const server = createServer((request, response) => {
    answerRequest(dgii, request, response).catch((error: unknown) => {
      options.log?.error({ error, path: request.url?.split('?')[0] }, 'the simulator failed on a request');
      if (response.headersSent) response.destroy();
      else send(response, json(500, { Message: 'An error has occurred.' }));
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  server.maxConnections = connectionsMax;
  const port = await listen(server, { port: options.port, host: options.host ?? '127.0.0.1' });
  url = `http://127.0.0.1:${port}`;
  options.log?.info({ port, received: record.all().length }, 'the simulator of DGII is ready');

  return {
    url,
    ecfUrl: `${url}/ecf-host`,
    fcUrl: `${url}/fc-host`,
    statusUrl: `${url}/status-host`,
    port,
    async close() {
      delivery.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await record.close();
      schemas.dispose();
    },
  };
}

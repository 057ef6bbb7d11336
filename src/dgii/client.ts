/**
 * The client of DGII's web services. Each call returns a value that says what is certain, whatever DGII or the network does.
 * It throws only when an invariant of ours is broken.
 */
import type { Log } from '../shared/log.js';
import { authenticate } from './auth/authenticate.js';
import { createTokenCache } from './auth/token-cache.js';
import type { Connection } from './calls/send-authorized.js';
import { createDeliveries } from './calls/deliveries.js';
import { createQueries } from './calls/queries.js';
import { createServiceChecks } from './calls/service-checks.js';
import { createHttp, type Exchanged } from './http.js';
import { serviceOf, serviceUrl, type Hosts } from './services.js';

export type { Credentials } from './auth/token-cache.js';

export interface DgiiClientOptions extends Pick<Connection, 'timeouts'> {
  readonly hosts: Hosts;
  readonly clock: () => Date;
  readonly log?: Log;
  /** Called after each HTTP exchange, including those for a token. */
  readonly observe?: (call: ObservedCall) => void;
}

export interface ObservedCall extends Pick<Exchanged, 'outcome' | 'seconds' | 'status'> {
  readonly service: string;
  /** How far our clock is ahead of the server's; undefined if the answer has no date. */
  readonly aheadSeconds?: number;
}

export type DgiiClient = ReturnType<typeof createDgiiClient>;

export function createDgiiClient(options: DgiiClientOptions) {
  const { hosts, timeouts, clock, log, observe } = options;
  const http = createHttp({
    timeoutMaxMs: Math.max(timeouts.submitMs, timeouts.queryMs, timeouts.authMs),
    ...(observe && {
      observe: ({ url, date, ...exchanged }) => {
        const aheadSeconds = (clock().getTime() - Date.parse(date)) / 1_000;
        const service = serviceOf(url);
        observe({ ...exchanged, service, ...(!Number.isNaN(aheadSeconds) && { aheadSeconds }) });
      },
    }),
  });
  const tokens = createTokenCache({
    obtain: (auth) => {
      const seed = serviceUrl(hosts, auth.environment, 'semilla');
      const token = serviceUrl(hosts, auth.environment, 'validarSemilla');
      return authenticate(http, { seed, token }, auth, timeouts.authMs);
    },
    clock,
  });
  const connection: Connection = { http, tokens, hosts, timeouts, log };
  return {
    ...createDeliveries(connection),
    ...createQueries(connection),
    ...createServiceChecks(connection),
    close: () => http.close(),
  };
}

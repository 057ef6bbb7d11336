/** Asks whether DGII's services work, and whether DGII accepts a company's certificate. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Credentials } from '../auth/token-cache.js';
import { withDeadline } from '../deadline.js';
import type {
  DgiiReply,
  MaintenanceAnswer,
  ServiceStatusAnswer,
  TokenAnswer,
  Unavailable,
} from '../replies/answers.js';
import { replyOf } from '../replies/reply.js';
import { readMaintenanceReply, readProbeReply, readServiceStatusReply } from '../replies/status-readers.js';
import { serviceUrl, statusUrl } from '../services.js';
import { logUnanswered, readWith, type Connection, type Read } from './send-authorized.js';

export function createServiceChecks(connection: Connection) {
  const { hosts, tokens, timeouts } = connection;
  return {
    serviceStatus: (
      environment: Environment,
      apiKey: string,
      signal: AbortSignal,
    ): Promise<ServiceStatusAnswer> => {
      const url = statusUrl(hosts, 'verificarestado', environment);
      return askOpenly(connection, { url, apiKey, signal }, readServiceStatusReply);
    },

    maintenanceWindows: (
      environment: Environment,
      apiKey: string,
      signal: AbortSignal,
    ): Promise<MaintenanceAnswer> => {
      const url = statusUrl(hosts, 'obtenerventanasmantenimiento', environment);
      return askOpenly(connection, { url, apiKey, signal }, readMaintenanceReply);
    },

    /** Needs neither key nor certificate, and changes nothing at DGII. */
    probe: (environment: Environment, signal: AbortSignal): Promise<ServiceStatusAnswer> => {
      const url = serviceUrl(hosts, environment, 'semilla');
      return askOpenly(connection, { url, signal }, readProbeReply);
    },

    /** A token proves that DGII accepts this certificate and its delegation now. */
    renewToken: (auth: Credentials, signal: AbortSignal): Promise<TokenAnswer> =>
      withDeadline(timeouts.authMs, signal, async (bounded) => {
        const outcome = await tokens.renew(auth, bounded);
        if (outcome.ok) return { kind: 'token' };
        logUnanswered(connection, { auth, service: 'validarSemilla' }, outcome.obstructed);
        return { ...outcome.obstructed, kind: 'unavailable' };
      }),
  };
}

interface OpenQuestion {
  readonly url: URL;
  /** Secret. The status service wants it; the seed service does not. */
  readonly apiKey?: string;
  readonly signal: AbortSignal;
}

async function askOpenly<R extends { readonly kind: string }>(
  { http, timeouts }: Connection,
  { url, apiKey, signal }: OpenQuestion,
  read: Read<R>,
): Promise<(R & { readonly reply: DgiiReply }) | Unavailable> {
  const headers: Record<string, string> =
    apiKey === undefined
      ? { accept: 'application/xml' }
      : { accept: 'application/json', authorization: `Apikey ${apiKey}` };
  const exchange = await withDeadline(timeouts.queryMs, signal, (bounded) =>
    http.exchange({ url, method: 'GET', headers }, bounded),
  );
  if (exchange.outcome === 'failed') {
    const { reason, detail } = exchange;
    return { kind: 'unavailable', cause: reason, detail, mensajes: [], reply: null };
  }
  return readWith(read, replyOf(exchange, apiKey));
}

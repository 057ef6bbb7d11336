/**
 * The client of DGII's web services. Whatever DGII or the network does comes back as a value that says what is certain;
 * only a broken invariant of ours throws.
 */
import { environments, type Environment } from '../ecf/environments.js';
import { assertNever } from '../errors.js';
import type { Log } from '../log.js';
import type {
  DgiiReply,
  Obstructed,
  ResultAnswer,
  StateAnswer,
  SubmitAnswer,
  TrackIdsAnswer,
  Unavailable,
} from './answers.js';
import { authenticate } from './authenticate.js';
import { withDeadline } from './deadline.js';
import { createHttp, type Exchange, type HttpRequest } from './http.js';
import { multipartXml } from './multipart.js';
import { messagesOf, readBody } from './read-body.js';
import { readResultReply, readStateReply, readSubmitReply, readTrackIdsReply } from './readers.js';
import { replyOf } from './reply.js';
import { checkHosts, isOffered, serviceUrl, services, type Hosts, type ServiceName } from './services.js';
import { createTokenCache, type Credentials } from './token-cache.js';

export type { Credentials } from './token-cache.js';

export interface DgiiClientOptions {
  /** Base URLs without the environment's segment. */
  readonly hosts: (environment: Environment) => Hosts;
  /** False only where DGII is the simulator. */
  readonly requireHttps: boolean;
  readonly timeouts: {
    /** A whole submission: token, delivery and, after a 401, both once more. */
    readonly submitMs: number;
    /** A whole question, its token included. */
    readonly queryMs: number;
    /** Seed and token together; shared by all who wait for the same token. */
    readonly authMs: number;
  };
  readonly clock: () => Date;
  readonly log?: Log;
}

export interface EcfToSubmit {
  /** `{RNCEmisor}{eNCF}.xml`. */
  readonly fileName: string;
  readonly xml: string;
  readonly encf: string;
}

export interface DgiiClient {
  /** Hands over one signed e-CF. Sends it at most twice, the second time only after DGII refused the token of the first. */
  submitEcf(auth: Credentials, doc: EcfToSubmit, signal?: AbortSignal): Promise<SubmitAnswer>;
  result(auth: Credentials, trackId: string, signal?: AbortSignal): Promise<ResultAnswer>;
  /** Every trackId DGII gave for an e-NCF: the question after a lost answer. */
  trackIds(
    auth: Credentials,
    q: { readonly rncEmisor: string; readonly encf: string },
    signal?: AbortSignal,
  ): Promise<TrackIdsAnswer>;
  state(auth: Credentials, q: StateQuestion, signal?: AbortSignal): Promise<StateAnswer>;
  /** Waits for what is in flight, which its deadlines bound. */
  close(): Promise<void>;
}

export interface StateQuestion {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly rncComprador?: string;
  readonly codigoSeguridad?: string;
}

/** One delivery and, after a 401, one more with a fresh token. */
const roundsMax = 2;

/** @throws Error when an address cannot be meant: a fault of configuration, told at start. */
export function createDgiiClient(options: DgiiClientOptions): DgiiClient {
  const { hosts, timeouts, clock, log } = options;
  checkHosts(hosts, options.requireHttps);
  const hostsOf = Object.fromEntries(
    Object.keys(environments).map((environment) => [environment, hosts(environment as Environment)]),
  ) as Record<Environment, Hosts>;
  const http = createHttp({ timeoutMaxMs: Math.max(timeouts.submitMs, timeouts.queryMs, timeouts.authMs) });
  const tokens = createTokenCache({
    obtain: (auth) => authenticate(http, hostsOf[auth.environment], auth, timeouts.authMs),
    clock,
  });

  /** One request with the company's token. A 401 means that nothing was processed: a fresh token, and once more. */
  async function authorized(
    auth: Credentials,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<Authorized> {
    for (let round = 1; ; round += 1) {
      const outcome = await tokens.take(auth, signal);
      if (!outcome.ok) return { kind: 'obstructed', obstructed: outcome.obstructed };
      const headers = {
        ...request.headers,
        accept: 'application/json',
        authorization: `bearer ${outcome.token}`,
      };
      const exchange = await http.exchange({ ...request, headers }, signal);
      if (exchange.outcome === 'failed') {
        if (!exchange.started) return { kind: 'obstructed', obstructed: neverLeft(exchange) };
        return { kind: 'broken', failure: exchange };
      }
      const reply = replyOf(exchange, outcome.token);
      if (exchange.status === 429)
        return { kind: 'obstructed', obstructed: notProcessed('throttled', reply) };
      if (exchange.status !== 401) return { kind: 'answered', reply };
      tokens.drop(auth, outcome.token);
      if (round === roundsMax) return { kind: 'obstructed', obstructed: notProcessed('unauthorized', reply) };
    }
  }

  /** Asks one of the services that answer a question. */
  async function ask<R extends { readonly kind: string }>(
    auth: Credentials,
    service: ServiceName,
    query: Readonly<Record<string, string>>,
    read: (status: number, contentType: string, body: string) => R,
    signal: AbortSignal | undefined,
  ): Promise<(R & { readonly reply: DgiiReply }) | Unavailable> {
    const url = serviceUrl(hostsOf[auth.environment], auth.environment, service, query);
    const request = { url, method: services[service].method, headers: {} };
    const outcome = await withDeadline(timeouts.queryMs, signal, (bounded) =>
      authorized(auth, request, bounded),
    );
    switch (outcome.kind) {
      case 'obstructed':
        note(auth, service, outcome.obstructed);
        return { ...outcome.obstructed, kind: 'unavailable' };
      case 'broken': {
        const cause = outcome.failure.reason === 'timeout' ? 'timeout' : 'broken';
        const unavailable = {
          kind: 'unavailable',
          cause,
          detail: outcome.failure.detail,
          mensajes: [],
          reply: null,
        } as const;
        note(auth, service, unavailable);
        return unavailable;
      }
      case 'answered': {
        const { httpStatus, contentType, raw } = outcome.reply;
        return { ...read(httpStatus, contentType, raw), reply: outcome.reply };
      }
      default:
        return assertNever(outcome);
    }
  }

  /** References and codes only: no body, no token. */
  function note(auth: Credentials, service: ServiceName, about: { cause: string; detail: string }): void {
    const { companyId, environment } = auth;
    log?.warn(
      { companyId, environment, service, cause: about.cause, detail: about.detail },
      'DGII gave no answer',
    );
  }

  return {
    async submitEcf(auth, doc, signal) {
      if (!doc.fileName.endsWith(`${doc.encf}.xml`)) throw new Error('The file name must end in the e-NCF');
      const form = await multipartXml(doc.fileName, doc.xml);
      const request = {
        url: serviceUrl(hostsOf[auth.environment], auth.environment, 'recepcion'),
        method: services.recepcion.method,
        headers: { 'content-type': form.contentType },
        body: form.body,
      };
      const outcome = await withDeadline(timeouts.submitMs, signal, (bounded) =>
        authorized(auth, request, bounded),
      );
      switch (outcome.kind) {
        case 'obstructed':
          note(auth, 'recepcion', outcome.obstructed);
          return { ...outcome.obstructed, kind: 'not-sent' };
        case 'broken':
          note(auth, 'recepcion', { cause: outcome.failure.reason, detail: outcome.failure.detail });
          return {
            kind: 'unknown',
            detail: `${outcome.failure.reason}: ${outcome.failure.detail}`,
            mensajes: [],
            reply: null,
          };
        case 'answered': {
          const { httpStatus, contentType, raw } = outcome.reply;
          return { ...readSubmitReply(httpStatus, contentType, raw), reply: outcome.reply };
        }
        default:
          return assertNever(outcome);
      }
    },

    result: (auth, trackId, signal) =>
      ask(
        auth,
        'consultaResultado',
        { trackid: trackId },
        (status, contentType, body) => readResultReply(status, contentType, body, trackId),
        signal,
      ),

    trackIds: async (auth, { rncEmisor, encf }, signal) =>
      isOffered('consultaTrackIds', auth.environment)
        ? ask(auth, 'consultaTrackIds', { rncemisor: rncEmisor, encf }, readTrackIdsReply, signal)
        : { kind: 'not-offered' },

    state: async (auth, { rncEmisor, encf, rncComprador, codigoSeguridad }, signal) => {
      if (!isOffered('consultaEstado', auth.environment)) return { kind: 'not-offered' };
      const query = {
        rncemisor: rncEmisor,
        ncfelectronico: encf,
        ...(rncComprador === undefined ? {} : { rnccomprador: rncComprador }),
        ...(codigoSeguridad === undefined ? {} : { codigoseguridad: codigoSeguridad }),
      };
      return ask(auth, 'consultaEstado', query, readStateReply, signal);
    },

    close: () => http.close(),
  };
}

type Failed = Extract<Exchange, { outcome: 'failed' }>;

type Authorized =
  /** Without any token: messages are read from this copy, so that they repeat none either. */
  | { readonly kind: 'answered'; readonly reply: DgiiReply }
  /** The request left; what became of it is not known. */
  | { readonly kind: 'broken'; readonly failure: Failed }
  /** Certain that DGII processed nothing. */
  | { readonly kind: 'obstructed'; readonly obstructed: Obstructed };

function neverLeft(failure: Failed): Obstructed {
  const cause = failure.reason === 'timeout' || failure.reason === 'broken' ? 'unreachable' : failure.reason;
  return { cause, detail: failure.detail, mensajes: [], reply: null };
}

function notProcessed(cause: 'unauthorized' | 'throttled', reply: DgiiReply): Obstructed {
  const mensajes = messagesOf(readBody(reply.contentType, reply.raw));
  return { cause, detail: `HTTP ${reply.httpStatus}`, mensajes, reply };
}

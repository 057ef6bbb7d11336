/**
 * The client of DGII's web services. Each call returns a value that says what is certain, whatever DGII or the network does.
 * It throws only when an invariant of ours is broken.
 */
import { environments, type Environment } from '../ecf/model/environments.js';
import { assertNever } from '../shared/errors.js';
import type { Log } from '../shared/log.js';
import type {
  AnnulAnswer,
  DgiiReply,
  MaintenanceAnswer,
  NotOffered,
  Obstructed,
  ResultAnswer,
  RfceAnswer,
  RfceStateAnswer,
  ServiceStatusAnswer,
  StateAnswer,
  SubmitAnswer,
  TokenAnswer,
  TrackIdsAnswer,
  Unavailable,
} from './replies/answers.js';
import { authenticate } from './auth/authenticate.js';
import { withDeadline } from './deadline.js';
import { createHttp, type Exchange, type HttpRequest } from './http.js';
import { multipartXml } from './multipart.js';
import { messagesOf, readBody } from './replies/read-body.js';
import { readResultReply, readStateReply, readSubmitReply, readTrackIdsReply } from './replies/readers.js';
import { replyOf } from './replies/reply.js';
import {
  checkHosts,
  isOffered,
  serviceOf,
  serviceUrl,
  services,
  statusUrl,
  type Hosts,
  type ServiceName,
} from './services.js';
import { readMaintenanceReply, readProbeReply, readServiceStatusReply } from './replies/status-readers.js';
import { readAnnulReply, readRfceReply, readRfceStateReply } from './replies/summary-readers.js';
import { createTokenCache, type Credentials } from './auth/token-cache.js';

export type { Credentials } from './auth/token-cache.js';

export interface DgiiClientOptions {
  /** Base URLs without the environment's segment. */
  readonly hosts: (environment: Environment) => Hosts;
  /** False only where DGII is the simulator. */
  readonly requireHttps: boolean;
  readonly timeouts: {
    /** A whole submission: token, delivery and, after a 401, both once more. */
    readonly submitMs: number;
    /** A whole query, its token included. */
    readonly queryMs: number;
    /** Seed and token together, shared by all calls that wait for the same token. */
    readonly authMs: number;
  };
  readonly clock: () => Date;
  readonly log?: Log;
  /** Called after each HTTP exchange, including those for a token. */
  readonly observe?: (service: string, outcome: string, seconds: number) => void;
}

export interface EcfToSubmit {
  /** `{RNCEmisor}{eNCF}.xml`. */
  readonly fileName: string;
  readonly xml: string;
  readonly encf: string;
}

export interface DgiiClient {
  /** Sends one signed e-CF. It goes out a second time only if DGII refused the token of the first time. */
  submitEcf(auth: Credentials, doc: EcfToSubmit, signal?: AbortSignal): Promise<SubmitAnswer>;
  /** Sends one signed summary, at most twice like `submitEcf`. The answer is the verdict. */
  sendRfce(auth: Credentials, doc: EcfToSubmit, signal?: AbortSignal): Promise<RfceAnswer>;
  /** The state of a summary. Used when the answer to its delivery was lost. */
  queryRfce(auth: Credentials, q: RfceQuestion, signal?: AbortSignal): Promise<RfceStateAnswer>;
  /** Voids numbers that will never be used. Not offered in certification. */
  annul(auth: Credentials, doc: AnecfToSubmit, signal?: AbortSignal): Promise<AnnulAnswer>;
  /** What the status service says of an environment. `not-offered` when its address is not configured. */
  serviceStatus(environment: Environment, apiKey: string, signal?: AbortSignal): Promise<ServiceStatusAnswer>;
  maintenanceWindows(
    environment: Environment,
    apiKey: string,
    signal?: AbortSignal,
  ): Promise<MaintenanceAnswer>;
  /** Whether DGII returns a seed. Needs neither key nor certificate, and changes nothing at DGII. */
  probe(environment: Environment, signal?: AbortSignal): Promise<ServiceStatusAnswer>;
  /** Asks DGII for a new token. A token proves that DGII accepts this certificate and its delegation now. */
  renewToken(auth: Credentials, signal?: AbortSignal): Promise<TokenAnswer>;
  result(auth: Credentials, trackId: string, signal?: AbortSignal): Promise<ResultAnswer>;
  /** Every trackId that DGII has for an e-NCF. Used when the answer to a delivery was lost. */
  trackIds(
    auth: Credentials,
    q: { readonly rncEmisor: string; readonly encf: string },
    signal?: AbortSignal,
  ): Promise<TrackIdsAnswer>;
  state(auth: Credentials, q: StateQuestion, signal?: AbortSignal): Promise<StateAnswer>;
  /** Waits for the requests in flight. Their deadlines bound the wait. */
  close(): Promise<void>;
}

export interface AnecfToSubmit {
  /** Letters and digits, then `.xml`. */
  readonly fileName: string;
  readonly xml: string;
}

export interface RfceQuestion {
  readonly rncEmisor: string;
  readonly encf: string;
  /** The security code of the full voucher's signature. */
  readonly codigoSeguridad: string;
}

export interface StateQuestion {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly rncComprador?: string;
  readonly codigoSeguridad?: string;
}

/** One delivery and, after a 401, one more with a fresh token. */
const roundsMax = 2;

/** @throws Error when a base URL is invalid: a configuration fault that shows at start */
export function createDgiiClient(options: DgiiClientOptions): DgiiClient {
  const { hosts, timeouts, clock, log } = options;
  checkHosts(hosts, options.requireHttps);
  const hostsOf = Object.fromEntries(
    Object.keys(environments).map((environment) => [environment, hosts(environment as Environment)]),
  ) as Record<Environment, Hosts>;
  const { observe } = options;
  const http = createHttp({
    timeoutMaxMs: Math.max(timeouts.submitMs, timeouts.queryMs, timeouts.authMs),
    ...(observe && { observe: (url, outcome, seconds) => observe(serviceOf(url), outcome, seconds) }),
  });
  const tokens = createTokenCache({
    obtain: (auth) => authenticate(http, hostsOf[auth.environment], auth, timeouts.authMs),
    clock,
  });

  /** One request with the company's token. After a 401 DGII has processed nothing, so we repeat it once with a new token. */
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

  /** Sends one query with the company's token. */
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

  /** Logs references and codes only: no body, no token. */
  function note(auth: Credentials, service: ServiceName, about: { cause: string; detail: string }): void {
    const { companyId, environment } = auth;
    log?.warn(
      { companyId, environment, service, cause: about.cause, detail: about.detail },
      'DGII gave no answer',
    );
  }

  /** Posts one signed file. Without an answer, the result says whether the file may have arrived. */
  async function deliver<R extends { readonly kind: string }>(
    auth: Credentials,
    service: ServiceName,
    { fileName, xml }: AnecfToSubmit,
    read: (status: number, contentType: string, body: string) => R,
    signal: AbortSignal | undefined,
  ): Promise<(R & { readonly reply: DgiiReply }) | Undelivered> {
    const form = await multipartXml(fileName, xml);
    const request = {
      url: serviceUrl(hostsOf[auth.environment], auth.environment, service),
      method: services[service].method,
      headers: { 'content-type': form.contentType },
      body: form.body,
    };
    const outcome = await withDeadline(timeouts.submitMs, signal, (bounded) =>
      authorized(auth, request, bounded),
    );
    switch (outcome.kind) {
      case 'obstructed':
        note(auth, service, outcome.obstructed);
        return { ...outcome.obstructed, kind: 'not-sent' };
      case 'broken': {
        const { reason, detail } = outcome.failure;
        note(auth, service, { cause: reason, detail });
        return { kind: 'unknown', detail: `${reason}: ${detail}`, mensajes: [], reply: null };
      }
      case 'answered': {
        const { httpStatus, contentType, raw } = outcome.reply;
        return { ...read(httpStatus, contentType, raw), reply: outcome.reply };
      }
      default:
        return assertNever(outcome);
    }
  }

  /** Sends one query without a token. */
  async function askOpenly<R extends { readonly kind: string }>(
    url: URL | undefined,
    headers: Readonly<Record<string, string>>,
    read: (status: number, contentType: string, body: string) => R,
    signal: AbortSignal | undefined,
    secret?: string,
  ): Promise<(R & { readonly reply: DgiiReply }) | Unavailable | NotOffered> {
    if (url === undefined) return { kind: 'not-offered' };
    const request = { url, method: 'GET', headers } as const;
    const exchange = await withDeadline(timeouts.queryMs, signal, (bounded) =>
      http.exchange(request, bounded),
    );
    if (exchange.outcome === 'failed') {
      const { reason, detail } = exchange;
      return { kind: 'unavailable', cause: reason, detail, mensajes: [], reply: null };
    }
    const reply = replyOf(exchange, secret);
    return { ...read(reply.httpStatus, reply.contentType, reply.raw), reply };
  }

  return {
    async submitEcf(auth, doc, signal) {
      checkName(doc);
      return deliver(auth, 'recepcion', doc, readSubmitReply, signal);
    },

    async sendRfce(auth, doc, signal) {
      checkName(doc);
      const read = (status: number, contentType: string, body: string) =>
        readRfceReply(status, contentType, body, doc.encf);
      return deliver(auth, 'recepcionFc', doc, read, signal);
    },

    queryRfce: (auth, { rncEmisor, encf, codigoSeguridad }, signal) =>
      ask(
        auth,
        'consultaRfce',
        // The names are spelt as in DGII's document. DGII ignores their case.
        { RNC_Emisor: rncEmisor, ENCF: encf, Cod_Seguridad_eCF: codigoSeguridad },
        (status, contentType, body) => readRfceStateReply(status, contentType, body, encf),
        signal,
      ),

    annul: async (auth, doc, signal) =>
      isOffered('anulacionRangos', auth.environment)
        ? deliver(auth, 'anulacionRangos', doc, readAnnulReply, signal)
        : { kind: 'not-offered' },

    serviceStatus: (environment, apiKey, signal) =>
      askOpenly(
        statusUrl(hostsOf[environment], 'verificarestado', environment),
        { accept: 'application/json', authorization: `Apikey ${apiKey}` },
        readServiceStatusReply,
        signal,
        apiKey,
      ),

    maintenanceWindows: (environment, apiKey, signal) =>
      askOpenly(
        statusUrl(hostsOf[environment], 'obtenerventanasmantenimiento', environment),
        { accept: 'application/json', authorization: `Apikey ${apiKey}` },
        readMaintenanceReply,
        signal,
        apiKey,
      ),

    probe: (environment, signal) =>
      askOpenly(
        serviceUrl(hostsOf[environment], environment, 'semilla'),
        { accept: 'application/xml' },
        readProbeReply,
        signal,
      ),

    renewToken: (auth, signal) =>
      withDeadline(timeouts.authMs, signal, async (bounded) => {
        const outcome = await tokens.renew(auth, bounded);
        if (outcome.ok) return { kind: 'token' };
        note(auth, 'validarSemilla', outcome.obstructed);
        return { ...outcome.obstructed, kind: 'unavailable' };
      }),

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
type Undelivered = Extract<SubmitAnswer, { kind: 'not-sent' } | { kind: 'unknown' }>;

/** DGII refuses any other file name (codes 81 and 3243), so it is a broken invariant. */
function checkName({ fileName, encf }: EcfToSubmit): void {
  if (!fileName.endsWith(`${encf}.xml`)) throw new Error('The file name must end in the e-NCF');
}

type Authorized =
  /** The reply without any token. We read the messages from this copy, so they contain no token either. */
  | { readonly kind: 'answered'; readonly reply: DgiiReply }
  /** The request left this machine, but we do not know whether DGII processed it. */
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

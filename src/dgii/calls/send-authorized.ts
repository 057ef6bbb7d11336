/** One request with the company's token, for deliveries and queries alike. */
import type { Log } from '../../shared/log.js';
import type { Credentials, TokenCache } from '../auth/token-cache.js';
import { withDeadline } from '../deadline.js';
import type { Exchange, Http, HttpRequest } from '../http.js';
import type { DgiiReply, Obstructed } from '../replies/answers.js';
import { messagesOf, readBody, type Body } from '../replies/read-body.js';
import { replyOf } from '../replies/reply.js';
import type { Hosts, ServiceName } from '../services.js';

export interface Connection {
  readonly http: Http;
  readonly tokens: TokenCache;
  readonly hosts: Hosts;
  readonly timeouts: {
    /** A whole delivery with its token and, after a 401, with both once more. */
    readonly submitMs: number;
    readonly queryMs: number;
    /** Seed and token together, shared by all calls that wait for the same token. */
    readonly authMs: number;
  };
  readonly log: Log | undefined;
}

export interface Call {
  readonly auth: Credentials;
  readonly service: ServiceName;
  readonly signal: AbortSignal;
}

/** @param raw the body as it came */
export type Read<R> = (status: number, body: Body, raw: string) => R;

type Outcome =
  /** The reply without any token. We read the messages from this copy, so they contain no token either. */
  | { readonly kind: 'answered'; readonly reply: DgiiReply }
  /** The request left this machine, but we do not know whether DGII processed it. */
  | { readonly kind: 'broken'; readonly failure: Failed }
  /** Certain that DGII processed nothing. */
  | { readonly kind: 'obstructed'; readonly obstructed: Obstructed };

type Failed = Extract<Exchange, { outcome: 'failed' }>;

const roundsMax = 2;

export async function sendAuthorized(
  connection: Connection,
  call: Call,
  request: HttpRequest,
  timeoutMs: number,
): Promise<Outcome> {
  const outcome = await withDeadline(timeoutMs, call.signal, (signal) =>
    sendTwiceAtMost(connection, call.auth, request, signal),
  );
  if (outcome.kind === 'obstructed') logUnanswered(connection, call, outcome.obstructed);
  if (outcome.kind === 'broken') {
    const { reason: cause, detail } = outcome.failure;
    logUnanswered(connection, call, { cause, detail });
  }
  return outcome;
}

/** After a 401 DGII has processed nothing, so we repeat the request once with a new token. */
async function sendTwiceAtMost(
  { http, tokens }: Connection,
  auth: Credentials,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let round = 1; ; round += 1) {
    const outcome = await tokens.take(auth, signal);
    if (!outcome.ok) return { kind: 'obstructed', obstructed: outcome.obstructed };
    const { token } = outcome;
    const headers = { ...request.headers, accept: 'application/json', authorization: `bearer ${token}` };
    const exchange = await http.exchange({ ...request, headers }, signal);
    if (exchange.outcome === 'failed') {
      if (!exchange.started) return { kind: 'obstructed', obstructed: neverLeft(exchange) };
      return { kind: 'broken', failure: exchange };
    }
    const reply = replyOf(exchange, token);
    if (exchange.status === 429) return { kind: 'obstructed', obstructed: notProcessed('throttled', reply) };
    if (exchange.status !== 401) return { kind: 'answered', reply };
    tokens.drop(auth, token);
    if (round === roundsMax) return { kind: 'obstructed', obstructed: notProcessed('unauthorized', reply) };
  }
}

function neverLeft({ reason, detail }: Failed): Obstructed {
  const cause = reason === 'timeout' || reason === 'broken' ? 'unreachable' : reason;
  return { cause, detail, mensajes: [], reply: null };
}

function notProcessed(cause: 'unauthorized' | 'throttled', reply: DgiiReply): Obstructed {
  const mensajes = messagesOf(readBody(reply.contentType, reply.raw));
  return { cause, detail: `HTTP ${reply.httpStatus}`, mensajes, reply };
}

export function readWith<R>(read: Read<R>, reply: DgiiReply): R & { readonly reply: DgiiReply } {
  return { ...read(reply.httpStatus, readBody(reply.contentType, reply.raw), reply.raw), reply };
}

/** Logs references and codes only: no body, no token. */
export function logUnanswered(
  { log }: Connection,
  { auth, service }: Pick<Call, 'auth' | 'service'>,
  { cause, detail }: { readonly cause: string; readonly detail: string },
): void {
  const { companyId, environment } = auth;
  log?.warn({ companyId, environment, service, cause, detail }, 'a request to DGII has no result');
}

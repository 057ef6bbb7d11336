/** Requests as a client of the service makes them, each with a time limit. An outage is returned, not thrown. */
import { performance } from 'node:perf_hooks';
import { Agent, request, setGlobalDispatcher, type Dispatcher } from 'undici';

/** A send waits 50 s at most in most tools. A service that has not even refused after this time hangs. */
const answerLimitDefaultMs = 60_000;

/** A caller that reads more than these members checks it first. */
export interface AnswerBody {
  readonly token?: unknown;
  readonly procesado?: unknown;
  readonly data?: unknown;
}

interface Span {
  /** By the process's clock, in milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Answer extends Span {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: AnswerBody;
  readonly error?: undefined;
}

export interface NoAnswer extends Span {
  readonly error: unknown;
  readonly status?: undefined;
  readonly headers?: undefined;
  readonly body?: undefined;
}

export interface AskOptions {
  /** Bytes go out as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Drops the connection, as a client that dies does. */
  readonly signal?: AbortSignal;
}

export interface Http {
  readonly ask: (method: 'GET' | 'POST', path: string, options?: AskOptions) => Promise<Answer | NoAnswer>;
  close(): Promise<void>;
}

export interface HttpLimits {
  readonly connections?: number;
  readonly answerLimitMs?: number;
  /** The address of this machine from which the requests come. */
  readonly localAddress?: string;
}

let authority: { readonly ca?: string } = {};

/** From now on every request of this process trusts this authority: the one of the proxy's certificate on this machine. */
export function trustAuthority(ca: string): void {
  authority = { ca };
  setGlobalDispatcher(new Agent({ connect: authority }));
}

/** For connections made without `createHttp`. */
export function trustedAuthority(): { readonly ca?: string } {
  return authority;
}

export function createHttp(
  baseUrl: string,
  { connections = 64, answerLimitMs = answerLimitDefaultMs, localAddress }: HttpLimits = {},
): Http {
  const dispatcher = new Agent({
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
    connections,
    connect: authority,
    ...(localAddress !== undefined && { localAddress }),
  });
  return {
    ask: async (method, path, { body, headers = {}, signal } = {}) => {
      const startedAt = performance.now();
      try {
        const response = await request(`${baseUrl}${path}`, {
          dispatcher,
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          body: body === undefined ? null : body instanceof Uint8Array ? body : JSON.stringify(body),
          signal: signal ?? null,
        });
        const answered = JSON.parse(await response.body.text()) as AnswerBody;
        const { statusCode: status } = response;
        return { status, headers: response.headers, body: answered, startedAt, endedAt: performance.now() };
      } catch (error) {
        return { error, startedAt, endedAt: performance.now() };
      }
    },
    close: () => dispatcher.close(),
  };
}

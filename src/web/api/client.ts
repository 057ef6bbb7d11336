/**
 * Calls of the service under /app/api, typed by its contract. Each has a time limit, and each failure is an ApiError.
 */
import createClient, { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { withHiddenShown } from '../../ecf/hidden-characters.js';
import { es } from '../es.js';
import type { paths } from '../generated/openapi-web.js';
import { ApiError, networkError, personChanged, sessionRequired, type Refusal } from './api-error.js';
import { reportAnswer, reportNoAnswer } from './connection.js';
import { reportSessionLost, sessionRaised } from './session-lost.js';
import { reportOtherPerson, shownPerson, shownPersonHeader } from './shown-person.js';

const baseUrl = '/app/api';
/** Longer than the service takes for any answer. */
const limitMs = 40_000;

/** Every call goes through `answerOf`, which turns a failure into an ApiError. */
export const service = createClient<paths>({
  baseUrl,
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
  fetch: (request) => send(request, limitMs),
});

async function send(request: Request, withinMs: number): Promise<Response> {
  const personId = shownPerson();
  if (personId !== undefined) request.headers.set(shownPersonHeader, personId);
  const attempt = () => fetch(request, { signal: firstOf(request.signal, AbortSignal.timeout(withinMs)) });
  const response = await attempt();
  if (!(await mayHaveOldCookie(request, response))) return response;
  await sessionRaised();
  return attempt();
}

/**
 * A code that the person gives, here or in another tab, changes the session's cookie, and the service refuses what is under way with the old
 * one. What only reads is repeated once: the page asks for it by itself, and so the person would see that the session ended.
 */
async function mayHaveOldCookie({ method }: Request, response: Response): Promise<boolean> {
  if (response.status !== 401 || method !== 'GET') return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return refusalIn(answer).code === sessionRequired && refusalIn(answer).detalle === undefined;
}

/** What `AbortSignal.any` does. Safari has it only since 17.4, and Firefox since 124. */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: first.signal });
  }
  return first.signal;
}

interface Result<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer of a call; a refusal or a broken connection is thrown as an ApiError. */
export async function answerOf<Answer>(call: Promise<Result<Answer>>): Promise<Answer> {
  const { data, error, response } = await call.catch((failure: unknown) => {
    const problem = failureOf(failure);
    if (problem instanceof ApiError && problem.status === 0) reportNoAnswer();
    throw problem;
  });
  const refusal = response.ok ? undefined : refusalIn(shown(error));
  // A proxy answers in place of a service that is gone, and in other words.
  if (refusal === unreadable && response.status >= 500) reportNoAnswer();
  else reportAnswer();
  if (refusal === undefined) return shown(data as Answer);
  // The session query and the logout handle this refusal of /session themselves.
  const ofSession = response.url.endsWith(`${baseUrl}/session`);
  if (refusal.code === sessionRequired && !ofSession) reportSessionLost(true);
  if (refusal.code === personChanged) reportOtherPerson();
  throw new ApiError(response.status, refusal, secondsIn(response.headers.get('retry-after')));
}

/** Strangers' texts are in many answers: names, reasons, certificates. No page and no file of a list gets one with hidden characters. */
function shown<Value>(value: Value): Value {
  if (typeof value === 'string') return withHiddenShown(value) as Value;
  if (Array.isArray(value)) return value.map(shown) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)])) as Value;
}

/** Our service sends Retry-After in seconds, never as a date. */
function secondsIn(header: string | null): number | undefined {
  return header === null || !/^\d+$/.test(header) ? undefined : Number(header);
}

function failureOf(failure: unknown): unknown {
  // A screen that closes cancels its requests. That is not an error to show.
  if (failure instanceof DOMException && failure.name === 'AbortError') return failure;
  return failure instanceof SyntaxError ? new ApiError(200, unreadable) : networkError();
}

const unreadable: Refusal = { code: 'UNREADABLE', mensaje: es.errors.unreadable };

function refusalIn(answer: unknown): Refusal {
  const said = answer as Partial<Refusal> | undefined;
  return typeof said?.code === 'string' && typeof said.mensaje === 'string' ? (said as Refusal) : unreadable;
}

/** A ZIP file takes the service longer than an answer. */
const fileLimitMs = 5 * 60_000;

interface ServiceFile {
  readonly bytes: Blob;
  readonly name: string | undefined;
}

export function fileAt(address: string): Promise<ServiceFile> {
  return answerOf(readFile(address));
}

async function readFile(address: string): Promise<Result<ServiceFile>> {
  const response = await send(new Request(address), fileLimitMs);
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (response.ok) return { data: { bytes: await response.blob(), name }, response };
  return { error: await response.json().catch(() => undefined), response };
}

type ParametersOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: infer Parameters extends object };
}
  ? Parameters
  : never;

/** The address of something that the browser itself loads, such as a file to save. */
export function addressOf<Path extends keyof paths>(path: Path, params: ParametersOf<Path>): string {
  // Several values of one parameter are separated by commas, as the contract says.
  const querySerializer = createQuerySerializer({ array: { style: 'form', explode: false } });
  const parts: { path?: Record<string, unknown>; query?: Record<string, unknown> } = params;
  return createFinalURL(path, {
    baseUrl,
    params: parts,
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
}

/** Lets a caller pass undefined parameters: the types of the contract do not allow them, and the client leaves them out. */
export function given<Values extends object>(values: Values) {
  return values as { [Name in keyof Values]?: Exclude<Values[Name], undefined> };
}

interface From {
  readonly cursor?: string;
}
const start: From = {};

/** How a list continues: each page carries the cursor of the next one. */
export const cursorPages = {
  initialPageParam: start,
  getNextPageParam: ({ next }: { readonly next: string | null }) => (next === null ? null : { cursor: next }),
};

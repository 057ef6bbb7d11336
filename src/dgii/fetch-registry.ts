/** Downloads DGII's file if it has changed. The download is bounded in time and size. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { request, type Dispatcher } from 'undici';
import { isPublicHost, PrivateAddressError, publicOnly } from '../shared/public-address.js';

/** DGII's ZIP has 27 MB in 2026, its table 115 MB. */
const downloadBytesMax = 300 * 1024 * 1024;
/** Enough for a redirect to `www`, to a moved folder and to a download host. */
const redirectsMax = 4;
/** If no byte arrives for this long, the connection is dead. */
const silenceMs = 60_000;

export interface Known {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly sha256?: string;
}

export type Fetched =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'fetched'; readonly path: string; readonly known: Known };

export type FetchProblem = 'UNREACHABLE' | 'HTTP' | 'TOO_LARGE' | 'ADDRESS_REFUSED';

export class RegistryFetchError extends Error {
  override readonly name = 'RegistryFetchError';
  readonly problem: FetchProblem;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(problem: FetchProblem, status = 0, options?: ErrorOptions) {
    super(status === 0 ? problem : `${problem} ${status}`, options);
    this.problem = problem;
    this.status = status;
  }
}

/** https, or this machine itself: an attacker who changes the file on the way would change what clients get. */
function isAllowedAddress(url: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && local);
}

function isPublicRedirect(url: URL): boolean {
  return url.protocol === 'https:' && isPublicHost(url);
}

export interface FetchOptions {
  readonly url: string;
  readonly known: Known;
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly bytesMax?: number;
}

/** @throws RegistryFetchError, or the signal's reason */
export async function fetchRegistry(options: FetchOptions): Promise<Fetched> {
  const { known, dir, signal, bytesMax = downloadBytesMax } = options;
  const { response, url } = await follow(new URL(options.url), known, signal);
  const { statusCode, headers, body } = response;
  if (statusCode === 304) {
    await body.dump();
    return { outcome: 'unchanged' };
  }
  if (statusCode !== 200) {
    await body.dump();
    throw new RegistryFetchError('HTTP', statusCode);
  }
  const path = join(dir, nameOf(url));
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new RegistryFetchError('TOO_LARGE');
      hash.update(chunk);
      yield chunk;
    }
  }
  await orUnreachable(signal, () => pipeline(body, counted, createWriteStream(path), { signal }));
  const sha256 = hash.digest('hex');
  if (sha256 === known.sha256) return { outcome: 'unchanged' };
  const etag = textOf(headers['etag']);
  const lastModified = textOf(headers['last-modified']);
  await dateLike(path, lastModified);
  return {
    outcome: 'fetched',
    path,
    known: {
      sha256,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    },
  };
}

async function follow(
  first: URL,
  { etag, lastModified }: Known,
  signal: AbortSignal,
): Promise<{ response: Dispatcher.ResponseData; url: URL }> {
  let url = first;
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    // The operator chose the first server, but that server chooses where it redirects. Never follow it into a private network.
    const led = url.origin !== first.origin;
    if (!isAllowedAddress(url) || (led && !isPublicRedirect(url)))
      throw new RegistryFetchError('ADDRESS_REFUSED');
    const response = await orUnreachable(signal, () =>
      request(url, {
        headers: {
          'user-agent': 'ecf-issuer',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...(etag === undefined ? {} : { 'if-none-match': etag }),
          ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
        },
        signal,
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
        ...(led ? { dispatcher: publicOnly } : {}),
      }),
    );
    const location = textOf(response.headers['location']);
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === undefined)
      return { response, url };
    await response.body.dump();
    if (!URL.canParse(location, url)) throw new RegistryFetchError('ADDRESS_REFUSED');
    url = new URL(location, url);
  }
  throw new RegistryFetchError('ADDRESS_REFUSED');
}

async function orUnreachable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RegistryFetchError) throw error;
    if (error instanceof PrivateAddressError)
      throw new RegistryFetchError('ADDRESS_REFUSED', 0, { cause: error });
    throw new RegistryFetchError('UNREACHABLE', 0, { cause: error });
  }
}

/** Refuses names that would leave the folder. */
function nameOf({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? '';
  return /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name) ? name : 'registry';
}

/** The import reads the file's date if no file name contains the day of the data. */
async function dateLike(path: string, lastModified: string | undefined): Promise<void> {
  const at = new Date(lastModified ?? '');
  if (!Number.isNaN(at.getTime())) await utimes(path, at, at);
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/**
 * An S3-compatible object store: writes an object and reads it back. Only aws4fetch knows how requests are signed. It and the HTTP client are
 * loaded at the first request, so without a store they are never loaded.
 */
import { createHash } from 'node:crypto';
import { ObjectStoreUnavailableError } from '../unavailable.js';

export interface ObjectStoreOptions {
  /** Such as `https://s3.example`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** True: the bucket is in the path, not in front of the host. */
  readonly pathStyle: boolean;
  /** The beginning of every key; may be empty. */
  readonly prefix: string;
  /** For a whole request, until the last byte of the answer. */
  readonly timeoutMs: number;
}

/** Both reject with `ObjectStoreUnavailableError` if the store does not answer, or refuses. */
export interface ObjectStore {
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: the store says that there is no such object. */
  get(id: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** Requests of one process at the same time. Others wait, and their time limit runs. */
const connectionsMax = 16;
/** The ledger keeps at most 15 MiB compressed, and an answer that is longer is not ours. */
const answerBytesMax = 16 * 1024 * 1024;

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { accessKey, secretKey, region, timeoutMs } = options;
  let loading: ReturnType<typeof load> | undefined;

  const request = async (method: 'GET' | 'PUT', id: string, body?: Uint8Array) => {
    const { AwsV4Signer, agent, send } = await (loading ??= load());
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      method,
      url: addressOf(options, id),
      headers: { 'X-Amz-Content-Sha256': sha256 },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
    }).sign();
    const headers: Record<string, string> = {};
    signed.headers.forEach((value, name) => (headers[name] = value));
    const { statusCode, body: answer } = await send(signed.url, {
      method,
      headers,
      body: body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > answerBytesMax) throw new Error('The answer is too long');
      parts.push(part);
    }
    return { statusCode, bytes: Buffer.concat(parts) };
  };

  /** Its texts name the store and the fault, and never a key: an answer of the store may repeat the access key. */
  const ask = async (method: 'GET' | 'PUT', id: string, body?: Uint8Array) => {
    const answer = await request(method, id, body).catch((error: unknown) => {
      throw new ObjectStoreUnavailableError(`${method} ${id}: ${faultOf(error)}`);
    });
    const { statusCode, bytes } = answer;
    if (statusCode === 200) return bytes;
    const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('latin1')) ?? [];
    // Any other 404 is of the bucket, or of a proxy.
    if (statusCode === 404 && code === 'NoSuchKey') return undefined;
    throw new ObjectStoreUnavailableError(`${method} ${id}: HTTP ${statusCode} ${code}`.trim());
  };

  return {
    put: async (id, bytes) => {
      if ((await ask('PUT', id, bytes)) === undefined)
        throw new ObjectStoreUnavailableError(`PUT ${id}: HTTP 404 NoSuchKey`);
    },
    get: (id) => ask('GET', id),
    // It may be called twice, which `close` of undici refuses.
    close: async () => (await loading)?.agent.destroy(),
  };

  async function load() {
    const [{ AwsV4Signer }, { Agent, request: send }] = await Promise.all([
      import('aws4fetch'),
      import('undici'),
    ]);
    const agent = new Agent({ connections: connectionsMax, connect: { timeout: timeoutMs } });
    return { AwsV4Signer, agent, send };
  }
}

function addressOf({ endpoint, bucket, pathStyle, prefix }: ObjectStoreOptions, id: string): string {
  const key = prefix === '' ? id : `${prefix}/${id}`;
  if (pathStyle) return `${endpoint}/${bucket}/${key}`;
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//${bucket}.${host}/${key}`;
}

/** A code of Node or undici, or the kind of error: texts of others are not repeated. */
function faultOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? (typeof code === 'string' ? code : name));
}

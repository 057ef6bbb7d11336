/** Downloads over https, with the proxy of the environment, certificates verified, and limits on everything. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { messageOf, StackError } from './stack-log.js';

/** An official host that does not even answer within this time is not reachable from here. */
export const connectLimitMs = 10_000;
/** A hundred megabytes on a slow line. */
export const downloadLimitMs = 15 * 60_000;

/** @throws StackError when the host does not answer within ten seconds; whatever it answers will do */
export async function assertReachable(url: string): Promise<void> {
  await request(url, { method: 'HEAD', limitMs: connectLimitMs });
}

/** Writes what the address answers to a file. @throws StackError */
export async function download(url: string, to: string): Promise<void> {
  await assertReachable(url);
  const response = await request(url, { method: 'GET', limitMs: downloadLimitMs });
  if (!response.ok) throw new StackError(`${url}: HTTP ${response.status}`);
  if (response.body === null) throw new StackError(`${url}: sin contenido (empty answer)`);
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(to));
  } catch (error) {
    throw new StackError(`${url}: ${messageOf(error)}`, { cause: error });
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function request(url: string, { method, limitMs }: { method: 'HEAD' | 'GET'; limitMs: number }) {
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: connectLimitMs } });
  try {
    return await fetch(url, { method, dispatcher, signal: AbortSignal.timeout(limitMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
    throw new StackError(`${url}: ${messageOf(error)}${cause}`, { cause: error });
  }
}

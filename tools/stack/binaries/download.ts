/** Downloads with limits on everything. A file that will be run is kept only when it has the expected SHA-256. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { messageOf, StackError } from '../stack-log.js';

/** An official host that does not answer within this time is not reachable from here. */
const connectLimitMs = 10_000;
/** Enough for a hundred megabytes on a slow line. */
export const downloadLimitMs = 15 * 60_000;

/** @throws StackError when the host does not answer within ten seconds */
export async function assertReachable(url: string): Promise<void> {
  await request(url, { method: 'HEAD', limitMs: connectLimitMs });
}

/** @throws StackError, also when the SHA-256 differs */
export async function download(url: string, to: string, sha256: string): Promise<void> {
  await assertReachable(url);
  const response = await get(url);
  if (response.body === null) throw new StackError(`${url}: sin contenido (empty answer)`);
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(to));
  } catch (error) {
    throw new StackError(`${url}: ${messageOf(error)}`, { cause: error });
  }
  await assertSha256(to, sha256, url);
}

/** A checksum file has a few dozen characters. A web page that comes instead is cut off. */
const checksumFileMax = 10_000;

/**
 * The SHA-256 that a file's maker publishes beside it: the file arrived whole, but a compromised host could forge both.
 * @param address the checksum of this file alone, or a list of checksums with the names of the files
 * @throws StackError when the maker publishes no SHA-256
 */
export async function publishedSha256(url: string, address = `${url}.sha256`): Promise<string> {
  const text = (await (await get(address)).text()).slice(0, checksumFileMax);
  const name = basename(new URL(url).pathname);
  const line = text.split('\n').find((one) => one.trimEnd().endsWith(` ${name}`)) ?? text;
  const [, sha256] = /^([0-9a-f]{64})(\s|$)/.exec(line) ?? [];
  if (sha256 === undefined) throw new StackError(`${address}: no es una suma SHA-256 (no SHA-256 checksum)`);
  return sha256;
}

/** Removes a file whose SHA-256 differs. @throws StackError */
export async function assertSha256(path: string, expected: string, source: string): Promise<void> {
  const found = await sha256Of(path);
  if (found === expected) return;
  rmSync(path, { force: true });
  throw new StackError(`${source}: no es el archivo esperado (SHA-256 ${found}, expected ${expected})`);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function get(url: string) {
  const response = await request(url, { method: 'GET', limitMs: downloadLimitMs });
  if (!response.ok) throw new StackError(`${url}: HTTP ${response.status}`);
  return response;
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

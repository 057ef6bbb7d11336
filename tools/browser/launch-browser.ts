/** Starts a browser for tests and screenshots; `ECF_BROWSER` names the one that is tried first. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { cacheDir, openCache } from '../stack/binaries/cache.js';
import { runCommand } from '../stack/binaries/run-command.js';
import { packagedBrowser } from './packaged-browser.js';

export type Launched =
  | { readonly outcome: 'launched'; readonly browser: Browser; readonly source: string }
  | { readonly outcome: 'none'; readonly reasons: readonly string[] };

interface Source {
  readonly name: string;
  /** Undefined if this source does not exist on this machine. */
  readonly options: () => Promise<LaunchOptions | undefined>;
}

export async function launchBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Launched> {
  const reasons: string[] = [];
  for (const { name, options } of sources(env)) {
    try {
      const found = await options();
      if (found === undefined) continue;
      return { outcome: 'launched', browser: await launch(found), source: name };
    } catch (error) {
      reasons.push(`${name}: ${firstLine(error)}`);
    }
  }
  return { outcome: 'none', reasons };
}

/** Chromium crashes now and then while it starts, inside the C library, so it gets a second try. */
async function launch(found: LaunchOptions): Promise<Browser> {
  // Chromium's sandbox works neither for root nor in containers, and the tests visit only pages of their own service.
  const options = { ...found, chromiumSandbox: false };
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!firstLine(error).includes('has been closed')) throw error;
    return chromium.launch(options);
  }
}

function sources(env: NodeJS.ProcessEnv): readonly Source[] {
  const named = env['ECF_BROWSER'] ?? '';
  if (named !== '')
    return [{ name: 'ECF_BROWSER', options: () => Promise.resolve({ executablePath: named }) }];
  return [
    { name: 'packaged', options: () => packaged(env) },
    ...['chrome', 'msedge', 'chromium'].map((channel) => ({
      name: channel,
      options: () => Promise.resolve({ channel }),
    })),
    { name: 'download', options: () => downloaded(env) },
  ];
}

async function packaged(env: NodeJS.ProcessEnv): Promise<LaunchOptions | undefined> {
  const found = await packagedBrowser(cacheDir(env));
  if (found === undefined) return undefined;
  const defined = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { executablePath: found.executablePath, env: { ...Object.fromEntries(defined), ...found.env } };
}

const downloadAddress = 'https://cdn.playwright.dev/';
const connectLimitMs = 10_000;
const downloadLimitMs = 300_000;

/**
 * A failure is remembered for a day, because otherwise each run would wait for a connection that the network does not
 * permit.
 */
async function downloaded(env: NodeJS.ProcessEnv): Promise<LaunchOptions> {
  const cache = openCache(cacheDir(env));
  const before = cache.failureOf('playwright');
  if (before !== undefined) throw new Error(`failed today: ${before}`);
  try {
    await fetch(downloadAddress, { method: 'HEAD', signal: AbortSignal.timeout(connectLimitMs) });
    const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js');
    await runCommand(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
      limitMs: downloadLimitMs,
    });
    return {};
  } catch (error) {
    cache.noteFailure('playwright', firstLine(error));
    throw error;
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

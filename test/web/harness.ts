/** One browser for each test file, one context for each test. A page that logs an error or breaks its policy fails its test. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser/launch-browser.js';

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page so far: thrown, logged, or against its Content-Security-Policy. */
  readonly faults: string[];
}

export interface TestBrowser {
  open(options?: BrowserContextOptions): Promise<Opened>;
  close(): Promise<void>;
}

/** The usual laptop. */
const viewport = { width: 1280, height: 800 };
/** A machine several times slower than usual still gets there. */
const stepLimitMs = 30_000;

export async function testBrowser(): Promise<TestBrowser> {
  const launched = await launchBrowser();
  if (launched.outcome === 'none')
    throw new Error(`no browser for the tests (test/README.md):\n${launched.reasons.join('\n')}`);
  return fromBrowser(launched.browser);
}

function fromBrowser(browser: Browser): TestBrowser {
  return {
    async open(options = {}) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(stepLimitMs);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        // The browser logs each refused request; the page shows those to the person.
        const { url } = message.location();
        if (message.type() === 'error' && !url.includes('/app/api/')) faults.push(message.text());
      });
      return { page, context, faults };
    },
    close: () => browser.close(),
  };
}

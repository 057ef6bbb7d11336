/**
 * One browser for each test file. A test has a context of its own, or the one that the test before has closed, emptied. A page that logs
 * an error or breaks its policy fails its test.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser/launch-browser.js';

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page so far: thrown, logged, or against its Content-Security-Policy. */
  readonly faults: string[];
}

export interface TestBrowser {
  /** Opens a page in a new context. */
  open(options?: BrowserContextOptions): Promise<Opened>;
  /**
   * Opens a page without cookies, storage and permissions in the context that the test before has closed. This browser still has the built
   * files and their compiled code, which are a third of a visit's work.
   * @param blank an address of the same origin, without scripts
   */
  reopen(blank: string): Promise<Opened>;
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
  /** A page that its test has left. */
  let left: Page | undefined;
  const newPage = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(stepLimitMs);
    return context.newPage();
  };
  return {
    open: async (options) => watched(await newPage(options)),
    async reopen(blank) {
      const page = left ?? keepable(await newPage(), (again) => (left = again));
      left = undefined;
      await empty(page, blank);
      return watched(page);
    },
    close: () => browser.close(),
  };
}

function watched(page: Page): Opened {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser logs each refused request; the page shows those to the person.
    const { url } = message.location();
    if (message.type() === 'error' && !url.includes('/app/api/')) faults.push(message.text());
  });
  return { page, context: page.context(), faults };
}

/** To close the page's context then only leaves it to the next test, unless that would meet a second page or an invented time. */
function keepable(page: Page, leave: (page: Page) => void): Page {
  const context = page.context();
  const close = context.close.bind(context);
  const install = context.clock.install.bind(context.clock);
  let spent = false;
  context.clock.install = (options) => {
    spent = true;
    return install(options);
  };
  context.close = async () => {
    if (spent || context.pages().length > 1) return close();
    // What the test listened to. The browser's library listens for the end of the page.
    for (const event of ['console', 'pageerror', 'request', 'response']) page.removeAllListeners(event);
    leave(page);
  };
  return page;
}

async function empty(page: Page, blank: string): Promise<void> {
  const context = page.context();
  await page.unrouteAll();
  await page.setViewportSize(viewport);
  // A test prints.
  await page.emulateMedia({ media: null });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  // The application writes to its storage until it is gone.
  await page.goto(blank);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
}

/**
 * One browser for each test file. A test has a context of its own, or the one that the test before has left, emptied. A page that logs an
 * error or breaks its policy fails its test.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser/launch-browser.js';

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page so far: thrown, logged, or against its Content-Security-Policy. */
  readonly faults: string[];
  /** Every test calls it at its end. It closes the context, or leaves the page to the next test that calls `reopen`. */
  readonly close: () => Promise<void>;
}

export interface TestBrowser {
  /** Opens a page in a new context. */
  open(options?: BrowserContextOptions): Promise<Opened>;
  /**
   * Opens a page without cookies, storage and permissions in the context that the test before has left. This browser still has the built
   * files and their compiled code, which are a third of a visit's work. A test that invents the time uses `open`: nothing puts it back.
   * @param blank an address of the same origin, without scripts
   */
  reopen(blank: string): Promise<Opened>;
  close(): Promise<void>;
}

/** The usual laptop. */
const viewport = { width: 1280, height: 800 };
/** A machine several times slower than usual still gets there. */
const stepLimitMs = 30_000;
/** A busy machine may answer this late. A test that invents the time goes minutes ahead. */
const timeApartMaxMs = 30_000;

/**
 * Takes from the page what the oldest supported browsers lack (docs/usar/entrar.md), so that a page which calls it without asking first fails here.
 * The compiler refuses what is newer than ES2023 in our own files, but neither in packages nor in what browsers add to the language.
 * Playwright itself needs `checkVisibility`.
 */
const removeNewer = `
  const without = (owner, ...names) => { for (const name of names) delete owner?.[name]; };
  without(AbortSignal, 'any');
  without(Promise, 'try', 'withResolvers');
  without(Object, 'groupBy');
  without(Map, 'groupBy');
  without(Array, 'fromAsync');
  without(RegExp, 'escape');
  without(URL, 'canParse', 'parse');
  without(Uint8Array, 'fromBase64', 'fromHex');
  without(Uint8Array.prototype, 'toBase64', 'toHex');
  without(String.prototype, 'isWellFormed', 'toWellFormed');
  without(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference',
    'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
  without(globalThis.Iterator?.prototype, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray',
    'forEach', 'some', 'every', 'find');
  without(ReadableStream, 'from');
  without(ReadableStream.prototype, Symbol.asyncIterator, 'values');
  without(Response.prototype, 'bytes');
  without(Blob.prototype, 'bytes');
  without(Element.prototype, 'moveBefore');
  without(HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover');
  without(Document.prototype, 'startViewTransition');
  // Browsers offer it on https and on localhost only, and the pages also work on plain http, except the import of certificates.
  without(Crypto.prototype, 'randomUUID');
  without(globalThis, 'Iterator', 'navigation', 'scheduler', 'requestIdleCallback', 'CloseWatcher');
`;

export async function testBrowser(): Promise<TestBrowser> {
  const launched = await launchBrowser();
  if (launched.outcome === 'none')
    throw new Error(`no browser for the tests (docs/develop/tests.md):\n${launched.reasons.join('\n')}`);
  return fromBrowser(launched.browser);
}

function fromBrowser(browser: Browser): TestBrowser {
  /** A page that its test has left. */
  let left: Page | undefined;
  const newPage = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(stepLimitMs);
    await context.addInitScript(removeNewer);
    return context.newPage();
  };
  const leave = async (page: Page) => {
    const context = page.context();
    // The next test must not meet a second page, and needs no second context.
    if (left !== undefined || context.pages().length > 1) return end(context);
    // What the test listened to. The browser's library listens for the end of the page.
    for (const event of ['console', 'pageerror', 'request', 'response']) page.removeAllListeners(event);
    left = page;
  };
  return {
    async open(options) {
      const page = await newPage(options);
      return { ...watched(page), close: () => end(page.context()) };
    },
    async reopen(blank) {
      const page = left ?? (await newPage());
      left = undefined;
      await empty(page, blank);
      return { ...watched(page), close: () => leave(page) };
    },
    close: () => browser.close(),
  };
}

/** Its test is over, so nothing depends on an answer that is still under way. */
async function end(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

function watched(page: Page): Omit<Opened, 'close'> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser logs each refused request; the page shows those to the person.
    const { url } = message.location();
    if (message.type() === 'error' && !url.includes('/app/api/')) faults.push(message.text());
  });
  return { page, context: page.context(), faults };
}

async function empty(page: Page, blank: string): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(viewport);
  // A test prints.
  await page.emulateMedia({ media: null });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  // The application writes to its storage until it is gone.
  await page.goto(blank);
  const now = await page.evaluate<number>('localStorage.clear(); sessionStorage.clear(); Date.now()');
  if (Math.abs(now - Date.now()) > timeApartMaxMs)
    throw new Error('An earlier test of this file has invented the time in this page. It must use `open`.');
  await context.clearCookies();
}

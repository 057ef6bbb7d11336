/** A browser and the pages with handwritten answers, for all tests of a file. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startFixture, type Fixture } from './fixture/server.js';
import { testBrowser, type Opened, type TestBrowser } from './harness.js';

export interface Site {
  readonly browser: TestBrowser;
  readonly fixture: Fixture;
  /** Opens an address of the application as a person with this role, in a new context. */
  open(path: string, role: string, options?: BrowserContextOptions): Promise<Opened>;
  /**
   * Opens an address of the application in the emptied context that the test before has left, and waits until the page has its heading. The
   * person is an operator unless another role is given.
   * @param stored what this browser's local storage has
   * @param prepare gets the page before it opens the address, for a test that answers some of its calls itself
   */
  readonly visit: (
    path: string,
    role?: string,
    stored?: Readonly<Record<string, string>>,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Opened>;
}

/** Call it at the top of the file: the tests of the file then have one site, which ends after them. */
export function openSite(): Site {
  let parts: readonly [TestBrowser, Fixture] | undefined;
  const opened = () => {
    if (parts === undefined) throw new Error('The site opens before the first test');
    return parts;
  };
  beforeAll(async () => {
    parts = await Promise.all([testBrowser(), startFixture()]);
  }, 180_000);
  afterAll(async () => {
    const [browser, fixture] = opened();
    await browser.close();
    await fixture.close();
  });
  beforeEach(() => {
    opened()[1].received.length = 0;
  });
  const enter = async (site: Opened, path: string, role: string) => {
    const { address } = opened()[1];
    await site.context.addCookies([{ name: 'role', value: role, url: address }]);
    await site.page.goto(`${address}${path}`);
    return site;
  };
  const open: Site['open'] = async (path, role, options) =>
    enter(await opened()[0].open(options), path, role);
  const visit: Site['visit'] = async (path, role = 'operador', stored = {}, prepare) => {
    const [browser, fixture] = opened();
    const site = await browser.reopen(fixture.blank);
    await site.page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
    await prepare?.(site.page);
    await enter(site, path, role);
    await site.page.getByRole('heading', { level: 1 }).waitFor();
    return site;
  };
  return {
    get browser() {
      return opened()[0];
    },
    get fixture() {
      return opened()[1];
    },
    open,
    visit,
  };
}

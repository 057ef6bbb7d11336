/** A browser and the pages with handwritten answers, for all tests of a file. */
import type { BrowserContextOptions } from 'playwright-core';
import { startFixture, type Fixture } from './fixture/server.js';
import { testBrowser, type Opened, type TestBrowser } from './harness.js';

export interface Site {
  readonly browser: TestBrowser;
  readonly fixture: Fixture;
  /** Opens an address of the application as a person with this role. */
  open(path: string, role: string, options?: BrowserContextOptions): Promise<Opened>;
  /** Opens an address of the application, as an operator unless another role is given, and waits until the page has its heading. */
  readonly visit: (path: string, role?: string) => Promise<Opened>;
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
  const open: Site['open'] = async (path, role, options) => {
    const [browser, fixture] = opened();
    const site = await browser.open(options);
    await site.context.addCookies([{ name: 'role', value: role, url: fixture.address }]);
    await site.page.goto(`${fixture.address}${path}`);
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
    visit: async (path, role = 'operador') => {
      const site = await open(path, role);
      await site.page.getByRole('heading', { level: 1 }).waitFor();
      return site;
    },
  };
}

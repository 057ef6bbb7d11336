/** The documentation in a browser: search, tabs, light and dark, the reference of the API. No page breaks the api's policy. */
import { startApi } from '../api/harness.js';
import { expectSoon } from '../harness/expect-soon.js';
import { until } from '../harness/until.js';
import { testBrowser, type Opened, type TestBrowser } from './harness.js';
import { axeFaults, overflow } from './page-checks.js';

let browser: TestBrowser;
let address: string;
beforeAll(async () => {
  const [opened, { port }] = await Promise.all([testBrowser(), startApi()]);
  browser = opened;
  address = `http://127.0.0.1:${port}/docs`;
}, 180_000);
afterAll(() => browser.close());

async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const site = await browser.open({ colorScheme });
  await site.page.goto(`${address}${path}`);
  await site.page.getByRole('heading', { level: 1 }).first().waitFor();
  return site;
}

/** The script of the page runs: before, a click does nothing. */
async function awake({ page }: Opened): Promise<void> {
  await until('the page runs', () =>
    page.evaluate<boolean>(`'__vue_app__' in document.querySelector('#app')`),
  );
}

test('search finds número for numero, over all sets, and opens the page', async () => {
  const site = await open('/develop/');
  await awake(site);
  const { page } = site;
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('numero');
  const results = page.getByRole('option');
  await results.first().waitFor();
  await expectSoon(async () => (await results.allInnerTexts()).join('\n')).toMatch(/número/i);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/(integrar|usar)\//);
  await page.getByRole('button', { name: 'Buscar' }).waitFor();
  await expectSoon(() => page.evaluate('document.documentElement.lang')).toBe('es');
  expect(site.faults).toEqual([]);
  await site.close();
});

test('a search that finds nothing says so in the language of the page', async () => {
  const site = await open('/integrar/errores');
  await awake(site);
  await site.page.keyboard.press('Control+k');
  await site.page.getByRole('searchbox').fill('qwxzqwxz');
  await site.page.getByText('Nada sobre').waitFor();
  expect(site.faults).toEqual([]);
  await site.close();
});

test('the chosen tab is shown again after a reload, and by the keyboard too', async () => {
  const site = await open('/develop/');
  await awake(site);
  const { page } = site;
  const curl = page.getByText(/^curl .*healthz$/);
  const python = page.getByText('from urllib.request');
  await expectSoon(async () => [await curl.isVisible(), await python.isVisible()]).toEqual([true, false]);
  await page.locator('.vp-code-group label', { hasText: 'Python' }).click();
  await python.waitFor();
  await expectSoon(() => curl.isVisible()).toBe(false);
  await page.reload();
  await python.waitFor();
  await page.locator('.vp-code-group input:checked').focus();
  await page.keyboard.press('ArrowLeft');
  await curl.waitFor();
  expect(site.faults).toEqual([]);
  await site.close();
});

test('dark is chosen once for the pages and the reference', async () => {
  const site = await open('/integrar/errores');
  await awake(site);
  const { page } = site;
  const isDark = () => page.evaluate<boolean>(`/dark/.test(document.documentElement.className)`);
  await expectSoon(() => isDark()).toBe(false);
  await page.getByRole('switch').first().click();
  await expectSoon(() => isDark()).toBe(true);
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await page.waitForURL(/\/docs\/api\/$/);
  await page.getByText('/api/v2/dgii-ecf/send').first().waitFor();
  await expectSoon(() => isDark()).toBe(true);
  await page.getByRole('button', { name: 'Apariencia' }).click();
  await expectSoon(() => isDark()).toBe(false);
  await page.getByRole('link', { name: 'Integrar' }).click();
  await page.waitForURL(/\/docs\/integrar\/$/);
  expect(site.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  await site.close();
});

test.each(['light', 'dark'] as const)('pages break no rule of accessibility (%s)', async (scheme) => {
  for (const path of ['/', '/develop/', '/integrar/errores', '/develop/one-voucher']) {
    const site = await open(path, scheme);
    await awake(site);
    expect([path, await axeFaults(site.page), site.faults]).toEqual([path, [], []]);
    await site.close();
  }
});

test.each(['/', '/develop/', '/integrar/errores', '/develop/recovery'])(
  '%s does not scroll sideways on a telephone',
  async (path) => {
    const site = await open(path);
    await site.page.setViewportSize({ width: 320, height: 640 });
    await expectSoon(() => overflow(site.page)).toBe(0);
    await site.close();
  },
);

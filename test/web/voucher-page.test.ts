/** The head of a voucher's page: the way through the list from which it was opened. */
import type { Page } from 'playwright-core';
import { vouchers } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

const site = openSite();
const { visit } = site;
const here = '/empresas/1/certification';

describe('the way through the list', () => {
  const accepted = vouchers.find(({ state }) => state === 'accepted')?.ecf ?? '';
  const rejected = vouchers.filter(({ state }) => state === 'rejected').map(({ ecf }) => ecf);
  const previous = (page: Page) => page.getByRole('button', { name: 'Anterior (K)' });
  const next = (page: Page) => page.getByRole('button', { name: 'Siguiente (J)' });
  const shows = async (page: Page, encf: string | undefined) => {
    await page.waitForURL((url) => url.pathname.endsWith(`/comprobantes/${encf}`));
    await page.getByRole('heading', { level: 1, name: new RegExp(`, ${encf}$`) }).waitFor();
  };

  /** Opens the list of the vouchers in a state, and from it the page of the first one. */
  async function openFirst(state: 'rejected' | 'accepted' = 'rejected') {
    const opened = await visit(`${here}/comprobantes?estado=${state}`);
    const { page } = opened;
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Abrir' }).click();
    await shows(page, state === 'rejected' ? rejected[0] : accepted);
    return opened;
  }

  test('leads through its rows in their order, with its filters, by buttons and by keys', async () => {
    const { page, close, faults } = await openFirst();
    const isDisabled = (button: ReturnType<typeof next>) => button.getAttribute('aria-disabled');
    expect(await isDisabled(previous(page))).toBe('true');
    await page.getByText(`1 de ${rejected.length}`).waitFor();
    await next(page).focus();
    await page.keyboard.press('Enter');
    await shows(page, rejected[1]);
    // The next press needs no search for the button.
    expect(await next(page).evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('j');
    await shows(page, rejected[2]);
    await page.keyboard.press('k');
    await shows(page, rejected[1]);
    expect(await axeFaults(page)).toEqual([]);
    for (const encf of rejected.slice(2)) {
      await next(page).click();
      await shows(page, encf);
    }
    expect(await isDisabled(next(page))).toBe('true');
    await page.keyboard.press('j');
    await shows(page, rejected.at(-1));
    expect(faults).toEqual([]);
    await close();
  });

  test('survives that the page is loaded anew, and the link back has the filters of the list', async () => {
    const { page, close } = await openFirst();
    await page.keyboard.press('j');
    await shows(page, rejected[1]);
    await page.reload();
    await shows(page, rejected[1]);
    await page.keyboard.press('j');
    await shows(page, rejected[2]);
    await page.getByRole('link', { name: 'Volver a Comprobantes' }).click();
    await page.waitForURL(/\/comprobantes\?estado=rejected$/);
    await page.goBack();
    await shows(page, rejected[2]);
    // One entry of the history, however many vouchers.
    await page.goBack();
    await page.waitForURL(/\/comprobantes\?estado=rejected&ver=/);
    await close();
  });

  test('is not there when the page was opened by its address, and the keys lead nowhere', async () => {
    const { page, close } = await visit(`${here}/comprobantes/${rejected[0]}`);
    await page.getByRole('link', { name: 'Volver a Comprobantes' }).waitFor();
    expect(await next(page).count()).toBe(0);
    await page.keyboard.press('j');
    expect(page.url()).toMatch(new RegExp(`/${rejected[0]}$`));
    await close();
  });

  test('does not go on while a dialog is open', async () => {
    const { page, close } = await openFirst('accepted');
    await page.getByRole('button', { name: 'Enviar al cliente' }).click();
    const dialog = page.getByRole('dialog', { name: /al cliente$/ });
    // A letter that is typed into a field is never for the page.
    await dialog.getByRole('button', { name: 'Enviar al cliente' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(new RegExp(`/${accepted}$`));
    await close();
  });
});

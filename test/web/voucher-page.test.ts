/** A voucher's page: the way through the list from which it was opened, what a person can do, and the paper. */
import type { Page } from 'playwright-core';
import type { Voucher } from '../../src/web/api/answers.js';
import { expectSoon } from '../harness/expect-soon.js';
import { printedForm, vouchers } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

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
    await expectSoon(() => isDisabled(previous(page))).toBe('true');
    await page.getByText(`1 de ${rejected.length}`).waitFor();
    await next(page).focus();
    await page.keyboard.press('Enter');
    await shows(page, rejected[1]);
    // The next press needs no search for the button.
    await expectSoon(() => next(page).evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('j');
    await shows(page, rejected[2]);
    await page.keyboard.press('k');
    await shows(page, rejected[1]);
    expect(await axeFaults(page)).toEqual([]);
    for (const encf of rejected.slice(2)) {
      await next(page).click();
      await shows(page, encf);
    }
    await expectSoon(() => isDisabled(next(page))).toBe('true');
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
    await expectSoon(() => next(page).count()).toBe(0);
    await page.keyboard.press('j');
    await expectSoon(() => page.url()).toMatch(new RegExp(`/${rejected[0]}$`));
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
    await expectSoon(() => page.url()).toMatch(new RegExp(`/${accepted}$`));
    await close();
  });
});

describe('the menu of the rarer actions', () => {
  const accepted = `${here}/comprobantes/E410000000996`;
  const files = '/app/api/companies/1/certification/vouchers/E410000000996';
  const more = (page: Page) => page.getByRole('button', { name: 'Más acciones' });
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
  const focused = (page: Page) => page.locator('[role="menuitem"]:focus').textContent();

  test('has what exists for the voucher and the person; the usual actions stay buttons', async () => {
    const { page, close, faults } = await visit(accepted);
    for (const name of ['PDF', 'Corregir']) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Enviar al cliente' }).waitFor();
    await expectSoon(() => page.getByRole('menu').count()).toBe(0);
    await more(page).click();
    await expectSoon(() => page.getByRole('menuitem').allTextContents()).toEqual([
      'Copiar a uno nuevo',
      'Descargar XML firmado',
      'Descargar JSON',
      'Copiar enlace',
      'Copiar el enlace del comprador',
      'Ver en Temporal',
    ]);
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await axeFaults(page)).toEqual([]);
    }
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect({ width, overflow: await overflow(page) }).toEqual({ width, overflow: 0 });
      const box = await page.getByRole('menu').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    expect(faults).toEqual([]);
    await close();
    const reader = await visit(accepted, 'consulta');
    await more(reader.page).click();
    await expectSoon(() => reader.page.getByRole('menuitem').first().textContent()).toBe(
      'Descargar XML firmado',
    );
    await reader.close();
  });

  test('saves the signed XML, and says why if the service does not give it', async () => {
    const { page, close } = await visit(accepted, 'consulta');
    const file = `**${files}/xml?attempt=1`;
    await page.route(file, (route) => route.fulfill({ body: '<ECF/>', contentType: 'application/xml' }));
    await more(page).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      item(page, 'Descargar XML firmado').click(),
    ]);
    expect(saved.suggestedFilename()).toBe('E410000000996.xml');
    await page.route(file, (route) =>
      route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', mensaje: 'Demasiadas solicitudes.' } }),
    );
    await more(page).click();
    await item(page, 'Descargar XML firmado').click();
    await page.getByRole('alert').getByText('Demasiadas solicitudes.').waitFor();
    await close();
  });

  test('copies the link of the page, and says so', async () => {
    const { page, context, close } = await visit(accepted, 'consulta');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await more(page).click();
    await item(page, 'Copiar enlace').click();
    await page.getByRole('status').getByText('Copiado').waitFor();
    await expectSoon(() => page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    await close();
  });

  test('is used with the keyboard alone, and the letters of the page have no meaning in it', async () => {
    const { page, close } = await visit(`${here}/comprobantes?estado=accepted`, 'consulta');
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Abrir' }).click();
    await more(page).focus();
    const address = page.url();
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => focused(page)).toBe('Descargar XML firmado');
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => focused(page)).toBe('Descargar JSON');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => focused(page)).toBe('Descargar XML firmado');
    await page.keyboard.press('c');
    await expectSoon(() => focused(page)).toBe('Copiar enlace');
    await page.keyboard.press('j');
    await expectSoon(() => page.url()).toBe(address);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await expectSoon(() => more(page).evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await close();
  });

  test('of papers opens the PDF on another one, and the chosen paper stays', async () => {
    const { page, close } = await visit(accepted, 'consulta');
    await page.getByRole('button', { name: 'PDF en otro papel' }).click();
    const papers = page.getByRole('menu', { name: 'PDF en otro papel' }).getByRole('menuitem');
    const hrefs = await papers.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(hrefs).toEqual(
      ['a4', 'letter', '80mm', '58mm'].map((paper) => `${files}/print?attempt=1&format=${paper}`),
    );
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await expectSoon(() => page.getByRole('link', { name: 'PDF', exact: true }).getAttribute('href')).toBe(
      `${files}/print?attempt=1&format=letter`,
    );
    await close();
  });
});

test.each([
  { name: 'one delivery', deliveries: 1, shown: ['Aceptado', 'Envío 1 a la DGII', 'Recibido'] },
  {
    name: 'two deliveries',
    deliveries: 2,
    shown: ['Aceptado', 'La DGII lo tiene', 'Envío 1: sin respuesta', 'Envío 1 a la DGII', 'Recibido'],
  },
])('after $name, what happened says no more than a person needs', async ({ deliveries, shown }) => {
  const path = /\/vouchers\/E410000000996(\?|$)/;
  const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta', {}, (opened) =>
    opened.route(path, async (route) => {
      const answer = (await (await route.fetch()).json()) as Voucher;
      const fecha = '2026-11-20T14:05:00.000Z';
      const happened = [
        ['received', 'Recibido'],
        ['delivery', 'Envío 1 a la DGII'],
        ['delivery-ended', 'Envío 1: sin respuesta'],
        ['submitted', 'La DGII lo tiene'],
        ['final', 'Aceptado'],
      ] as const;
      const timeline = happened.map(([kind, texto]) => ({ fecha, kind, texto }));
      const [one] = answer.deliveries;
      await route.fulfill({
        json: { ...answer, timeline, deliveries: Array.from({ length: deliveries }, () => one) },
      });
    }),
  );
  const steps = page.getByRole('region', { name: 'Qué pasó' }).locator('.timeline li > div > div');
  await expectSoon(() => steps.allInnerTexts()).toEqual(shown);
  await close();
});

describe('the paper', () => {
  test.each(['consulta', 'operador'])('has the logo and the colour of the company for %s', async (role) => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E410000000996`, role);
    const paper = page.getByRole('article', { name: 'El comprobante' });
    const logo = paper.getByRole('img', { name: 'Logotipo de la empresa' });
    await expectSoon(() => logo.getAttribute('src')).toBe(`data:image/png;base64,${printedForm.logo}`);
    await expectSoon(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    const colorOf = (text: string) =>
      paper
        .getByText(text)
        .first()
        .evaluate((name) => getComputedStyle(name).color);
    await expectSoon(() => colorOf('Comprobante Electrónico')).toBe('rgb(122, 31, 92)');
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await axeFaults(page)).toEqual([]);
    }
    // As the printed one: a receipt is black, and has no logo.
    await page.getByRole('button', { name: '80 mm' }).click();
    await logo.waitFor({ state: 'detached' });
    await expectSoon(() => colorOf('Comprobante Electrónico')).toBe('rgb(20, 24, 31)');
    expect(faults).toEqual([]);
    await close();
  });

  test('has the taxes in the column Valor for a company that prints them there', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta', {}, (opened) =>
      opened.route(/\/printed-form$/, (route) =>
        route.fulfill({ json: { ...printedForm, valueColumn: 'con-itbis' } }),
      ),
    );
    const paper = page.getByRole('article', { name: 'El comprobante' });
    for (const size of ['Carta', '80 mm']) {
      await page.getByRole('button', { name: size }).click();
      await expectSoon(() =>
        paper.locator('.paper-lines tbody tr').last().locator('td').last().innerText(),
      ).toBe('11,800.00');
    }
    await close();
  });

  test('of a supplier has neither', async () => {
    const { page, close } = await visit(`${here}/recibidos`);
    await page.getByRole('row').getByRole('link').first().click();
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await paper.waitFor();
    await expectSoon(() => paper.getByRole('img', { name: 'Logotipo de la empresa' }).count()).toBe(0);
    expect(site.fixture.received).toEqual([]);
    await close();
  });

  test.each([
    {
      name: 'with ITBIS',
      encf: 'E410000000996',
      line: ['1', 'Pintura de oficina', '10,000.00', '1,800.00', '10,000.00'],
    },
    {
      name: 'without ITBIS',
      encf: 'E440000000994',
      line: ['1,000', 'E Caja de cartón corrugado', '25.00', '25,000.00'],
    },
  ])('shows the tax of each line of a voucher $name', async ({ encf, line }) => {
    const { page, close, faults } = await visit(`${here}/comprobantes/${encf}`, 'consulta');
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await paper.waitFor();
    const heads = ['Cant.', 'Descripción', 'Precio', ...(line.length === 5 ? ['ITBIS'] : []), 'Valor'];
    const tooWide = `(() => { const lines = document.querySelector('.paper-lines'); return lines.scrollWidth - lines.clientWidth; })()`;
    for (const size of ['Carta', 'A4', '80 mm', '58 mm']) {
      await page.getByRole('button', { name: size }).click();
      await expectSoon(() => paper.locator('th').allTextContents()).toEqual(heads);
      await expectSoon(() => paper.locator('td').allTextContents()).toEqual(line);
      await expectSoon(async () => ({ size, tooWide: await page.evaluate(tooWide) })).toEqual({
        size,
        tooWide: 0,
      });
    }
    expect(faults).toEqual([]);
    await close();
  });
});

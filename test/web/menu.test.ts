/** The menu that leads anywhere, by keyboard alone, in both themes and on a telephone, with handwritten answers. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { until } from '../harness/until.js';
import { vouchers } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();
const here = '/empresas/1/certification';

const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Buscar o ir a una página' });
const focused = (page: Page) => menuOf(page).locator('[role=option][data-focused]');

async function openMenu(role = 'administrador', key = 'Control+k', path = `${here}/comprobantes`) {
  const opened = await site.visit(path, role);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  await opened.page.keyboard.press(key);
  await menuOf(opened.page).locator('input:focus').waitFor();
  return opened;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

let load: () => void;
/** The menu's program arrives when the test says so. */
const loaded = new Promise<void>((resolve) => {
  load = resolve;
});

/** The rows that the service finds, and what it was asked. */
async function searchOf(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\/vouchers\?.*search=/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(`${searchParams.get('search')} ${searchParams.get('limit')}`);
    const items = searchParams.get('search') === 'nadie' ? [] : vouchers.slice(0, 2);
    await route.fulfill({ json: { items, next: null, unindexed: 0 } });
  });
  return asked;
}

test.each(['Control+k', 'Meta+k'])(
  'with %s, some letters and Enter the keyboard goes to a section, and continues on its page',
  async (key) => {
    const { page, faults, close } = await openMenu('administrador', key);
    await page.keyboard.type('maestro de comp');
    await focused(page).filter({ hasText: 'Numeración' }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Numeración');
    await menuOf(page).waitFor({ state: 'detached' });
    await until('the keyboard is on the page', () =>
      page.evaluate<boolean>(`document.activeElement?.id === 'main'`),
    );
    expect(faults).toEqual([]);
    await close();
  },
);

test('what a person types before the menu is loaded is in it', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes`, 'administrador', {}, (opened) =>
    opened.route(/command-menu-.*\.js/, async (route) => {
      await loaded;
      await route.continue();
    }),
  );
  await heading(page, 'Comprobantes');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('maes');
  await expectSoon(() => menuOf(page).count()).toBe(0);
  load();
  await menuOf(page).locator('input:focus').waitFor();
  await page.keyboard.type('tro');
  await expectSoon(() => menuOf(page).locator('input').inputValue()).toBe('maestro');
  await menuOf(page).getByRole('option', { name: 'Numeración' }).waitFor();
  await close();
});

test('E opens the page that issues, but not in a field, nor for a person who may not issue', async () => {
  const path = '/empresas/1/pre-certification/comprobantes';
  const operator = await site.visit(path, 'operador');
  await heading(operator.page, 'Comprobantes');
  await operator.page.keyboard.press('/');
  await operator.page.keyboard.type('e');
  await operator.page.waitForURL(/buscar=e/);
  await operator.page.getByRole('heading', { level: 1 }).click();
  await operator.page.keyboard.press('e');
  await operator.page.waitForURL(/\/emitir$/);
  await operator.close();
  const reader = await site.visit(path, 'consulta');
  await heading(reader.page, 'Comprobantes');
  await reader.page.keyboard.press('e');
  await reader.page.keyboard.press('/');
  await reader.page.locator('input[type=search]:focus').waitFor();
  await expectSoon(() => reader.page.url()).toMatch(/comprobantes$/);
  await reader.close();
});

test('the arrows go through the groups, and Escape returns the keyboard to where it was', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes`, 'administrador');
  const button = page.getByRole('button', { name: 'Buscar o ir a…' });
  await button.focus();
  await page.keyboard.press('Enter');
  await menuOf(page).locator('input:focus').waitFor();
  for (const [press, name] of [
    ['ArrowDown', 'Inicio'],
    ['ArrowDown', 'Comprobantes'],
    ['ArrowUp', 'Inicio'],
  ] as const) {
    await page.keyboard.press(press);
    await focused(page).filter({ hasText: name }).waitFor();
  }
  await page.keyboard.press('Escape');
  await menuOf(page).waitFor({ state: 'detached' });
  await expectSoon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test('a voucher is found by what a person types, asked for once when the person stops, and Enter opens it', async () => {
  const { page, close } = await openMenu();
  const asked = await searchOf(page);
  await page.keyboard.type('comercial', { delay: 20 });
  const found = menuOf(page).getByRole('group', { name: 'Comprobantes' }).getByRole('option');
  await found.first().waitFor();
  await expectSoon(() => found.count()).toBe(3);
  await expectSoon(() => found.first().innerText()).toMatch(/ · \d\d\/\d\d\/\d{4}/);
  expect(asked).toEqual(['comercial 6']);
  await focused(page).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, vouchers[0]!.ecf);
  await close();
});

test('the list has what the menu does not show', async () => {
  const { page, close } = await openMenu();
  await searchOf(page);
  await page.keyboard.type('54,876.60');
  await menuOf(page).getByRole('option', { name: 'Ver en Comprobantes todo' }).click();
  await heading(page, 'Comprobantes');
  await expectSoon(() => new URL(page.url()).searchParams.get('buscar')).toBe('54,876.60');
  await close();
});

test('one letter searches no voucher, and a text that nothing has says so', async () => {
  const { page, close } = await openMenu();
  const asked = await searchOf(page);
  await page.keyboard.type('n');
  await menuOf(page).getByRole('option', { name: 'Numeración' }).waitFor();
  await page.keyboard.type('adie');
  await menuOf(page).getByRole('status').getByText('Nada con «nadie».').waitFor();
  expect(asked).toEqual(['nadie 6']);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

test('a search that fails says so, and the sections stay', async () => {
  const { page, close } = await openMenu();
  await page.route(/\/vouchers\?.*search=/, (route) =>
    route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', mensaje: 'Demasiadas solicitudes.' } }),
  );
  await page.keyboard.type('nu');
  await menuOf(page).getByText('No se pudieron buscar los comprobantes.').waitFor();
  await menuOf(page).getByRole('option', { name: 'Numeración' }).waitFor();
  await close();
});

test('another company of the person opens at its summary', async () => {
  const { page, close } = await openMenu();
  const companies = menuOf(page).getByRole('group', { name: 'Empresas' }).getByRole('option');
  const name = (await companies.first().locator('.menu-text').textContent()) ?? '';
  await page.keyboard.type(name.toLowerCase());
  await focused(page).filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Inicio');
  await expectSoon(() => page.url()).not.toContain('/empresas/1/');
  await close();
});

test.each([
  { role: 'consulta', without: ['Claves de API', 'Personas', 'Añadir un rango de números'] },
  { role: 'operador', without: ['Claves de API', 'Personas'] },
  { role: 'administrador', without: ['Empresas'] },
])('the menu of the role $role has no $without', async ({ role, without }) => {
  const { page, close } = await openMenu(role);
  await menuOf(page).getByRole('option', { name: 'Numeración' }).waitFor();
  for (const name of without)
    await expectSoon(() => menuOf(page).getByRole('option', { name, exact: true }).count()).toBe(0);
  await close();
});

test('the keys do not open the menu above another dialog, and close the menu when it is open', async () => {
  const { page, close } = await openMenu('operador', 'Control+k', `${here}/maestro`);
  await page.keyboard.press('Control+k');
  await menuOf(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Añadir rango', exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+k');
  await expectSoon(() => menuOf(page).count()).toBe(0);
  await close();
});

test('a menu that does not load says that the service does not answer, and opens at the next try', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes`);
  await page.route(/command-menu/, (route) => route.abort());
  await page.getByRole('button', { name: 'Buscar o ir a…' }).click();
  await page.getByRole('alert').filter({ hasText: 'El servicio no respondió' }).waitFor();
  await close();
});

test.each(['light', 'dark'] as const)(
  'the menu breaks no rule in the theme %s, also on a telephone',
  async (theme) => {
    const { page, close } = await site.visit(`${here}/comprobantes`, 'administrador', { tema: theme });
    await searchOf(page);
    await page.keyboard.press('Control+k');
    await menuOf(page).locator('input:focus').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.type('co');
    await menuOf(page).getByRole('group', { name: 'Comprobantes' }).getByRole('option').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expectSoon(() => overflow(page)).toBe(0);
      const box = await menuOf(page).boundingBox();
      expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, width, 700]);
    }
    expect(await axeFaults(page)).toEqual([]);
    await close();
  },
);

test('on a telephone the sign in the head of the page opens the menu', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes`, 'administrador');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Buscar o ir a…' }).click();
  await menuOf(page).getByRole('option', { name: 'Recibidos' }).click();
  await heading(page, 'Recibidos');
  await close();
});

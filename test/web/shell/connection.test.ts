/** What the pages say when the service does not answer, when an answer is old, and when rows are still those of other filters. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../../harness/expect-soon.js';
import { openSite } from '../open-site.js';
import { axeFaults } from '../page-checks.js';

const site = openSite();
const here = '/empresas/1/certification';
const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sin conexión con el servicio' });

test.each(['maestro', 'resumen', 'comprobantes', 'sin-usar'])(
  'without a network the page %s says so and since when, and is current again when it returns',
  async (section) => {
    const { page, context, close } = await site.visit(`${here}/${section}`);
    await page.getByText('Actualizado a las').first().waitFor();
    await expectSoon(() => lost(page).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await context.setOffline(true);
    await lost(page)
      .getByText(/^Desde las \d{2}:\d{2} el servicio no responde/)
      .waitFor();
    await page.locator('.updated.old').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const asked = page.waitForRequest(/\/app\/api\/companies\//);
    await context.setOffline(false);
    await asked;
    await lost(page).waitFor({ state: 'detached' });
    await close();
  },
);

test.each([502, 503, 504])(
  'a proxy that answers %i in place of the service does not look healthy',
  async (status) => {
    const { page, close } = await site.visit(`${here}/maestro`);
    await page.getByText('Actualizado a las').first().waitFor();
    await page.route(/\/app\/(?:api\/.*)?$/, (route) =>
      route.fulfill({ status, body: '<html>gateway</html>' }),
    );
    await page.getByRole('link', { name: 'Números sin usar' }).click();
    await lost(page).waitFor();
    await close();
  },
);

test('one call that is lost while the service answers is not called a lost connection', async () => {
  const { page, close } = await site.visit(`${here}/maestro`);
  await page.route(/\/app\/api\/.*\/unused/, (route) => route.abort());
  await page.getByRole('link', { name: 'Números sin usar' }).click();
  await page.getByText('El servicio no respondió.').waitFor();
  await expectSoon(() => lost(page).count()).toBe(0);
  await close();
});

test('an answer that is old is marked, with a button that asks again', async () => {
  const { page, close } = await site.open(`${here}/maestro`, 'operador');
  await page.clock.install();
  await page.reload();
  const updated = page.locator('.updated');
  await updated.getByText(/^Actualizado a las \d{2}:\d{2}$/).waitFor();
  await page.clock.fastForward(12 * 60_000);
  await updated.getByText(/hace 1\d min: puede haber cambiado/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await updated.getByRole('button', { name: 'Actualizar' }).click();
  await updated.getByText(/hace/).waitFor({ state: 'detached' });
  await close();
});

const everyAnswer = [
  ...['resumen', 'maestro', 'comprobantes', 'comprobantes/E330000000998', 'recibidos', 'sin-usar'],
  ...['recibidos/no-recibidos', 'recibidos/101000001/E310000000501', 'certificacion/corridas'],
  'certificacion/simulacion',
].map((page) => `${here}/${page}`);
const ofCompany = ['empresa', 'usuarios', 'personas', 'certificados', 'auditoria'].map(
  (page) => `/empresas/1/${page}`,
);

test.each([...everyAnswer, ...ofCompany, '/empresas/1/production/maestro/anulaciones'])(
  'every list and card says when it was updated: %s',
  async (path) => {
    const { page, close } = await site.visit(path, 'administrador');
    await page
      .getByText(/^Actualizado a las \d{2}:\d{2}$/)
      .first()
      .waitFor();
    await close();
  },
);

test('the first page says once when it was updated, and warns when one of its parts is old', async () => {
  const { page, close } = await site.visit(`${here}/resumen`);
  await page.getByRole('region', { name: 'Por día' }).waitFor();
  const updated = page.getByText(/^Actualizado a las \d{2}:\d{2}/);
  await expectSoon(() => updated.count()).toBe(1);
  await page.route(/\/figures$/, (route) => route.abort());
  await page.reload();
  await page.getByText('El servicio no respondió.').waitFor();
  await updated.and(page.locator('.old')).waitFor();
  await page.unroute(/\/figures$/);
  await updated.getByRole('button', { name: 'Actualizar' }).click();
  await page.getByRole('region', { name: 'Por día' }).waitFor();
  await page.locator('.updated.old').waitFor({ state: 'detached' });
  await close();
});

test.each([
  { list: 'comprobantes', calls: /\/vouchers\?/ },
  { list: 'recibidos', calls: /\/received\?/ },
])(
  'until the list $list has answered, the page says that its rows are of other filters',
  async ({ list, calls }) => {
    const { page, close } = await site.visit(`${here}/${list}`);
    const row = page.getByRole('main').locator('tbody tr').first();
    await row.waitFor();
    let answer: (() => void) | undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(calls, async (route) => {
      await mayAnswer;
      await route.fallback();
    });
    const more = page.getByRole('button', { name: 'Más filtros' });
    if (await more.isVisible()) await more.click();
    await page.getByRole('searchbox', { name: 'e-NCF' }).fill('E310000000501');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const earlier = page.getByRole('status').getByText('Lo que se ve todavía es de los filtros anteriores.');
    await earlier.waitFor();
    const opacity = `getComputedStyle(document.querySelector('.table-scroll, .list')).opacity`;
    await expectSoon(async () => Number(await page.evaluate<string>(opacity))).toBeLessThan(0.6);
    await expectSoon(() => page.getByText(/^Actualizado/).count()).toBe(0);
    answer?.();
    await earlier.waitFor({ state: 'detached' });
    await page
      .getByText(/^Actualizado/)
      .first()
      .waitFor();
    await close();
  },
);

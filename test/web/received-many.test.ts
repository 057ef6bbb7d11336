/** Received vouchers that a person decides about together, with handwritten answers. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';
import { until } from '../harness/until.js';

const site = openSite();
const list = '/empresas/1/certification/recibidos?decision=pendiente';
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Elegir .*, E\d+$/ });
const decisions = () => site.fixture.received.filter(({ path }) => path.endsWith('/approval'));

async function visit(role = 'operador') {
  const opened = await site.visit(list, role);
  await opened.page.getByRole('region', { name: 'Recibidos' }).getByRole('row').nth(1).waitFor();
  return opened;
}

/** The page's own clock, so that ten seconds take none. It needs a context of its own. */
async function visitWithClock() {
  const opened = await site.open(list, 'operador');
  await boxes(opened.page).first().waitFor();
  await opened.page.clock.install();
  return opened;
}

async function approveAll(page: Page): Promise<number> {
  const count = await boxes(page).count();
  for (let at = 0; at < count; at += 1) await boxes(page).nth(at).check();
  await page.getByRole('region', { name: 'Elegidos' }).getByRole('button', { name: 'Aprobar' }).click();
  return count;
}

test('are approved ten seconds later, and each says what became of it', async () => {
  const { page, close, faults } = await visitWithClock();
  const count = await approveAll(page);
  expect(count).toBeGreaterThan(1);
  await page.getByText('Todavía no se envió nada').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(decisions()).toEqual([]);
  await page.clock.runFor(11_000);
  await page.getByText(/^Hechos: \d+\. Sin hacer: \d+\./).waitFor();
  expect(decisions()).toHaveLength(count);
  expect(decisions().every(({ body }) => (body as { estado: string }).estado === 'aprobado')).toBe(true);
  // The one about which the company has decided otherwise stays chosen.
  await page.getByRole('dialog').getByText('La empresa ya decidió otra cosa').waitFor();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByText('1 elegido', { exact: true }).first().waitFor();
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await close();
});

test('are not sent if the person undoes it, or leaves', async () => {
  const { page, close } = await visitWithClock();
  await approveAll(page);
  await page.clock.runFor(9_000);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.clock.runFor(20_000);
  await page.getByRole('region', { name: 'Elegidos' }).getByRole('button', { name: 'Aprobar' }).click();
  await page.clock.runFor(5_000);
  await page.keyboard.press('Escape');
  await until('the dialog is closed', async () => (await page.getByRole('dialog').count()) === 0);
  await page.clock.runFor(20_000);
  expect(decisions()).toEqual([]);
  await close();
});

test('are rejected with one reason, which a person takes from the usual ones and completes', async () => {
  const { page, close } = await visitWithClock();
  await boxes(page).first().check();
  await page.getByRole('region', { name: 'Elegidos' }).getByRole('button', { name: 'Rechazar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rechazar 1 comprobante' });
  await dialog.getByRole('button', { name: 'El monto no es el acordado' }).click();
  await dialog.getByLabel('Motivo').press('End');
  await page.keyboard.type(': la cotización dice otro.');
  await dialog.getByRole('button', { name: 'Rechazar', exact: true }).click();
  await page.clock.runFor(11_000);
  await dialog.waitFor({ state: 'hidden' });
  expect(decisions().map(({ body }) => body)).toMatchObject([
    { estado: 'rechazado', motivo: 'El monto no es el acordado: la cotización dice otro.' },
  ]);
  await close();
});

test.each([{ hurries: false }, { hurries: true }])(
  'one is approved in its row, with the same ten seconds, or at once: $hurries',
  async ({ hurries }) => {
    const { page, close } = await visitWithClock();
    await page
      .getByRole('button', { name: /^Aprobar: .*, E\d+$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Aprobar 1 comprobante' });
    await dialog.waitFor();
    if (hurries) await dialog.getByRole('button', { name: 'Aprobar ya' }).dblclick();
    else await page.clock.runFor(11_000);
    await dialog.waitFor({ state: 'hidden' });
    expect(decisions().map(({ body }) => body)).toMatchObject([{ estado: 'aprobado' }]);
    await close();
  },
);

test('are reached and chosen with letters, as in the list of vouchers', async () => {
  const { page, close } = await visit();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const focused = page.locator(':focus');
  const second = page.getByRole('region', { name: 'Recibidos' }).getByRole('row').nth(2);
  await expectSoon(() => focused.getAttribute('aria-label')).toBe(
    await second.getByRole('link').getAttribute('aria-label'),
  );
  await page.keyboard.press('x');
  await expectSoon(() => second.getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await expectSoon(() => second.getByRole('checkbox').isChecked()).toBe(false);
  await close();
});

test('show their lines in place', async () => {
  const { page, close } = await visit();
  const button = page.getByRole('button', { name: /^Qué le cobran: E/ }).first();
  await button.click();
  await page.getByRole('table', { name: 'Líneas' }).waitFor();
  await expectSoon(() => button.getAttribute('aria-expanded')).toBe('true');
  expect(await axeFaults(page)).toEqual([]);
  await button.click();
  await until(
    'the lines are gone',
    async () => (await page.getByRole('table', { name: 'Líneas' }).count()) === 0,
  );
  await close();
});

test('are not chosen by a person who may not decide', async () => {
  const { page, close } = await visit('consulta');
  await expectSoon(() => boxes(page).count()).toBe(0);
  await close();
});

test('the page of one steps through the list from which it was opened, and leads back to its filters', async () => {
  const { page, close, faults } = await visit();
  const links = page.getByRole('region', { name: 'Recibidos' }).locator('th a');
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  expect(hrefs.length).toBeGreaterThan(2);
  const shows = (href: string | undefined) => page.waitForURL((url) => url.pathname === href);
  await links.first().click();
  await shows(hrefs[0]);
  await page.getByText(`1 de ${hrefs.length}`).waitFor();
  await page.getByRole('button', { name: 'Siguiente (J)' }).click();
  await shows(hrefs[1]);
  await page.keyboard.press('j');
  await shows(hrefs[2]);
  await page.keyboard.press('k');
  await shows(hrefs[1]);
  await page.getByRole('link', { name: 'Volver a Recibidos' }).click();
  await page.waitForURL(/\/recibidos\?decision=pendiente$/);
  // A page that was opened by its address has no list.
  await page.goto(`${site.fixture.address}${(hrefs[1] ?? '').replace(/^\/app/, '')}`);
  await page.getByRole('heading', { level: 1, name: 'PROVEEDOR' }).waitFor();
  await expectSoon(() => page.getByRole('button', { name: 'Siguiente (J)' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

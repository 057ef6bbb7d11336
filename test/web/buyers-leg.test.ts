/** What people do about vouchers of others, deliveries to buyers and annulled numbers, with handwritten answers. */
import { startFixture, type Fixture } from './fixture/server.js';
import { testBrowser, type Opened, type TestBrowser } from './harness.js';
import { axeFaults, overflow } from './page-checks.js';

let browser: TestBrowser;
let fixture: Fixture;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([testBrowser(), startFixture()]);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await fixture.close();
});

beforeEach(() => {
  fixture.received.length = 0;
});

const here = '/empresas/1/certification';

async function visit(path: string, role = 'operador'): Promise<Opened> {
  const opened = await browser.open();
  await opened.context.addCookies([{ name: 'role', value: role, url: fixture.address }]);
  await opened.page.goto(`${fixture.address}${path}`);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

describe('received vouchers', () => {
  const rejected = { estado: 'rechazado', motivo: 'Mercancía no recibida' };
  const approvalOf = (encf: string) => `/companies/1/certification/received/101000001/${encf}/approval`;

  test('filters live in the address, and a row leads to its voucher', async () => {
    const { page, context } = await visit('/empresas/1/certification/resumen');
    await page.getByRole('link', { name: 'Recibidos', exact: true }).click();
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(5).waitFor();
    await page.getByLabel('Aprobación comercial').selectOption('rechazado');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL(/decision=rechazado/);
    await rows.nth(1).waitFor({ state: 'detached' });
    await page.reload();
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('link', { name: 'E310000000502' }).click();
    await page.getByText('Mercancía no recibida').waitFor();
    expect(await page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
    await context.close();
  });

  test('one is rejected with its reason, once, although the button is pressed twice', async () => {
    const { page, context, faults } = await visit(`${here}/recibidos/101000001/E310000000501`);
    await page.getByText('La DGII lo aceptó hace días').waitFor();
    await page.getByRole('button', { name: 'Rechazar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rechazar E310000000501' });
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    await dialog.getByLabel('Motivo').fill(` ${rejected.motivo} `);
    await dialog.getByRole('button', { name: 'Rechazar' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    expect(fixture.received).toEqual([{ method: 'POST', path: approvalOf('E310000000501'), body: rejected }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('one is approved with the keyboard alone; a rejection needs its reason', async () => {
    const { page, context } = await visit(`${here}/recibidos/101000001/E310000000501`);
    await page.getByRole('button', { name: 'Rechazar' }).focus();
    await page.keyboard.press('Enter');
    const rejection = page.getByRole('dialog', { name: 'Rechazar E310000000501' });
    await rejection.getByRole('button', { name: 'Rechazar' }).press('Enter');
    expect(fixture.received).toEqual([]);
    await page.keyboard.press('Escape');
    await rejection.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Aprobar' }).press('Enter');
    const approval = page.getByRole('dialog', { name: 'Aprobar E310000000501' });
    await approval.getByRole('button', { name: 'Aprobar' }).press('Enter');
    await approval.waitFor({ state: 'hidden' });
    expect(fixture.received).toEqual([
      { method: 'POST', path: approvalOf('E310000000501'), body: { estado: 'aprobado' } },
    ]);
    await context.close();
  });

  test('one that DGII does not show as accepted says when the decision goes out', async () => {
    const { page, context } = await visit(`${here}/recibidos/101000001/E310000000505`);
    await page.getByRole('button', { name: 'Aprobar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprobar E310000000505' });
    await dialog.getByText('La DGII todavía no lo muestra como aceptado').waitFor();
    // Another person was faster.
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await dialog.getByRole('alert').getByText('La empresa ya decidió otra cosa').waitFor();
    await context.close();
  });

  test('its files are the issuer’s XML and our acknowledgement; a person who only reads decides nothing', async () => {
    const { page, context } = await visit(`${here}/recibidos/101000001/E310000000503`, 'consulta');
    await page.getByText('La DGII lo rechazó: no tiene valor fiscal').waitFor();
    await page.getByText('No confiable').waitFor();
    const base = '/app/api/companies/1/certification/received/101000001/E310000000503';
    const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await hrefOf('XML del emisor')).toBe(`${base}/xml`);
    expect(await hrefOf('Acuse firmado (ARECF)')).toBe(`${base}/acknowledgement`);
    expect(await page.getByRole('button', { name: /Aprobar|Rechazar/ }).count()).toBe(0);
    await context.close();
  });
});

/** The simulation of the certification in a browser, with handwritten answers: what is missing, and what a person does next. */
import { expectSoon } from '../../harness/expect-soon.js';
import { openSite } from '../open-site.js';
import { lookFaults } from '../page-checks.js';

const site = openSite();
const { visit } = site;

const simulation = '/empresas/1/certification/certificacion/simulacion';
const busy = `${simulation}?desde=2026-11-20`;
const kindRow = (text: string) => `tbody tr:has(th:has-text("${text}"))`;

test('is a tab, counts from today at first, and keeps another day in the address', async () => {
  const { page, close, faults } = await visit('/empresas/1/certification/certificacion');
  const asked = page.waitForRequest(/\/simulation\?from=/);
  await page.getByRole('link', { name: 'Simulación' }).click();
  const today = new URL((await asked).url()).searchParams.get('from')!;
  const day = page.getByLabel('Contar desde');
  await expectSoon(() => day.inputValue()).toBe(today.replaceAll('-', '/'));
  await page.getByRole('status').getByText('0 de 25 aceptados').waitFor();
  const tab = page.getByRole('navigation', { name: 'Certificación' }).getByText('Simulación');
  await expectSoon(() => tab.getAttribute('aria-current')).toBe('page');
  // With the keyboard alone.
  await day.fill('2026-11-20');
  await day.press('Enter');
  await page.getByRole('status').getByText('5 de 25 aceptados').waitFor();
  await expectSoon(() => new URL(page.url()).search).toBe('?desde=2026-11-20');
  await page.reload();
  await page.getByRole('status').getByText('5 de 25 aceptados').waitFor();
  await expectSoon(() => tab.getAttribute('aria-current')).toBe('page');
  await expectSoon(() => day.inputValue()).toBe('20/11/2026');
  expect(faults).toEqual([]);
  await close();
});

test('shows what is missing of each kind, and which voucher to correct', async () => {
  const { page, close } = await visit(busy);
  const numbers = (text: string) => page.locator(kindRow(text)).locator('td.number').allTextContents();
  await page.locator(kindRow('31 ')).waitFor();
  await expectSoon(() => numbers('31 ')).toEqual(['4', '2', '2']);
  await expectSoon(() => numbers('33 ')).toEqual(['1', '2', '0']);
  // With a sign, too: nothing is missing.
  await expectSoon(() => page.locator(kindRow('33 ')).locator('td.number > .badge.good > svg').count()).toBe(
    1,
  );
  await expectSoon(() => numbers('menos de RD$250,000')).toEqual(['4', '2', '2']);
  const invoices = page.locator(kindRow('31 '));
  await expectSoon(() => invoices.getByText('Corríjalo antes de producción.').count()).toBe(1);
  const corrected = invoices.locator('li').filter({ hasText: 'Corríjalo' });
  await expectSoon(() => corrected.getByRole('link').getAttribute('href')).toBe(
    '/app/empresas/1/certification/comprobantes/E310000000079?intento=2',
  );
  await page.locator(kindRow('33 ')).getByText('Hay otros en la lista de comprobantes.').waitFor();
  await page.locator(kindRow('34 ')).getByText('En Espera').waitFor();
  await close();
});

test('offers each full consumption invoice, and the ZIP of that day', async () => {
  const { page, close } = await visit(busy);
  const files = page.getByRole('region', { name: 'Archivos para el portal' });
  const zip = files.getByRole('link', { name: 'XML y PDF (ZIP)' });
  await expectSoon(() => zip.getAttribute('href')).toBe(
    '/app/api/companies/1/simulation/files?from=20-11-2026',
  );
  await expectSoon(() => files.getByRole('listitem').allTextContents()).toEqual([
    'E320000000080 · XML completo',
    'E320000000079 · XML completo',
  ]);
  await files.getByText('Suba los 11 PDF, uno por clase; en total hasta 10 MB.').waitFor();
  await page.goto(`${site.fixture.address}${simulation}?desde=2026-11-19`);
  await files.getByText('Aquí estarán los archivos').waitFor();
  await expectSoon(() => files.getByRole('link').count()).toBe(0);
  await close();
});

test('«Emitir» opens the form with the kind’s type, and keeps what was typed for another type', async () => {
  const { page, close, faults } = await visit(busy);
  await page.getByRole('link', { name: /^Emitir: 45/ }).click();
  const type = page.getByLabel('Tipo de comprobante');
  await type.waitFor();
  await expectSoon(() => type.inputValue()).toBe('45');
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await page.goBack();
  await page.getByRole('link', { name: /^Emitir: 32.*menos de/ }).click();
  await type.waitFor();
  await expectSoon(() => type.inputValue()).toBe('32');
  await page.goBack();
  await page.getByRole('link', { name: /^Emitir: 45/ }).click();
  await page.getByText('Se recuperó lo que usted había escrito').waitFor();
  await expectSoon(() => type.inputValue()).toBe('45');
  expect(faults).toEqual([]);
  await close();
});

test('a person who may only read sees everything, and no link to issue', async () => {
  const { page, close } = await visit(busy, 'consulta');
  await page.getByRole('link', { name: 'XML y PDF (ZIP)' }).waitFor();
  await expectSoon(() =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^Emitir:/ })
      .count(),
  ).toBe(0);
  await close();
});

test('another environment has a notice only', async () => {
  const { page, close } = await visit('/empresas/1/production/certificacion/simulacion');
  await page.getByText('La simulación existe solo en el ambiente de certificación.').waitFor();
  await expectSoon(() => page.getByLabel('Contar desde').count()).toBe(0);
  await close();
});

test.each([simulation, busy])(
  '%s passes the accessibility check, obeys the content security policy and needs no sideways scrolling',
  async (path) => {
    const { page, close, faults } = await visit(path);
    await page.getByRole('heading', { name: 'Comprobantes que pide la DGII' }).waitFor();
    expect(await lookFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
);

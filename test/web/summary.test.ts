/** The figures of the summary, each with the list that it leads to, with handwritten answers. */
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

const site = openSite();
const { visit } = site;

const here = '/empresas/1/certification';

test.each([
  { figure: 'Rechazados, últimos 7 días', count: '6', state: 'rejected', row: 'Rechazado' },
  {
    ...{ figure: 'Aceptados condicionales, últimos 7 días', count: '7', state: 'conditionally-accepted' },
    row: 'Aceptado Condicional',
  },
])('the summary leads to the vouchers of the figure: $figure', async ({ figure, count, state, row }) => {
  const { page, context, faults } = await visit(`${here}/resumen`, 'consulta');
  await page.getByText(figure, { exact: true }).waitFor();
  const asked = page.waitForRequest(/\/vouchers\?/);
  await page.getByRole('link', { name: count, exact: true }).click();
  const { searchParams } = new URL((await asked).url());
  expect([searchParams.get('state'), searchParams.get('from')]).toEqual([state, '14-11-2026']);
  await page.getByRole('region', { name: 'Comprobantes' }).getByText(row).first().waitFor();
  expect(await page.getByLabel('Recibido desde').inputValue()).toBe('2026-11-14');
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

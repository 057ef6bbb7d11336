/** The closing of a month, with handwritten answers. */
import { unzipSync, strFromU8 } from 'fflate';
import { readFileSync } from 'node:fs';
import { expectSoon } from '../harness/expect-soon.js';
import { monthOf } from './fixture/months.js';
import { openSite } from './open-site.js';

const site = openSite();
const { visit } = site;

const address = (month: string) => `/empresas/1/certification/cierre?mes=${month}`;
const api = '/companies/1/certification/months';

test('each point before the closing counts its vouchers, and its link opens their list', async () => {
  const { page, close } = await visit(address('2026-09'));
  const points = page.getByRole('region', { name: 'Antes de cerrar' });
  await points.getByText('2 de 5 listos').waitFor();
  await points.getByText('RD$ 76,202.24 fuera de las ventas').waitFor();
  await expectSoon(() => points.getByText('Listo', { exact: true }).count()).toBe(2);
  await points.getByRole('link', { name: 'Corregir: 2 rechazados' }).click();
  await page.waitForURL(/comprobantes\?/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    desde: '2026-09-01',
    hasta: '2026-09-30',
    dia: 'emision',
    estado: 'rejected',
  });
  await close();
});

test('the totals are shown by type with the sums of sales and purchases, and by day', async () => {
  const { page, close } = await visit(address('2026-09'));
  const row = (name: RegExp) => page.getByRole('row', { name });
  await row(/^34 Nota de crédito 9 −98,240.00 — −17,683.20 −115,923.20$/).waitFor();
  await row(/^Ventas, menos notas 157 2,815,240.00 — 506,743.20 3,321,983.20$/).waitFor();
  await row(/^Compras y gastos 14 42,300.00 .* 49,914.00$/).waitFor();
  // Columns without any amount are not shown.
  await expectSoon(() => page.getByRole('columnheader', { name: 'Gravado 16 %' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Por día' }).click();
  await row(/^20\/09\/2026 57 815,240.00/).waitFor();
  await expectSoon(() => row(/^34/).count()).toBe(0);
  await close();
});

test('the totals by customer lead to the vouchers of the customer and the month', async () => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByRole('button', { name: 'Por cliente' }).click();
  const row = (name: RegExp) => page.getByRole('row', { name });
  await row(/^HOTELERA DEL CARIBE .* 131880681 90 2,000,000.00 360,000.00 2,360,000.00$/).waitFor();
  await row(/^00113918205 1 −100.00 — −100.00$/).waitFor();
  await row(/^Otros 1,204 clientes 14 400,000.00 72,000.00 472,000.00$/).waitFor();
  await row(/^Consumidores sin identificar 50 175,340.00 74,743.20 250,083.20$/).waitFor();
  await row(/^Ventas, menos notas 157 2,815,240.00 506,743.20 3,321,983.20$/).waitFor();
  await page.getByRole('link', { name: /^HOTELERA/ }).click();
  await page.waitForURL(/comprobantes\?/);
  const month = { desde: '2026-09-01', hasta: '2026-09-30', dia: 'emision' };
  const search = () => Object.fromEntries(new URL(page.url()).searchParams);
  expect(search()).toEqual({ ...month, comprador: '"131880681"' });
  await page.goBack();
  await page.getByRole('button', { name: 'Por cliente' }).click();
  await page.getByRole('link', { name: 'TEST CUSTOMER INC' }).click();
  await page.waitForURL(/buscar=/);
  expect(search()).toEqual({ ...month, buscar: 'EX-0001' });
  await close();
});

test('a person who closes a month twice quickly closes it once, with the totals on the screen', async () => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByText('Quedan 3 puntos. Puede cerrar igual.').waitFor();
  const readAgain = page.waitForResponse((response) => response.url().endsWith('/months/2026-09'));
  await page.getByRole('button', { name: 'Cerrar septiembre de 2026' }).dblclick();
  await readAgain;
  const body = { sales: '3321983.20', purchases: '49914.00' };
  expect(site.fixture.received).toEqual([{ method: 'PUT', path: `${api}/2026-09/closing`, body }]);
  await close();
});

test('totals that changed meanwhile are not closed: the page says so and shows the new ones', async () => {
  const { page, close } = await visit(address('2026-09'));
  const changed = { ...monthOf('2026-09'), sales: { ...monthOf('2026-09').sales, total: '1.00' } };
  await page.getByText('3,321,983.20').waitFor();
  await page.route('**/months/2026-09', (route) => route.fulfill({ json: changed }));
  const mensaje = 'Los totales cambiaron desde que los vio. Revíselos y cierre otra vez.';
  await page.route('**/closing', (route) =>
    route.fulfill({ status: 409, json: { code: 'MONTH_CHANGED', mensaje } }),
  );
  await page.getByRole('button', { name: 'Cerrar septiembre de 2026' }).click();
  await page.getByRole('alert').getByText(mensaje).waitFor();
  await page.getByRole('row', { name: /^Ventas, menos notas .* 1.00$/ }).waitFor();
  await close();
});

test('a closed month says what has changed since, and its new totals can be kept', async () => {
  const { page, close } = await visit(address('2026-10'));
  await page.getByText('Este mes cambió después de cerrarse').waitFor();
  await page.getByText('Ventas: RD$ +11,800.00').waitFor();
  await page.getByText('Lo cerró contadora@demo.example').waitFor();
  await page.getByRole('button', { name: 'Guardar los totales nuevos' }).waitFor();
  await close();
});

test('a month that is not over, and a person who only reads, have no button', async () => {
  const { page, close } = await visit(address('2026-11'));
  await page.getByText('El mes termina el 30/11/2026.').waitFor();
  await page.getByText('1,200 comprobantes de una versión anterior').waitFor();
  await expectSoon(() => page.getByRole('button', { name: /Cerrar/ }).count()).toBe(0);
  await close();
  const reader = await visit(address('2026-09'), 'consulta');
  await reader.page.getByText('Cerrar no manda nada a la DGII').waitFor();
  await expectSoon(() => reader.page.getByRole('button', { name: /Cerrar/ }).count()).toBe(0);
  await reader.close();
});

test.each([
  ['3,321,983.20', 'Coincide con lo que la DGII aceptó.'],
  ['3338983.20', 'Sobran RD$ 17,000.00 en su sistema.'],
  ['3,321,983.19', 'Faltan RD$ 0.01 en su sistema.'],
  ['doce', 'Escriba un monto, como 54,876.60.'],
])('the own sales %s are compared: %s', async (own, said) => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByLabel('Ventas según su sistema').fill(own);
  await page.getByRole('region', { name: 'Comparar' }).getByText(said).waitFor();
  await close();
});

test('a difference leads to the vouchers of just this amount', async () => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByLabel('Ventas según su sistema').fill('3,333,547.20');
  await page.getByRole('link', { name: 'Buscar un comprobante de RD$ 11,564.00' }).click();
  await page.waitForURL(/montoDesde=/);
  await expectSoon(() => new URL(page.url()).searchParams.get('montoHasta')).toContain('11564.00');
  await close();
});

test('the totals by type, day and customer are saved as an Excel file with numbers', async () => {
  const { page, close } = await visit(address('2026-09'));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('totales_certification_2026-09.xlsx');
  const files = unzipSync(readFileSync(await download.path()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<v>-115923.20</v>');
  expect(sheet).toContain('Ventas, menos notas');
  const days = strFromU8(files['xl/worksheets/sheet2.xml']!);
  expect(days).toContain('<v>961983.20</v>');
  const customers = strFromU8(files['xl/worksheets/sheet3.xml']!);
  for (const text of ['HOTELERA DEL CARIBE', '00113918205', 'EX-0001', 'Otros 1,204 clientes', '3321983.20'])
    expect(customers).toContain(text);
  const workbook = strFromU8(files['xl/workbook.xml']!);
  expect([...workbook.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'Totales',
    'Días',
    'Clientes',
  ]);
  await close();
});

test('form 606 is saved as an Excel file in the order of the form, with all pages of all its sources', async () => {
  const { page, close } = await visit(address('2026-09'));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '606, compras' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^606_\d{9}_202609\.xlsx$/);
  const sheet = strFromU8(unzipSync(readFileSync(await download.path()))['xl/worksheets/sheet1.xml']!);
  const codes = [...sheet.matchAll(/E\d{12}/g)].map(([code]) => code);
  expect(codes).toEqual(['E310000000123', 'E310000000124', 'E430000000001']);
  // The 23 fields, and the ITBIS in fields 11 and 15.
  expect(sheet).toContain('23 Forma de pago');
  expect(sheet).toMatch(/r="K2"[^>]*><v>180.00</);
  expect(sheet).toMatch(/r="C2"[^>]*><is><t[^>]*>02</);
  expect(sheet).toMatch(/r="O2"[^>]*><v>180.00</);
  expect(sheet).not.toContain('r="X1"');
  await close();
});

test('the kind of expense of a supplier is chosen in its row, and can be taken back', async () => {
  const { page, close } = await visit(address('2026-09'));
  const part = page.getByRole('region', { name: 'Clase de gasto de cada suplidor', exact: true });
  await part.getByText('2 de 3 sin clase').waitFor();
  await part
    .getByRole('listitem')
    .filter({ hasText: /101000001.*118,000.00.*14 comprobantes/ })
    .waitFor();
  const choice = part.getByLabel('Clase de gasto de OFICINA DE PRUEBA SRL');
  await expectSoon(() => choice.inputValue()).toBe('');
  await choice.selectOption('02 Gastos por trabajos, suministros y servicios');
  await part.getByText('1 de 3 sin clase').waitFor();
  await choice.selectOption('Sin clase');
  await part.getByText('2 de 3 sin clase').waitFor();
  const path = '/companies/1/suppliers/101000002/expense';
  expect(site.fixture.received).toEqual([
    { method: 'PUT', path, body: { expense: '02' } },
    { method: 'PUT', path, body: { expense: null } },
  ]);
  await close();
});

test('when each supplier has its kind the table is folded; a person who only reads cannot choose', async () => {
  const { page, close } = await visit(address('2026-07'));
  await page.getByText('Todos tienen su clase').waitFor();
  await expectSoon(() => page.getByLabel(/^Clase de gasto de OFICINA/).isVisible()).toBe(false);
  await close();
  const reader = await visit(address('2026-09'), 'consulta');
  await reader.page.getByText('09 Compras y gastos que forman parte del costo de venta').waitFor();
  await expectSoon(() => reader.page.getByLabel(/^Clase de gasto de OFICINA/).count()).toBe(0);
  await reader.close();
});

test('a month without purchases gives no file, and says so', async () => {
  const { page, close } = await visit(address('2026-08'));
  await page.getByRole('button', { name: '606, compras' }).click();
  await page.getByRole('alert').getByText('no tiene recibidos aprobados').waitFor();
  await expectSoon(() => page.getByText('Clase de gasto de cada suplidor').count()).toBe(0);
  await close();
});

test('the evidence archive opens with the month', async () => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByRole('link', { name: /^Archivo de evidencia XML/ }).click();
  await page.waitForURL(/archivo\?mes=2026-09/);
  await expectSoon(() => page.getByLabel('Mes', { exact: true }).inputValue()).toBe('2026-09');
  await close();
});

test('the arrows and the list lead to other months', async () => {
  const { page, close } = await visit(address('2026-09'));
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await page.waitForURL(/mes=2026-10/);
  await page.getByText('Lo cerró').waitFor();
  await page.getByLabel('Mes', { exact: true }).selectOption('2026-08');
  await page.getByRole('button', { name: 'Cerrar agosto de 2026' }).waitFor();
  await close();
});

/** The figures of the summary, each with the list that it leads to, with handwritten answers. */
import type { Figures, Summary } from '../../src/web/api/answers.js';
import { expectSoon } from '../harness/expect-soon.js';
import { figures, summary } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults, lookFaults } from './page-checks.js';

const site = openSite();
const { visit } = site;

const here = '/empresas/1/certification';

test('the summary says that it asks DGII, and soon shows the answer', async () => {
  // From a page that does not ask for the summary, so that the first answer is this summary's.
  const { page, close } = await visit(`${here}/comprobantes`);
  let answered = false;
  await page.route(/\/summary$/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: answered ? json : { ...json, dgii: null } });
  });
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await page.getByText('Preguntando…').waitFor();
  answered = true;
  // Sooner than the usual interval of 30 s.
  await page.getByText('Preguntando…').waitFor({ state: 'detached', timeout: 20_000 });
  await close();
});

async function summaryWith(change: Partial<Summary>) {
  const opened = await visit(`${here}/resumen`, 'operador', {}, (page) =>
    page.route(/\/summary$/, (route) => route.fulfill({ json: { ...summary, ...change } })),
  );
  const card = (name: string) => opened.page.getByRole('region', { name });
  await card('Para poder emitir').waitFor();
  return { ...opened, card };
}

test('a company without numbers is not told that its ranges are fine', async () => {
  const { page, close, card } = await summaryWith({ ranges: [], numbers: 'missing' });
  await card('Rangos por agotarse o vencer').getByText('Ninguno registrado').waitFor();
  const row = card('Para poder emitir').getByRole('listitem').filter({ hasText: 'Ninguno con números' });
  await row.getByRole('link', { name: 'Rangos' }).waitFor();
  await expectSoon(() => page.getByText('Ninguno por agotarse ni vencer').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

test.each([
  { numbers: 'none', shown: 'Ninguno registrado' },
  { numbers: 'left', shown: 'Ninguno por agotarse ni vencer' },
] as const)('a company that misses no range reads: $shown', async ({ numbers, shown }) => {
  const { close, card } = await summaryWith({ ranges: [], numbers });
  await card('Rangos por agotarse o vencer').getByText(shown).waitFor();
  await expectSoon(() => card('Para poder emitir').getByText('Ninguno con números').count()).toBe(0);
  await close();
});

test('a certificate that DGII refused is not shown as good, however long it lasts', async () => {
  const certificate = { notAfter: '2028-01-15T00:00:00.000Z', daysLeft: 400, revokedAt: null };
  const { close, card } = await summaryWith({ certificate, suspended: 'CERTIFICATE_REFUSED' });
  await card('Para poder emitir').getByText('La DGII no lo acepta').waitFor();
  await expectSoon(() => card('Para poder emitir').getByText('400 días').count()).toBe(0);
  await close();
});

test('a certificate that its authority revoked is the first task, and is not shown as good', async () => {
  const revokedAt = '2026-11-05T14:00:00.000Z';
  const certificate = { notAfter: '2028-01-15T00:00:00.000Z', daysLeft: 400, revokedAt };
  const { page, close, card } = await summaryWith({ certificate });
  await card('Para poder emitir').getByText('Revocado por su autoridad').waitFor();
  const task = page.locator('.tasks li').first();
  await task.getByText('La autoridad revocó el certificado con que firma la empresa').waitFor();
  await task.getByText('desde: 05/11/2026').waitFor();
  await task.getByRole('link', { name: 'Resolver' }).click();
  await page.getByRole('heading', { name: 'Certificados', level: 1 }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

test.each([
  {
    figure: '6 rechazados',
    row: 'Rechazado',
    query: { state: 'rejected', from: '14-11-2026' },
  },
  {
    figure: '7 aceptados condicionales',
    row: 'Aceptado Condicional',
    query: { state: 'conditionally-accepted', from: '14-11-2026' },
  },
  {
    figure: '8 rechazados por el comprador',
    row: 'Rechazo del comprador, sin confirmar quién lo firmó',
    query: { atBuyer: 'rejected', from: '22-10-2026' },
  },
  {
    figure: '9 que no le llegaron al comprador',
    row: 'El comprador no lo recibió',
    query: { atBuyer: 'undelivered', from: '22-10-2026' },
  },
  {
    figure: '3 recibidos cuya decisión no llegó',
    row: 'El suplidor o la DGII no recibió la decisión',
    query: { decision: 'no-llego', from: '22-10-2026' },
    list: 'Recibidos',
  },
])(
  'the summary leads to the vouchers of the figure: $figure',
  async ({ figure, row: shown, query, list = 'Comprobantes' }) => {
    const { page, close, faults } = await visit(`${here}/resumen`, 'consulta');
    const row = page
      .getByRole('region', { name: 'Por atender' })
      .getByRole('listitem')
      .filter({ has: page.getByText(figure, { exact: true }) });
    const link = row.getByRole('link');
    const asked = page.waitForRequest((request) =>
      new URL(request.url()).searchParams.has(Object.keys(query)[0] ?? ''),
    );
    await link.click();
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject(query);
    await page.getByRole('region', { name: list }).getByText(shown).first().waitFor();
    const day = query.from.replaceAll('-', '/');
    await page.getByRole('group', { name: 'Filtros' }).getByText(`Recibido: desde ${day}`).waitFor();
    await page.getByRole('button', { name: 'Días' }).click();
    await expectSoon(() => page.getByLabel('Recibido desde').inputValue()).toBe(day);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
);

test('the only voucher of a figure is opened at once, issued or received', async () => {
  const only = { rncEmisor: '101000001', encf: 'E310000000503' };
  const undecided = { ...summary.involved.undecided!, only };
  const { page, close, card } = await summaryWith({
    undecided: 1,
    involved: { ...summary.involved, undecided },
  });
  await card('Por atender').getByRole('link', { name: 'Corregir: 1 no enviado' }).click();
  await page.waitForURL(/\/comprobantes\/E310000000999$/);
  await page.goBack();
  await card('Por atender').getByRole('link', { name: 'Decidir: 1 recibido por decidir' }).click();
  await page.waitForURL(/\/recibidos\/101000001\/E310000000503$/);
  await close();
});

test('each thing to attend to says whose it is, for how much and by when, the most urgent first', async () => {
  const { page, close } = await visit(`${here}/resumen`, 'consulta');
  const rows = page.getByRole('region', { name: 'Por atender' }).getByRole('listitem');
  await rows.first().waitFor();
  const shown = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(shown.slice(0, 5)).toEqual([
    '6 rechazados Colmado Doña María, Hoteles del Este SA, Imprenta Modelo SRL y otros · en los últimos 7 días Hoy RD$ 87,766.24 Corregir',
    '1 no enviado en los últimos 7 días Hoy RD$ 1,770.00 Corregir',
    '2 en espera: Confirmar en la DGII Transporte Hermanos Peña SRL · desde: 20/11/2026 10:05 Hoy RD$ 18,290.00 Resolver',
    'No quedan números de Gastos menores (43) Hoy Añadir rango',
    '4 recibidos por decidir Suplidora de Prueba SRL · 1 ya pasó su plazo Hoy RD$ 214,300.00 Decidir',
  ]);
  // More than a hundred are not added up.
  const undelivered = rows.filter({ hasText: '9 que no le llegaron al comprador' });
  await undelivered.getByText('Transporte Hermanos Peña SRL y otros').waitFor();
  await expectSoon(() => undelivered.getByText('RD$').count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  expect(await lookFaults(page)).toEqual([]);
  await close();
});

test('the money of the month, by type and by day, is beside the same days of the month before', async () => {
  const { page, close } = await visit(`${here}/resumen`, 'consulta');
  const month = page.getByRole('region', { name: 'Noviembre, hasta hoy' });
  await month.getByText('RD$ 5,669,721.99').waitFor();
  await month.getByText('8.2 %').waitFor();
  await month.getByText('más que en octubre, al mismo día').waitFor();
  await month.getByText('−115,923.20').waitFor();
  const types = page.getByRole('region', { name: 'Por tipo' }).getByRole('listitem');
  // The largest first. Notes and purchases are no sales.
  await expectSoon(async () =>
    (await types.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
  ).toEqual(['31 Crédito fiscal 3,597,536.40', '32 Consumo 1,466,000.79', '45 Gubernamental 375,240.00']);
  const days = page.getByRole('region', { name: 'Por día' });
  await days.getByRole('img', { name: /590 aceptados y 4 rechazados/ }).waitFor();
  await close();
});

test('a month without vouchers says so, and compares with nothing', async () => {
  const empty: Figures = {
    ...figures,
    invoiced: '0.00',
    itbis: '0.00',
    types: [],
    days: [],
    earlier: { ...figures.earlier, invoiced: '0.00' },
  };
  const { page, close } = await visit(`${here}/resumen`, 'consulta', {}, (page) =>
    page.route(/\/figures$/, (route) => route.fulfill({ json: empty })),
  );
  await page.getByRole('region', { name: 'Noviembre, hasta hoy' }).getByText('RD$ 0.00').waitFor();
  await page.getByText('En octubre, al mismo día, no había ventas con que comparar.').waitFor();
  await page.getByRole('region', { name: 'Por tipo' }).getByText('Sin ventas este mes.').waitFor();
  await page.getByRole('region', { name: 'Por día' }).getByText('Sin resultados este mes.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

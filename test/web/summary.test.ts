/** The figures of the summary, each with the list that it leads to, with handwritten answers. */
import type { Summary } from '../../src/web/api/answers.js';
import { summary } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

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
  expect(await page.getByText('Ninguno por agotarse ni vencer').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

test.each([
  { numbers: 'none', shown: 'Ninguno registrado' },
  { numbers: 'left', shown: 'Ninguno por agotarse ni vencer' },
] as const)('a company that misses no range reads: $shown', async ({ numbers, shown }) => {
  const { close, card } = await summaryWith({ ranges: [], numbers });
  await card('Rangos por agotarse o vencer').getByText(shown).waitFor();
  expect(await card('Para poder emitir').getByText('Ninguno con números').count()).toBe(0);
  await close();
});

test('a certificate that DGII refused is not shown as good, however long it lasts', async () => {
  const certificate = { notAfter: '2028-01-15T00:00:00.000Z', daysLeft: 400 };
  const { close, card } = await summaryWith({ certificate, suspended: 'CERTIFICATE_REFUSED' });
  await card('Para poder emitir').getByText('La DGII no lo acepta').waitFor();
  expect(await card('Para poder emitir').getByText('400 días').count()).toBe(0);
  await close();
});

test.each([
  {
    figure: 'Rechazados, últimos 7 días',
    count: '6',
    row: 'Rechazado',
    query: { state: 'rejected', from: '14-11-2026' },
  },
  {
    figure: 'Aceptados condicionales, últimos 7 días',
    count: '7',
    row: 'Aceptado Condicional',
    query: { state: 'conditionally-accepted', from: '14-11-2026' },
  },
  {
    figure: 'Rechazados por el comprador, últimos 30 días',
    count: '8',
    row: 'Rechazo del comprador, sin confirmar quién lo firmó',
    query: { atBuyer: 'rejected', from: '22-10-2026' },
  },
  {
    figure: 'No llegaron al comprador, últimos 30 días',
    count: '9',
    row: 'El comprador no lo recibió',
    query: { atBuyer: 'undelivered', from: '22-10-2026' },
  },
  {
    figure: 'Recibidos cuya decisión no llegó, últimos 30 días',
    count: '3',
    row: 'El emisor o la DGII no recibió la decisión',
    query: { decision: 'no-llego', from: '22-10-2026' },
    list: 'Recibidos',
  },
])(
  'the summary leads to the vouchers of the figure: $figure',
  async ({ figure, count, row, query, list = 'Comprobantes' }) => {
    const { page, close, faults } = await visit(`${here}/resumen`, 'consulta');
    await page.getByText(figure, { exact: true }).waitFor();
    const asked = page.waitForRequest(/\/(?:vouchers|received)\?/);
    await page.getByRole('link', { name: count, exact: true }).click();
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject(query);
    await page.getByRole('region', { name: list }).getByText(row).first().waitFor();
    expect(await page.getByLabel('Recibido desde').inputValue()).toBe(
      query.from.split('-').reverse().join('-'),
    );
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
);

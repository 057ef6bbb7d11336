/** The pages of events and webhooks: what they show, what each action sends, and that a secret is shown once. */
import { expectSoon } from '../harness/expect-soon.js';
import { webhookSecret } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

const site = openSite();
const here = '/empresas/1/certification/eventos';
const api = '/companies/1/certification/webhooks';
const [receiving, failing, disabled] = ['1', '2', '3'].map((digit) => `wh_${digit.repeat(24)}`);

const visit = (webhookId?: string, role = 'administrador') =>
  site.visit(webhookId === undefined ? here : `${here}/${webhookId}`, role);

/** What the pages sent, without the reads. */
const sent = () => site.fixture.received.map(({ method, path, body }) => [method, path, body]);

test('the page says which webhook receives, since when one fails, and why one is disabled', async () => {
  const { page, close } = await visit(undefined, 'consulta');
  const table = page.getByRole('region', { name: 'Webhooks', exact: true });
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
  await rowOf('ERP principal').getByText('Recibe').waitFor();
  await expectSoon(() => rowOf('ERP principal').getByText('Todos los eventos').isVisible()).toBe(true);
  await expectSoon(() =>
    rowOf('tienda.ejemplo').getByText('Falla desde el 20/11/2026 10:20').isVisible(),
  ).toBe(true);
  await expectSoon(() => rowOf('Sistema anterior').getByText('El destino respondió 410').isVisible()).toBe(
    true,
  );
  await close();
});

test('the latest events lead to what they are about, except what was not received', async () => {
  const { page, close } = await visit(undefined, 'consulta');
  const table = page.getByRole('region', { name: 'Últimos eventos' });
  await table.getByText('received.created').waitFor();
  const links = await table
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([
    '/app/empresas/1/certification/comprobantes/E310000001000',
    '/app/empresas/1/certification/recibidos/101000001/E310000000503',
  ]);
  await expectSoon(() => table.getByText('E310000000001 – E310000002000').isVisible()).toBe(true);
  await expectSoon(() => table.getByText('E310000000509').isVisible()).toBe(true);
  await close();
});

test('the secret of a new webhook is on the screen until the person closes it, and Escape does not', async () => {
  const { page, close } = await visit();
  await page.getByRole('button', { name: 'Crear webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dirección').fill(' https://erp.ejemplo.example/nuevo ');
  await dialog.getByLabel('Descripción').fill('ERP nuevo');
  await dialog.getByLabel('ecf.rejected').check();
  await dialog.getByLabel('sequence.low').check();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Crear webhook' }).click();
  await dialog.getByText(webhookSecret).waitFor();
  await dialog.getByRole('button', { name: 'Copiar' }).waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => dialog.getByText(webhookSecret).isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectSoon(() => page.getByText(webhookSecret).count()).toBe(0);
  expect(sent()).toEqual([
    [
      'POST',
      api,
      {
        url: 'https://erp.ejemplo.example/nuevo',
        description: 'ERP nuevo',
        types: ['ecf.rejected', 'sequence.low'],
      },
    ],
  ]);
  await close();
});

test('a change starts from what the webhook has', async () => {
  const { page, close } = await visit(failing);
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectSoon(() => dialog.getByLabel('Dirección').inputValue()).toBe(
    'https://tienda.ejemplo.example/hooks/ecf',
  );
  await dialog.getByLabel('ecf.accepted_conditionally').uncheck();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const body = {
    url: 'https://tienda.ejemplo.example/hooks/ecf',
    description: '',
    types: ['ecf.accepted', 'ecf.rejected'],
  };
  expect(sent()).toEqual([['PATCH', `${api}/${failing}`, body]]);
  await close();
});

test('an active webhook is disabled after a question', async () => {
  const { page, close } = await visit(receiving);
  await page.getByRole('button', { name: 'Desactivar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Los eventos no se envían hasta que lo active').waitFor();
  expect(sent()).toEqual([]);
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent()).toEqual([['PATCH', `${api}/${receiving}`, { active: false }]]);
  await close();
});

test.each([
  ['Donde se detuvo: envía lo que quedó pendiente', 'cursor'],
  ['Desde ahora: lo anterior no se envía', 'now'],
])('a disabled webhook continues: %s', async (label, from) => {
  const { page, close } = await visit(disabled);
  await page.getByRole('button', { name: 'Activar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Desde dónde continúa').selectOption({ label });
  await dialog.getByRole('button', { name: 'Activar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent()).toEqual([['PATCH', `${api}/${disabled}`, { active: true, from }]]);
  await close();
});

test('a disabled webhook offers neither to recover nor to send an event again: the service would refuse it', async () => {
  const { page, close } = await visit(disabled);
  await page.getByText('evt_1_certification_42').waitFor();
  await expectSoon(() => page.getByRole('button', { name: 'Activar' }).isVisible()).toBe(true);
  await expectSoon(() => page.getByRole('button', { name: /Recuperar|Enviar de nuevo/ }).count()).toBe(0);
  await close();
});

test('a new secret says how long the old one signs, and is shown once', async () => {
  const { page, close } = await visit(failing);
  await page.getByRole('button', { name: 'Cambiar el secreto' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cuánto firma todavía el anterior').selectOption({ label: '7 días' });
  await dialog.getByRole('button', { name: 'Cambiar el secreto' }).click();
  await dialog.getByText(webhookSecret).waitFor();
  expect(sent()).toEqual([['POST', `${api}/${failing}/rotate-secret`, { graceHours: 168 }]]);
  await close();
});

test.each([
  [receiving, 'El destino recibió la prueba: respondió 204 · 120 ms'],
  [failing, 'El destino no recibió la prueba: no respondió a tiempo · 120 ms'],
])('a test of %s says what the endpoint answered', async (webhookId, said) => {
  const { page, close } = await visit(webhookId);
  await page.getByRole('button', { name: 'Probar' }).click();
  await page.getByText(said).waitFor();
  expect(sent()).toEqual([['POST', `${api}/${webhookId}/test`, {}]]);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

test('each delivery shows its tries, the latest first, and an event is sent again', async () => {
  const { page, close } = await visit(receiving);
  const row = page.getByRole('row').filter({ hasText: 'evt_1_certification_42' });
  await row.getByText('Próximo intento: 20/11/2026 10:40:15').waitFor();
  await expectSoon(() => row.getByText(/^20\/11\/2026 10:/).allInnerTexts()).toEqual([
    expect.stringContaining('no respondió a tiempo'),
    expect.stringContaining('respondió 503'),
  ]);
  await expectSoon(() => row.getByText('y 12 anteriores').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Enviar de nuevo: evt_1_certification_40' }).click();
  await page.getByText('Se envía de nuevo evt_1_certification_40.').waitFor();
  expect(sent()).toEqual([['POST', `${api}/${receiving}/redeliver`, { eventId: 'evt_1_certification_40' }]]);
  await page.getByLabel('Estado').selectOption({ label: 'No entregado' });
  await row.waitFor({ state: 'detached' });
  await expectSoon(() => page.getByText('evt_1_certification_40').first().isVisible()).toBe(true);
  await close();
});

test('what did not arrive is sent again from the beginning of a day in Santo Domingo', async () => {
  const { page, close } = await visit(receiving);
  await page.getByRole('button', { name: 'Recuperar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Desde el comienzo del día').fill('2026-11-19');
  await dialog.getByRole('button', { name: 'Recuperar' }).click();
  await page.getByText('Se envían de nuevo 3 entregas').waitFor();
  expect(sent()).toEqual([['POST', `${api}/${receiving}/recover`, { since: '2026-11-19T00:00:00-04:00' }]]);
  await close();
});

test('after a webhook is removed, the person is at the list', async () => {
  const { page, close, faults } = await visit(failing);
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Eventos y webhooks' }).waitFor();
  expect(sent()).toEqual([['DELETE', `${api}/${failing}`, undefined]]);
  await expectSoon(() => page.getByText('Se cerró').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test.each(['consulta', 'operador'])(
  'the role %s sees everything and has no button that changes it',
  async (role) => {
    const list = await visit(undefined, role);
    await list.page.getByText('ERP principal').waitFor();
    await expectSoon(() => list.page.getByRole('button', { name: 'Crear webhook' }).count()).toBe(0);
    await list.page.getByRole('link', { name: 'ERP principal' }).click();
    await list.page.getByText('evt_1_certification_42').waitFor();
    const names = /Probar|Cambiar|Recuperar|Desactivar|Eliminar|Enviar de nuevo/;
    await expectSoon(() => list.page.getByRole('main').getByRole('button', { name: names }).count()).toBe(0);
    await list.close();
  },
);

/** What people do about vouchers of others, deliveries to buyers and annulled numbers, with handwritten answers. */
import type { Locator, Page } from 'playwright-core';
import type { Received, Voucher } from '../../src/web/api/answers.js';
import { expectSoon } from '../harness/expect-soon.js';
import { until } from '../harness/until.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();
const { visit } = site;

const here = '/empresas/1/certification';

/** The e-NCF of each row. Its link says the issuer, too. */
const namesOf = async (rows: Locator) =>
  (
    await rows.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
  ).map((name) => name?.split(', ').at(-1));

const history = (page: Page) => page.getByRole('region', { name: 'Qué pasó' });

describe('received vouchers', () => {
  const xmlSha256 = 'c'.repeat(64);
  const rejected = { estado: 'rechazado', xmlSha256, motivo: 'Mercancía no recibida' };
  const approvalOf = (encf: string) => `/companies/1/certification/received/101000001/${encf}/approval`;

  test('filters are kept in the address, and a row leads to its voucher', async () => {
    const { page, close } = await visit('/empresas/1/certification/resumen');
    await page.getByRole('link', { name: 'Recibidos', exact: true }).click();
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(5).waitFor();
    await page.getByLabel('Aprobación comercial', { exact: true }).selectOption('rechazado');
    await page.waitForURL(/decision=rechazado/);
    await rows.nth(1).waitFor({ state: 'detached' });
    const asked = page.waitForRequest(/received\?.*encf=E31/);
    await page.getByRole('button', { name: 'Más filtros' }).click();
    // People leave out the E.
    await page.getByLabel('e-NCF o su comienzo').fill('31-0000');
    await page.keyboard.press('Enter');
    expect(new URL((await asked).url()).searchParams.get('encf')).toBe('E310000');
    await page.waitForURL(/encf=%22310000/);
    await page.reload();
    await rows.first().waitFor();
    await expectSoon(() => rows.count()).toBe(1);
    await page.getByRole('link', { name: /E310000000502$/ }).click();
    await page.getByText('Mercancía no recibida').waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
    await close();
  });

  test('the summary leads to those to decide about, and a filter to those that DGII rejected', async () => {
    const { page, close, faults } = await visit('/empresas/1/certification/resumen');
    await page.getByRole('link', { name: 'Decidir: 4 recibidos por decidir' }).click();
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(1).waitFor();
    await expectSoon(() => namesOf(rows)).toEqual(['E310000000501', 'E310000000506']);
    await page.getByLabel('Aprobación comercial', { exact: true }).selectOption('');
    await page.getByLabel('En la DGII', { exact: true }).selectOption('Rechazado');
    await page.waitForURL(/recibidos\?dgii=rejected/);
    await rows.nth(1).waitFor({ state: 'detached' });
    await expectSoon(() => namesOf(rows)).toEqual(['E310000000503']);
    await page.getByLabel('Aprobación comercial', { exact: true }).selectOption('aprobado');
    await page.getByRole('status').getByText('Ningún comprobante recibido coincide').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('one field searches as people type; its text stays in the address, and what is not indexed yet is said', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos`);
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(5).waitFor();
    await page.keyboard.press('/');
    const asked = page.waitForRequest(/received\?.*search=proveedor/);
    await page.keyboard.type('proveedor');
    expect(new URL((await asked).url()).searchParams.has('order')).toBe(false);
    await page.waitForURL(/buscar=proveedor/);
    await page.getByText('La búsqueda todavía no incluye 3 comprobantes anteriores').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Buscar recibidos' }).fill('hotl');
    await page.getByText('Ningún comprobante con «hotl».').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('what waits for a decision begins with the nearest deadline, and shows it', async () => {
    const { page, close } = await visit(`${here}/recibidos`);
    const byDeadline = page.waitForRequest(/received\?.*decision=por-decidir/);
    await page.getByRole('link', { name: 'Por decidir', exact: true }).click();
    expect(new URL((await byDeadline).url()).searchParams.get('order')).toBe('deadline');
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(2).waitFor({ state: 'detached' });
    await rows.first().getByText('El plazo terminó el 23/11/2026').waitFor();
    const newest = page.waitForRequest(
      (request) => request.url().includes('por-decidir') && !request.url().includes('order='),
    );
    await page.getByLabel('Orden').selectOption('Los más recientes primero');
    await newest;
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    await close();
  });

  test('the list of those that are overdue marks them', async () => {
    const { page, close } = await visit('/empresas/1/certification/recibidos?decision=atrasado');
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.getByText('Atrasado').waitFor();
    await expectSoon(() => namesOf(rows)).toEqual(['E310000000501']);
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await rows.nth(5).waitFor();
    await expectSoon(() => rows.getByText('Atrasado').count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    await close();
  });

  test('the list has type and ITBIS, and can be saved for a spreadsheet', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos?dgii=accepted`, 'consulta');
    const row = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await row.getByText('31 Crédito fiscal').waitFor();
    await row.getByText('180.00', { exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV de todo el filtro' }).click();
    expect((await saved).suggestedFilename()).toBe('999999992_certification_recibidos.csv');
    await page.getByRole('button', { name: 'Días' }).click();
    await page.getByLabel('Días').selectOption('De emisión');
    await page.getByLabel('Emitido desde').fill('2026-11-01');
    await page.getByLabel('Emitido hasta').fill('2026-11-30');
    const asked = page.waitForRequest(/received\?.*issuedFrom=01-11-2026&issuedTo=30-11-2026/);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await asked;
    await page.waitForURL(/dia=emision/);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a link of before still shows every voucher without a decision', async () => {
    const { page, close } = await visit(`${here}/recibidos?decision=pendiente`);
    const rows = page.getByRole('region', { name: 'Recibidos' }).locator('tbody tr');
    await rows.nth(3).waitFor();
    await expectSoon(() => page.getByLabel('Aprobación comercial', { exact: true }).inputValue()).toBe(
      'pendiente',
    );
    await expectSoon(() => rows.count()).toBe(4);
    await close();
  });

  test('a voucher shows its content to read', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos/101000001/E310000000501`, 'consulta');
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await paper.getByText('COMPRADOR DE PRUEBA SRL').waitFor();
    await paper.getByRole('row', { name: '10 Resma de papel 100.00 180.00 1,000.00' }).waitFor();
    await page.getByText('Detalles técnicos').click();
    const content = page.getByRole('region', { name: 'Todos los campos' });
    await content.getByText('Razón social o nombre del comprador').waitFor();
    await content
      .getByRole('region', { name: /^Líneas/ })
      .locator('tbody tr')
      .first()
      .waitFor();
    await page.getByRole('button', { name: '80 mm' }).click();
    for (const name of ['PDF', 'Imprimir', 'Descargar el PDF'])
      await expectSoon(() => page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(
        `/app/api/companies/1/certification/received/101000001/E310000000501/print?format=80mm&xmlSha256=${'c'.repeat(64)}`,
      );
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await axeFaults(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('a voucher without a result of DGII is shown on paper, but has no printed form yet', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000505`, 'consulta');
    await page.getByRole('article', { name: 'El comprobante' }).getByText('Resma de papel').waitFor();
    await expectSoon(() => page.getByRole('link', { name: /PDF|Imprimir/ }).count()).toBe(0);
    await close();
  });

  test('one that DGII rejected says on its paper that it has no value', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000503`, 'consulta');
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await paper.waitFor();
    await expectSoon(() => paper.getAttribute('data-watermark')).toBe('e-CF sin valor fiscal');
    await close();
  });

  test('Qué pasó goes from the reception of a voucher to both deliveries of the decision', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos/101000001/E310000000502`, 'consulta');
    await expectSoon(() => history(page).locator('li > div > :first-child').allTextContents()).toEqual([
      'La decisión a la DGII: Entregada',
      'La decisión al suplidor: No la recibió',
      'Lo rechazó operador@demo.example',
      'En la DGII: Aceptado condicional',
      'Se firmó el acuse de recibo',
      'Llegó al servicio',
    ]);
    await history(page).getByText('rehusó el archivo · 2 intentos').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('the menu of a voucher saves what was signed about it', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000502`, 'consulta');
    await page.route(/\/acknowledgement$/, (route) =>
      route.fulfill({ body: '<ARECF/>', contentType: 'application/xml' }),
    );
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await expectSoon(() => page.getByRole('menuitem').allTextContents()).toEqual([
      'XML del suplidor',
      'Acuse firmado (ARECF)',
      'Aprobación o rechazo firmado (ACECF)',
      'Copiar enlace',
    ]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Acuse firmado (ARECF)' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('ARECF101000001E310000000502.xml');
    await page.getByRole('link', { name: 'Volver a Recibidos' }).click();
    await page.waitForURL(/\/recibidos$/);
    await close();
  });

  test('a voucher is rejected with its reason, once, although the button is pressed twice', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos/101000001/E310000000501`);
    await page.getByText('La DGII lo aceptó hace días').waitFor();
    // Somebody had decided about the voucher that had the number before.
    await page.getByText('Ya se había decidido sobre otro comprobante').waitFor();
    await page
      .getByRole('cell', { name: /Rechazado Mercancía no recibida · operador@demo\.example/ })
      .waitFor();
    await page.getByRole('button', { name: 'Rechazar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rechazar E310000000501' });
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSoon(() => overflow(page)).toBe(0);
    await dialog.getByLabel('Motivo').fill(` ${rejected.motivo} `);
    await dialog.getByRole('button', { name: 'Rechazar' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([
      { method: 'POST', path: approvalOf('E310000000501'), body: rejected },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a voucher is approved with the keyboard alone; a rejection needs its reason', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000501`);
    await page.getByRole('button', { name: 'Rechazar' }).focus();
    await page.keyboard.press('Enter');
    const rejection = page.getByRole('dialog', { name: 'Rechazar E310000000501' });
    await rejection.getByRole('button', { name: 'Rechazar' }).press('Enter');
    expect(site.fixture.received).toEqual([]);
    await page.keyboard.press('Escape');
    await rejection.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Aprobar' }).press('Enter');
    const approval = page.getByRole('dialog', { name: 'Aprobar E310000000501' });
    await approval.getByRole('button', { name: 'Aprobar' }).press('Enter');
    await approval.waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([
      {
        method: 'POST',
        path: approvalOf('E310000000501'),
        body: { estado: 'aprobado', xmlSha256 },
      },
    ]);
    await close();
  });

  test('after a decision a link leads to the vouchers that are left to decide', async () => {
    const others = 'Ver los que quedan por decidir';
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000502`);
    await page.getByRole('link', { name: others }).click();
    await page.waitForURL(/\/recibidos\?decision=por-decidir$/);
    await close();
    const reader = await visit(`${here}/recibidos/101000001/E310000000502`, 'consulta');
    await history(reader.page).getByText('Lo rechazó operador@demo.example').waitFor();
    await expectSoon(() => reader.page.getByRole('link', { name: others }).count()).toBe(0);
    await reader.close();
  });

  test('another voucher takes the number while a person decides: the page shows it and asks again', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos/101000001/E310000000501`);
    let changed = false;
    await page.route(/\/received\/101000001\/E310000000501$/, async (route) => {
      const response = await route.fetch();
      const other = { montoTotal: 9999, xmlSha256: 'f'.repeat(64) };
      await route.fulfill({ response, json: { ...(await response.json()), ...(changed && other) } });
    });
    await page.route(/\/E310000000501\/approval$/, (route) => {
      if ((route.request().postDataJSON() as { xmlSha256: string }).xmlSha256 === 'f'.repeat(64))
        return route.fallback();
      // The page learns it from the refusal, not before.
      changed = true;
      return route.fulfill({
        status: 409,
        json: { code: 'RECEIVED_CHANGED', mensaje: 'Otro tomó el número.' },
      });
    });
    await page.getByRole('button', { name: 'Aprobar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprobar E310000000501' });
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await page.getByRole('alert').getByText('Este comprobante cambió').waitFor();
    await page.getByText('RD$ 9,999.00').waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
    // The button that opened the dialog is gone. The keyboard continues beside its place.
    await page.locator('section[aria-labelledby="decision"]:focus').waitFor();
    await expectSoon(() => dialog.count()).toBe(0);
    // For some seconds React Aria's announcer, outside the page's content, names the button of the dialog.
    expect(await axeFaults(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Ya lo revisé' }).press('Enter');
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      { estado: 'aprobado', xmlSha256: 'f'.repeat(64) },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a voucher that DGII does not show as accepted says when the decision will be sent', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000505`);
    await page.getByRole('button', { name: 'Aprobar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprobar E310000000505' });
    await dialog.getByText('La DGII todavía no lo muestra como aceptado').waitFor();
    // Another person was faster.
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await dialog.getByRole('alert').getByText('La empresa ya decidió otra cosa').waitFor();
    await close();
  });

  test('a decision that the issuer refused is sent again, once, although the button is pressed twice', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos/101000001/E310000000502`);
    let pressedTwice = (): void => undefined;
    const twice = new Promise<void>((resolve) => (pressedTwice = resolve));
    await page.route(/\/E310000000502\/approval$/, async (route) => {
      await twice;
      await route.fallback();
    });
    await page.getByText('rehusó el archivo').waitFor();
    await page.getByText('Detalles técnicos').click();
    const approval = page.getByRole('link', { name: 'Aprobación o rechazo firmado (ACECF)' });
    await expectSoon(() => approval.getAttribute('href')).toBe(`/app/api${approvalOf('E310000000502')}`);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar otra vez' }).dblclick();
    pressedTwice();
    await expectReceived(1);
    expect(site.fixture.received).toEqual([
      { method: 'POST', path: approvalOf('E310000000502'), body: rejected },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    { environment: 'pre-certification', buttons: 1 },
    { environment: 'certification', buttons: 0 },
  ])(
    'in $environment, $buttons buttons send a decision to an issuer that was not in the directory',
    async ({ environment, buttons }) => {
      const path = `/empresas/1/${environment}/recibidos/101000001/E310000000502`;
      const { page, close } = await visit(path, 'operador', {}, (opening) =>
        opening.route(/\/received\/101000001\/E310000000502$/, async (route) => {
          const response = await route.fetch();
          const received = (await response.json()) as Received;
          const { comunicacion } = received;
          const emisor = { ...comunicacion?.emisor, state: 'not-electronic', status: 'No está listado' };
          await route.fulfill({
            response,
            json: { ...received, comunicacion: { ...comunicacion, emisor } },
          });
        }),
      );
      await page.getByText('No está listado').waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Enviar otra vez' }).count()).toBe(buttons);
      await close();
    },
  );

  test.each([
    { name: 'a person who only reads', role: 'consulta', encf: 'E310000000502', leg: 'rehusó el archivo' },
    { name: 'a delivery that still waits', role: 'operador', encf: 'E310000000504', leg: 'Pendiente' },
  ])('nothing is sent again: $name', async ({ role, encf, leg }) => {
    const { page, close } = await visit(`${here}/recibidos/101000001/${encf}`, role);
    await page.getByText(leg).waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Enviar otra vez' }).count()).toBe(0);
    await close();
  });

  test('a tab shows the refused vouchers, with the code and the reason', async () => {
    const { page, close, faults } = await visit(`${here}/recibidos?decision=rechazado`);
    const tabs = page.getByRole('navigation', { name: 'Recibidos' });
    await expectSoon(() => tabs.locator('[aria-current]').allTextContents()).toEqual(['Rechazados']);
    await tabs.getByRole('link', { name: 'No recibidos' }).click();
    const rows = page.getByRole('region', { name: 'No recibidos' }).locator('tbody tr');
    await rows.nth(3).waitFor();
    await expectSoon(() => tabs.locator('[aria-current]').allTextContents()).toEqual(['No recibidos']);
    await rows.filter({ hasText: '1: Error de especificación' }).getByText('Sin firmar').waitFor();
    await rows.filter({ hasText: '4: RNC comprador' }).getByText('Detalle del código 4.').waitFor();
    await tabs.getByRole('link', { name: 'Todos' }).click();
    await page.getByRole('link', { name: /E310000000502$/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('the vouchers that had its number before are shown with the reason and their XML', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000501`, 'consulta');
    const row = page.getByRole('region', { name: 'Tuvieron antes este número' }).locator('tbody tr');
    await row.getByText('La DGII no lo tenía, y tiene el que muestra esta página.').waitFor();
    await row.getByText('RD$ 2,360.00').waitFor();
    await expectSoon(() => row.getByRole('link').getAttribute('href')).toBe(
      `/app/api/companies/1/certification/received/101000001/E310000000501/xml?xmlSha256=${'d'.repeat(64)}`,
    );
    await close();
  });

  test('its files are the issuer’s XML and our acknowledgement; a person who only reads decides nothing', async () => {
    const { page, close } = await visit(`${here}/recibidos/101000001/E310000000503`, 'consulta');
    await page.getByText('La DGII lo rechazó: no tiene valor fiscal').waitFor();
    await page.getByText('No confiable').waitFor();
    await page.getByText('Detalles técnicos').click();
    const base = '/app/api/companies/1/certification/received/101000001/E310000000503';
    const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    await expectSoon(() => hrefOf('XML del suplidor')).toBe(`${base}/xml?xmlSha256=${xmlSha256}`);
    await expectSoon(() => hrefOf('Acuse firmado (ARECF)')).toBe(`${base}/acknowledgement`);
    await expectSoon(() => page.getByRole('button', { name: /Aprobar|Rechazar/ }).count()).toBe(0);
    await close();
  });
});

describe('annulments at DGII', () => {
  const there = '/empresas/1/production/maestro/anulaciones';
  const title = 'Anular números en la DGII';

  test('a candidate is copied into the request and shortened, and the person types its count', async () => {
    const { page, close, faults } = await visit('/empresas/1/production/maestro');
    await page.getByRole('link', { name: 'Anular números' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const take = page.getByRole('button', { name: 'Añadir a la solicitud: E310000001000' });
    await take.press('Enter');
    await expectSoon(() => take.isDisabled()).toBe(true);
    await page.getByLabel('Desde').fill('e310000001991');
    await page.getByText('Son 10. Escriba la cantidad').waitFor();
    await page.getByLabel('Nota').fill('Rango dañado');
    const submit = page.getByRole('button', { name: 'Anular en la DGII' });
    const count = page.getByLabel('Cuántos números se anulan');
    await count.fill('11');
    await page.getByText('No es la cantidad de los rangos.').waitFor();
    await expectSoon(() => submit.isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSoon(() => overflow(page)).toBe(0);
    await count.fill('10');
    await submit.dblclick();
    // The form is empty again.
    await page.getByLabel('Desde').waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([
      {
        method: 'POST',
        path: '/companies/1/production/annulments',
        body: {
          ranges: [{ desde: 'E310000001991', hasta: 'E310000002000' }],
          note: 'Rango dañado',
          count: 10,
        },
      },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a request for too many numbers says so at once, and asks for nothing more', async () => {
    const { page, close } = await visit(there);
    await page.getByText('Una solicitud anula a lo sumo 10,000 números.').waitFor();
    await page.getByRole('button', { name: 'Añadir a la solicitud: E310000001000' }).click();
    await page.getByLabel('Hasta').fill(' E31 0001000999');
    await page.getByRole('alert').getByText('Son 1,000,000 números').waitFor();
    await expectSoon(() => page.getByLabel('Hasta').inputValue()).toBe('E310001000999');
    await expectSoon(() => page.getByLabel('Nota').count()).toBe(0);
    await expectSoon(() => page.getByRole('button', { name: 'Anular en la DGII' }).isDisabled()).toBe(true);
    await page.getByLabel('Hasta').fill('E310000010999');
    await page.getByText('Son 10,000. Escriba la cantidad').waitFor();
    await close();
  });

  test('a refused request keeps what was typed', async () => {
    const { page, close } = await visit(there);
    for (const first of ['E310000000007', 'E310000001000'])
      await page.getByRole('button', { name: `Añadir a la solicitud: ${first}` }).click();
    await page.getByLabel('Nota').fill('Rango dañado');
    await page.getByLabel('Cuántos números se anulan').fill('1,004');
    await page.getByRole('button', { name: 'Anular en la DGII' }).click();
    await page.getByRole('alert').getByText('Un rango repite un número de otro.').waitFor();
    await expectSoon(() => page.getByLabel('Nota').inputValue()).toBe('Rango dañado');
    await page.getByRole('button', { name: 'Quitar rango 2' }).click();
    await page.getByText('Son 3. Escriba la cantidad').waitFor();
    await close();
  });

  test('an uncertain annulment shows what a person has to do, and records what the person saw', async () => {
    const { page, close } = await visit(there);
    const rows = page.getByRole('region', { name: 'Anulaciones pedidas' }).locator('tbody tr');
    await rows.filter({ hasText: 'Incierto' }).getByRole('link').click();
    await page.getByText('La DGII no lo anuló: tiene un comprobante').waitFor();
    await page.getByRole('button', { name: 'No aparecen anulados' }).click();
    const dialog = page.getByRole('dialog', { name: 'No aparecen anulados' });
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Nota').fill('La consulta no los muestra');
    await dialog.getByRole('button', { name: 'No aparecen anulados' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/companies/1/production/annulments/00000000-0000-4000-8000-000000000004/confirm',
        body: { annulled: false, deliveries: 1, note: 'La consulta no los muestra' },
      },
    ]);
    await close();
  });

  test('the file is sent again while a person is in the virtual office: the page asks to look there once more', async () => {
    const id = '00000000-0000-4000-8000-000000000004';
    const { page, close, faults } = await visit(`${there}/${id}`);
    let now = {};
    await page.route(new RegExp(`/annulments/${id}$`), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...now } });
    });
    await page.route(new RegExp(`/annulments/${id}/confirm$`), (route) =>
      (route.request().postDataJSON() as { deliveries: number }).deliveries === 2
        ? route.fallback()
        : route.fulfill({ status: 409, json: { code: 'CHANGED_MEANWHILE', mensaje: 'Avanzó.' } }),
    );
    const button = page.getByRole('button', { name: 'No aparecen anulados' });
    const dialog = page.getByRole('dialog', { name: 'No aparecen anulados' });
    const confirm = async () => {
      await button.click();
      await dialog.getByLabel('Nota').fill('La consulta no los muestra');
      await dialog.getByRole('button', { name: 'No aparecen anulados' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    // The delivery is under way, so the page first shows the annulment as pending, and then as uncertain again.
    now = { estado: 'pendiente' };
    await confirm();
    await page.getByRole('status').getByText('Pendiente').waitFor();
    await expectSoon(() => button.count()).toBe(0);
    now = { deliveries: 2 };
    await page.getByRole('alert').getByText('Revise ahora la Consulta de Anulaciones').waitFor();
    await expectSoon(() => button.count()).toBe(0);
    expect(await axeFaults(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Ya la revisé' }).press('Enter');
    await confirm();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      { annulled: false, deliveries: 2, note: 'La consulta no los muestra' },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('an annulment that was never sent can be cancelled', async () => {
    const { page, close, faults } = await visit(there);
    const rows = page.getByRole('region', { name: 'Anulaciones pedidas' }).locator('tbody tr');
    await rows.filter({ hasText: 'Pendiente' }).getByRole('link').click();
    await page.getByText('Todavía no se ha enviado a la DGII').waitFor();
    await page.getByRole('button', { name: 'Retirar la solicitud' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retirar la solicitud' });
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Nota').fill('Se van a usar');
    await dialog.getByRole('button', { name: 'Retirar la solicitud' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/companies/1/production/annulments/00000000-0000-4000-8000-000000000000/cancel',
        body: { note: 'Se van a usar' },
      },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('in certification the page says that DGII offers no annulment; a person who may only read sees no form', async () => {
    const { page, close } = await visit('/empresas/1/certification/maestro/anulaciones');
    await page.getByText('La DGII no ofrece la anulación de secuencias en certificación').waitFor();
    await expectSoon(() => page.getByRole('main').getByRole('button').count()).toBe(0);
    await close();
    const reader = await visit(there, 'consulta');
    await reader.page.getByText('Hay más números sin usar').waitFor();
    await expectSoon(() => reader.page.getByRole('main').getByRole('button').count()).toBe(0);
    await reader.close();
  });
});

describe('the buyer of a voucher', () => {
  test('did not get it after days of tries: a person orders the delivery again', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`);
    const card = page.getByRole('region', { name: 'El comprador' });
    await card.getByText('Sin entregar al comprador').waitFor();
    await card.getByText('Precio equivocado').waitFor();
    await card.getByText('Un rechazo se responde con una nota de crédito').waitFor();
    // Anybody could have signed it.
    await card.getByText('Cualquiera puede hacer un certificado así').waitFor();
    await page.getByText('Detalles técnicos').click();
    const proof = page.getByRole('region', { name: 'Entrega y respuesta del comprador' });
    const answer = proof.getByRole('link', { name: 'Respuesta del comprador (ACECF)' });
    await expectSoon(() => answer.getAttribute('href')).toBe(
      '/app/api/companies/1/certification/vouchers/E410000000996/approval?attempt=1',
    );
    // The answer comes after the second press, however far apart the two are.
    let pressedTwice = (): void => undefined;
    const twice = new Promise<void>((resolve) => (pressedTwice = resolve));
    await page.route(/\/deliver$/, async (route) => {
      await twice;
      await route.fallback();
    });
    await card.getByRole('button', { name: 'Enviar otra vez' }).dblclick();
    pressedTwice();
    await expectReceived(1);
    expect(site.fixture.received).toEqual([
      {
        method: 'POST',
        path: '/companies/1/certification/vouchers/E410000000996/deliver',
        body: { attempt: 1 },
      },
    ]);
    await close();
  });
});

describe('the acknowledgement of a buyer', () => {
  const path = '/companies/1/certification/vouchers/E340000000977';

  test('an altered acknowledgement shows what is wrong with its signature, and its bytes can be saved', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E340000000977`, 'consulta');
    const shown = page.getByRole('region', { name: 'El comprador' });
    await shown.getByText('Error de firma digital').waitFor();
    await shown.getByText('Firma no válida').waitFor();
    await page.getByText('Detalles técnicos').click();
    const card = page.getByRole('region', { name: 'Entrega y respuesta del comprador' });
    await card.getByText('2: Error de firma digital').waitFor();
    await card.getByText('Firma no válida').waitFor();
    await card.getByText('cambió después de la firma. Nadie puede probar').waitFor();
    await card.getByText('20-11-2026 10:05:08').waitFor();
    await card.getByText('a'.repeat(64)).waitFor();
    await expectSoon(() => card.getByText('Titular del certificado').count()).toBe(0);
    const link = card.getByRole('link', { name: 'Acuse del comprador (ARECF)' });
    await expectSoon(() => link.getAttribute('href')).toBe(`/app/api${path}/acknowledgement?attempt=1`);
    await close();
  });

  test('an acknowledgement with a valid signature shows its signer, and no warning', async () => {
    const signed = { firma: 'valida', signatureFault: null, firmante: { sujeto: 'CN=PRUEBA' } };
    const { page, close } = await visit(`${here}/comprobantes/E340000000977`, 'consulta', {}, (opening) =>
      opening.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const voucher = (await response.json()) as Voucher;
        const { entrega } = voucher;
        const acuse = { ...entrega?.acuse, ...signed };
        await route.fulfill({
          response,
          json: { ...voucher, entrega: { ...entrega, acuse } },
        });
      }),
    );
    await page.getByText('Detalles técnicos').click();
    const card = page.getByRole('region', { name: 'Entrega y respuesta del comprador' });
    await card.getByText('Firma válida').waitFor();
    await card.getByText('CN=PRUEBA').waitFor();
    await expectSoon(() => card.getByText('Nadie puede probar').count()).toBe(0);
    await close();
  });
});

/** Waits until the service has received this many calls that are not a GET. */
async function expectReceived(calls: number): Promise<void> {
  await until(`${calls} calls`, async () => site.fixture.received.length === calls);
}

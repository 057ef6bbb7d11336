/** The short form in which a person issues, the guide of a note, and the page that leads to it, with handwritten answers. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';
import { until } from '../harness/until.js';

const site = openSite();
const here = '/empresas/1/certification';
const accepted = 'E310000000960';

/** @param last the type that the person issued last with this browser */
const visit = (path: string, last = 31, prepare?: (page: Page) => Promise<unknown>) =>
  site.visit(`${here}${path}`, 'operador', { 'tipo/p-operador/1': String(last) }, prepare);

/** The service's answer, with some of its fields changed. */
const changed = (path: RegExp, change: object) => (page: Page) =>
  page.route(path, async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, ...change } });
  });

const row = (page: Page, index = 0) => page.locator('.sheet tbody tr').nth(index);
const issue = (page: Page) => page.getByRole('button', { name: /^Emitir/ });
const isReady = (page: Page, name: string) =>
  until(`the button reads ${name}`, async () => {
    const button = page.getByRole('button', { name, exact: true });
    return (await button.count()) === 1 && (await button.isEnabled());
  });

interface Sent {
  readonly ECF: {
    readonly Encabezado: {
      readonly IdDoc: Readonly<Record<string, unknown>>;
      readonly Comprador?: Readonly<Record<string, unknown>>;
      readonly Totales: Readonly<Record<string, unknown>>;
    };
    readonly DetallesItems: { readonly Item: readonly Readonly<Record<string, unknown>>[] };
    readonly InformacionReferencia?: Readonly<Record<string, unknown>>;
  };
}

function sent() {
  const [first, ...others] = site.fixture.received;
  expect(others).toEqual([]);
  expect(first?.path).toBe('/companies/1/certification/vouchers');
  const { ecf, number } = first?.body as { readonly ecf: string; readonly number: string };
  return { ecf: JSON.parse(ecf) as Sent, number };
}

async function address(page: Page): Promise<void> {
  await row(page).waitFor();
  const field = page.getByLabel('Dirección de la empresa');
  if ((await field.count()) > 0) await field.fill('Calle Primera 1');
}

/** How far each field of a line lies below the beginning of its cell, where its label is; and how many fields lie over another one. */
const readLine = `(() => {
  const boxes = [...document.querySelectorAll('.sheet tbody tr:first-child td:has(input, select)')].map((cell) => ({
    cell: cell.getBoundingClientRect(),
    field: cell.querySelector('input, select').getBoundingClientRect(),
  }));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    labels: boxes.map(({ cell, field }) => field.top - cell.top),
    over: boxes.filter((a) => boxes.some((b) => a !== b && over(a.field, b.field))).length,
  };
})()`;

describe('a sale', () => {
  test('a number that is already in its cell is replaced by what a person types, also after a click', async () => {
    const { page, close } = await visit('/emitir', 32);
    const price = row(page).getByLabel(/^Precio/);
    await price.fill('3500');
    await row(page)
      .getByLabel(/^Descripción/)
      .click();
    await price.click();
    await page.keyboard.type('4200');
    await expectSoon(() => price.inputValue()).toBe('4200');
    // Left, it looks like the other amounts.
    await page.keyboard.press('Tab');
    await expectSoon(() => price.inputValue()).toBe('4,200.00');
    await close();
  });

  test.each([390, 320])('has each label above its field on a telephone of %i px', async (width) => {
    const { page, close } = await visit('/emitir', 32);
    await row(page).waitFor();
    await page.setViewportSize({ width, height: 800 });
    const { labels, over } = await page.evaluate<{ labels: number[]; over: number }>(readLine);
    expect(labels).toHaveLength(6);
    expect(Math.min(...labels)).toBeGreaterThanOrEqual(16);
    expect(over).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await close();
  });

  test('a typed name is no customer of its own before the earlier ones were searched', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { page, close } = await visit('/emitir', 32, (opened) =>
      opened.route(/\/vouchers\?.*search=comprador/, async (route) => {
        await held;
        await route.continue();
      }),
    );
    await page.getByLabel('Cliente').pressSequentially('comprador');
    await page.getByText('Buscando entre los clientes de antes…').waitFor();
    await expectSoon(() =>
      page.locator('.options [role=option]').filter({ hasText: 'sin RNC' }).count(),
    ).toBe(0);
    answer();
    const options = page.getByRole('option', { name: /comprador/i });
    await expectSoon(() => options.allInnerTexts()).toEqual([
      expect.stringContaining('COMPRADOR DE PRUEBA SRL'),
      expect.stringContaining('sin RNC'),
    ]);
    await close();
  });

  test('by name: the customer of earlier vouchers, lines with a discount, and the amounts that follow', async () => {
    const { page, close, faults } = await visit('/emitir', 32);
    await page.getByLabel('Cliente').pressSequentially('comprador');
    await page.getByRole('option', { name: /^COMPRADOR DE PRUEBA SRL/ }).click();
    // With an RNC it is a tax credit invoice.
    await expectSoon(() => page.getByLabel('Comprobante', { exact: true }).inputValue()).toBe('31');
    // The customer is chosen, so the keyboard goes on with the first line.
    const name = row(page).getByLabel('Descripción, línea 1');
    await expectSoon(() => name.evaluate((field) => field.matches(':focus'))).toBe(true);
    await address(page);
    await row(page).getByLabel('Descripción, línea 1').fill('Cemento');
    await row(page).getByLabel('Cant., línea 1').fill('40');
    await row(page).getByLabel('Precio, línea 1').fill('1,485');
    await row(page)
      .getByLabel(/^Descuento.*línea 1$/)
      .fill('10 %');
    await page.keyboard.press('Enter');
    await row(page, 1).locator('input:focus').waitFor();
    await page.keyboard.type('Transporte');
    await row(page, 1).getByLabel('Precio, línea 2').fill('2500');
    await row(page, 1).getByLabel('ITBIS, línea 2').selectOption('4');
    await isReady(page, 'Emitir RD$ 65,582.80');
    const paper = page.getByRole('article', { name: 'Vista previa' });
    await paper.getByRole('row', { name: /^40 Cemento .* 9,622.80 5,940.00 53,460.00$/ }).waitFor();
    await paper.getByRole('row', { name: /^1 E Transporte .* 0.00 2,500.00$/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await issue(page).last().dblclick();
    await page.waitForURL(/\/comprobantes\/E/);
    const { ecf, number } = sent();
    expect(number).toBe('next');
    expect(ecf.ECF).toMatchObject({
      Encabezado: {
        IdDoc: { TipoeCF: 31, TipoPago: 1 },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: { MontoGravadoI1: 53460, MontoExento: 2500, TotalITBIS: 9622.8, MontoTotal: 65582.8 },
      },
      DetallesItems: {
        Item: [
          {
            NumeroLinea: 1,
            CantidadItem: 40,
            PrecioUnitarioItem: 1485,
            DescuentoMonto: 5940,
            MontoItem: 53460,
          },
          { NumeroLinea: 2, NombreItem: 'Transporte', IndicadorFacturacion: 4, MontoItem: 2500 },
        ],
      },
    });
    expect(faults).toEqual([]);
    await close();
  });

  test('by RNC: the registry fills in the name; one that it does not have is typed', async () => {
    const { page, close } = await visit('/emitir', 32);
    await page.getByLabel('Cliente').pressSequentially('9-99-00016-2');
    await page.getByRole('option', { name: /FERRETERÍA DE PRUEBA SRL/ }).click();
    await page.getByText('En la DGII: FERRETERÍA DE PRUEBA SRL, activo.').waitFor();
    const preview = page.getByRole('article', { name: 'Vista previa' });
    await preview.getByText('FERRETERÍA DE PRUEBA SRL').waitFor();
    const type = page.getByRole('combobox', { name: 'Comprobante' });
    await type.selectOption('32');
    // Nobody issues to the one who was removed, until the person goes back. The type that the person chose stays.
    await page.getByRole('button', { name: 'Cambiar de cliente' }).click();
    await preview.getByText('FERRETERÍA DE PRUEBA SRL').waitFor({ state: 'detached' });
    await page.getByLabel('Cliente').press('Escape');
    await preview.getByText('FERRETERÍA DE PRUEBA SRL').waitFor();
    await expectSoon(() => type.inputValue()).toBe('32');
    await page.getByRole('button', { name: 'Cambiar de cliente' }).click();
    await page.getByLabel('Cliente').pressSequentially('999000170');
    await page.getByRole('option', { name: /999000170/ }).click();
    await page.getByLabel('Razón social').pressSequentially('Otra Empresa');
    await page.getByRole('article', { name: 'Vista previa' }).getByText('Otra Empresa').waitFor();
    await close();
  });

  test('to a consumer needs no customer', async () => {
    const { page, close } = await visit('/emitir', 32);
    await page.getByText('Sin cliente, es una venta al consumidor final.').waitFor();
    await address(page);
    await row(page).getByLabel('Descripción, línea 1').fill('Café');
    await row(page).getByLabel('Precio, línea 1').fill('100');
    await isReady(page, 'Emitir RD$ 118.00');
    // Prices with the tax in them.
    await page.getByRole('button', { name: 'con ITBIS' }).click();
    await isReady(page, 'Emitir RD$ 100.00');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/comprobantes\/E/);
    expect(sent().ecf.ECF.Encabezado.IdDoc).toMatchObject({ TipoeCF: 32, IndicadorMontoGravado: 1 });
    await close();
  });

  test('an item that was sold before fills in its price, tax and kind, and changes no price that is there', async () => {
    const { page, close } = await visit('/emitir', 32);
    await address(page);
    const name = row(page).getByLabel('Descripción, línea 1');
    await name.focus();
    await page
      .locator('datalist option[value="Asesoría contable"][label="4,500.00"]')
      .waitFor({ state: 'attached' });
    await name.fill('Asesoría contable');
    await isReady(page, 'Emitir RD$ 4,500.00');
    await expectSoon(() => row(page).getByLabel('ITBIS, línea 1').inputValue()).toBe('4');
    await expectSoon(() => row(page).getByLabel('Bien o servicio, línea 1').inputValue()).toBe('2');
    await row(page).getByLabel('Precio, línea 1').fill('4000');
    await name.fill('Café molido');
    await isReady(page, 'Emitir RD$ 4,000.00');
    await close();
  });

  test('takes rows of a spreadsheet, and leaves out the heads of its columns', async () => {
    const { page, close } = await visit('/emitir', 32);
    const rows = 'Producto\tCantidad\tPrecio\nCafé\t12\t310.00\t16\r\n"Azúcar"\t2\tRD$ 1,150.50\tExento\n';
    const name = row(page).getByLabel('Descripción, línea 1');
    await name.focus();
    await page.evaluate(`
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(rows)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));`);
    await until('there are two lines', async () => (await page.locator('.sheet tbody tr').count()) === 2);
    await expectSoon(() => row(page).getByLabel('Precio, línea 1').inputValue()).toBe('310.00');
    await expectSoon(() => row(page).getByLabel('ITBIS, línea 1').inputValue()).toBe('2');
    await expectSoon(() => row(page, 1).getByLabel('Precio, línea 2').inputValue()).toBe('1,150.50');
    await expectSoon(() => row(page, 1).getByLabel('ITBIS, línea 2').inputValue()).toBe('4');
    await row(page, 1).getByRole('button', { name: 'Quitar línea 2' }).click();
    await until('one line is left', async () => (await page.locator('.sheet tbody tr').count()) === 1);
    await close();
  });

  test('counts what is missing, leads to the field, and keeps everything in the form with all fields', async () => {
    const { page, close } = await visit('/emitir', 31);
    await page.getByText(/^\d+ datos por completar o corregir$/).waitFor();
    await expectSoon(() => issue(page).last().isDisabled()).toBe(true);
    await row(page).getByLabel('Descripción, línea 1').fill('Café');
    await page.getByRole('button', { name: 'Todos los campos de la DGII' }).click();
    await page.getByLabel('Nombre del ítem').waitFor();
    await expectSoon(() => page.getByLabel('Nombre del ítem').inputValue()).toBe('Café');
    await page.getByRole('button', { name: 'Volver al formulario corto' }).click();
    await expectSoon(() => row(page).getByLabel('Descripción, línea 1').inputValue()).toBe('Café');
    // What was typed comes back with the page.
    await page.reload();
    await page.getByText('Se recuperó lo que usted había escrito').waitFor();
    await expectSoon(() => row(page).getByLabel('Descripción, línea 1').inputValue()).toBe('Café');
    await close();
  });

  test('on credit says until when it is paid', async () => {
    const { page, close } = await visit('/emitir', 32);
    await page.getByLabel('Fecha', { exact: true }).fill('27/11/2026');
    await page.getByRole('button', { name: 'Crédito', exact: true }).click();
    await expectSoon(() => page.getByLabel('Vence el pago').inputValue()).toBe('27/12/2026');
    await close();
  });
});

describe('while a person types', () => {
  /** A sale to a consumer that is ready to be issued. */
  async function fillIn(page: Page): Promise<void> {
    await address(page);
    await row(page).getByLabel('Descripción, línea 1').fill('Café');
    await row(page).getByLabel('Precio, línea 1').fill('100');
    await isReady(page, 'Emitir RD$ 118.00');
  }

  test('Ctrl and Enter in the menu of Ctrl K issue nothing', async () => {
    const { page, close } = await visit('/emitir', 32);
    await fillIn(page);
    await page.keyboard.press('Control+k');
    const menu = page.getByRole('dialog', { name: 'Buscar o ir a una página' });
    await menu.locator('input:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(site.fixture.received).toEqual([]);
    // The same keys on the page issue it, once.
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/comprobantes\/E/);
    expect(sent().number).toBe('next');
    await close();
  });

  test('a new voucher of the company leaves the form as it is', async () => {
    const { page, context, close } = await site.browser.open();
    await page.clock.install();
    await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
    const lists: string[] = [];
    await page.route(/\/vouchers\?limit=1$/, (route) => {
      lists.push(route.request().url());
      return route.fallback();
    });
    let feedAsked = 0;
    await page.route(/\/events\/next/, async (route) => {
      feedAsked += 1;
      // What comes after the event never comes.
      if (feedAsked > 2) return;
      const type = 'ecf.accepted';
      const item = { id: 'evt_1_certification_1', type, timestamp: '2026-11-20T14:05:09.000Z', data: {} };
      await route.fulfill({ json: { items: feedAsked === 1 ? [] : [item], next: item.id } });
    });
    await page.goto(`${site.fixture.address}${here}/emitir`);
    const name = row(page).getByLabel('Descripción, línea 1');
    await name.fill('Café');
    // A form that starts again is another element.
    await name.evaluate((element) => element.setAttribute('data-same', ''));
    await page.clock.fastForward(120_000);
    await until('the page waits for the next event', async () => feedAsked === 3);
    await row(page).locator('[data-same]').waitFor();
    await expectSoon(() => name.inputValue()).toBe('Café');
    expect(lists).toHaveLength(1);
    await close();
  });

  test('a company without numbers is said so beside the button', async () => {
    const { page, close } = await visit('/emitir', 32, (opened) =>
      opened.route(/\/sequences$/, async (route) => {
        const sequences = (await (await route.fetch()).json()) as readonly object[];
        await route.fulfill({ json: sequences.map((one) => ({ ...one, next: null, available: 0 })) });
      }),
    );
    await page.getByText('No hay números vigentes de este tipo').waitFor();
    await close();
  });
});

describe('a draft', () => {
  test('is kept with its reference, and one from another computer is issued under its own', async () => {
    const { page, close } = await visit('/emitir', 32);
    await page.getByText('Un borrador', { exact: true }).click();
    expect(await axeFaults(page)).toEqual([]);
    await address(page);
    await row(page).getByLabel('Descripción, línea 1').fill('Café');
    await page.getByRole('button', { name: 'Guardar borrador' }).click();
    await page.getByRole('button', { name: /^Guardado a las/ }).waitFor();
    const [kept] = site.fixture.received;
    expect(kept).toMatchObject({
      method: 'PUT',
      body: { tipoeCF: 32, started: {}, values: { number: 'next' } },
    });
    // After another change it is to be saved again.
    await row(page).getByLabel('Precio, línea 1').fill('100');
    await page.getByRole('button', { name: 'Guardar borrador' }).waitFor();
    await page.getByRole('link', { name: 'Comedor de Prueba' }).click();
    await isReady(page, 'Emitir RD$ 236.00');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/comprobantes\/E/);
    expect(site.fixture.received.at(-1)?.body).toMatchObject({
      reference: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
    });
    await close();
  });
});

describe('a correction', () => {
  test('of an accepted invoice: by units, with what other notes left of it', async () => {
    const { page, close, faults } = await visit(`/comprobantes/${accepted}`);
    await page.getByRole('link', { name: 'Corregir' }).click();
    await page.getByRole('link', { name: /^Devolvieron algo/ }).click();
    await page.getByText('Ya acreditado', { exact: true }).first().waitFor();
    await page.getByText('de 8', { exact: true }).waitFor();
    await page.getByLabel('Unidades de Resma de papel').fill('3');
    await page.getByRole('button', { name: 'Devolución' }).click();
    await isReady(page, 'Emitir nota de RD$ 354.00');
    const balance = page.getByRole('region', { name: 'Saldo del comprobante' });
    await balance.getByText('649.00').waitFor();
    const sizes = () =>
      balance
        .locator('dl :is(dt, dd)')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
    await expectSoon(async () => new Set(await sizes()).size).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    await issue(page).last().click();
    await page.waitForURL(/\/comprobantes\/E/);
    expect(sent().ecf.ECF).toMatchObject({
      Encabezado: { IdDoc: { TipoeCF: 34, IndicadorNotaCredito: 0 }, Totales: { MontoTotal: 354 } },
      DetallesItems: { Item: [{ CantidadItem: 3 }] },
      InformacionReferencia: {
        NCFModificado: accepted,
        CodigoModificacion: 3,
        RazonModificacion: 'Devolución',
      },
    });
    expect(faults).toEqual([]);
    await close();
  });

  test('that cancels takes what is left, and a text takes nothing', async () => {
    const { page, close } = await visit(`/emitir?copia=${accepted}&intento=1&tipo=34`);
    await isReady(page, 'Emitir nota de RD$ 1,003.00');
    await page.getByLabel(/^Corregir un texto/).check();
    await isReady(page, 'Emitir nota de RD$ 0.00');
    await page.getByLabel(/^Devolver o rebajar parte/).check();
    await page.getByRole('button', { name: 'Rebajar un monto' }).click();
    await page.getByLabel('Monto de Resma de papel').fill('1,000');
    await page.getByText('La nota supera lo que queda').waitFor();
    await page.getByRole('link', { name: 'Cambiar a débito' }).click();
    await page.getByLabel('Monto de Resma de papel').fill('50');
    await isReady(page, 'Emitir nota de RD$ 59.00');
    await close();
  });

  test.each([
    { secuenciaUtilizada: false, ways: ['mismo número', 'con otro número'] },
    { secuenciaUtilizada: true, ways: ['con otro número'] },
  ])('of a rejected one (used: $secuenciaUtilizada) offers $ways', async ({ secuenciaUtilizada, ways }) => {
    const rejected = { state: 'rejected', status: 'Rechazado', secuenciaUtilizada };
    const { page, close } = await visit(
      `/comprobantes/${accepted}/corregir`,
      31,
      changed(/\/vouchers\/E310000000960(\?|$)/, rejected),
    );
    const links = page.getByRole('list').getByRole('link', { name: /número/ });
    await links.first().waitFor();
    await expectSoon(() => links.count()).toBe(ways.length);
    for (const way of ways) await expectSoon(() => links.filter({ hasText: way }).count()).toBe(1);
    await links.first().click();
    await page.getByRole('heading', { name: 'Líneas' }).waitFor();
    if (secuenciaUtilizada) await page.getByText(/^con el E310/).waitFor();
    else await page.getByText(`con su mismo número, ${accepted}`).waitFor();
    await close();
  });

  test.each([
    { secuenciaUtilizada: false, link: 'Corregir y enviar', shown: `con su mismo número, ${accepted}` },
    { secuenciaUtilizada: true, link: 'Emitir con otro número', shown: /^con el E310/ },
  ])('of a rejected one starts on its page, by $link', async ({ secuenciaUtilizada, link, shown }) => {
    const rejected = {
      state: 'rejected',
      status: 'Rechazado',
      secuenciaUtilizada,
      environment: 'pre-certification',
      verdictAdvice: 'Corrija y envíe otra vez.',
    };
    const { page, close, faults } = await site.visit(
      `/empresas/1/pre-certification/comprobantes/${accepted}`,
      'operador',
      {},
      async (opened) => {
        await changed(/\/vouchers\/E310000000960(\?|$)/, rejected)(opened);
        await changed(/\/api\/companies\/1$/, { environment: 'pre-certification' })(opened);
      },
    );
    const primary = page.locator('.notice a.primary');
    await expectSoon(() => primary.allInnerTexts()).toEqual([link]);
    await primary.click();
    await page.getByText(shown).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('of nothing: a copy of an accepted one starts in its menu, without the internal number', async () => {
    const { page, close } = await site.visit(
      `/empresas/1/pre-certification/comprobantes/${accepted}`,
      'operador',
      {},
      async (opened) => {
        await changed(/\/vouchers\/E310000000960(\?|$)/, { environment: 'pre-certification' })(opened);
        await changed(/\/api\/companies\/1$/, { environment: 'pre-certification' })(opened);
        await opened.route(/\/vouchers\/E310000000960\/json/, async (route) => {
          const text = await (await route.fetch()).text();
          await route.fulfill({
            body: text.replace('"Emisor":{', '"Emisor":{"NumeroFacturaInterna":"FV-1",'),
          });
        });
      },
    );
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Copiar a uno nuevo' }).click();
    await page.getByText(`Con los datos de ${accepted}`).waitFor();
    await expectSoon(() =>
      row(page)
        .getByLabel(/^Descripción/)
        .inputValue(),
    ).not.toBe('');
    await expectSoon(() => page.getByLabel('Factura interna').inputValue()).toBe('');
    await close();
  });

  test('that cancels the whole sale leads on to the sale for the buyer who was meant', async () => {
    const note = 'E340000000977';
    const { page, close, faults } = await site.visit(
      `/empresas/1/pre-certification/comprobantes/${note}`,
      'operador',
      {},
      async (opened) => {
        const accepted34 = {
          state: 'accepted',
          accepted: 1,
          final: true,
          ncfModificado: accepted,
          environment: 'pre-certification',
        };
        await changed(/\/vouchers\/E340000000977(\?|$)/, accepted34)(opened);
        const balance = { total: '1180.00', credited: '1180.00', debited: '0.00', left: '0.00' };
        const notes = { items: [], more: false, balance };
        await changed(/\/vouchers\/E310000000960(\?|$)/, { notes })(opened);
        await changed(/\/api\/companies\/1$/, { environment: 'pre-certification' })(opened);
      },
    );
    await page.getByText(`De ${accepted} no queda nada.`).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Emitir la venta otra vez' }).click();
    await page.getByText(`Con los datos de ${accepted}`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('of a note is made on the original', async () => {
    const final = { state: 'accepted', final: true, latestAttempt: 1, attempt: 1 };
    const { page, close } = await visit(
      '/comprobantes/E340000000977/corregir',
      31,
      changed(/\/vouchers\/E340000000977(\?|$)/, final),
    );
    await page.getByText('Esto ya es una nota.').waitFor();
    await close();
  });
});

describe('who cannot issue here reads why', () => {
  test.each([
    {
      change: { origin: 'client', environment: 'production' },
      where: 'production',
      text: 'lleva su propia numeración',
    },
    {
      change: { environment: 'production' },
      where: 'pre-certification',
      text: 'emite ahora en otro ambiente',
    },
  ])('$text', async ({ change, where, text }) => {
    const { page, close } = await site.visit(
      `/empresas/1/${where}/emitir`,
      'operador',
      {},
      changed(/\/api\/companies\/1$/, change),
    );
    await page.getByText(text).waitFor();
    await close();
  });

  test('a person who only reads', async () => {
    const { page, close } = await site.visit(`${here}/emitir`, 'consulta');
    await page.getByText('Su rol en esta empresa no emite comprobantes.').waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Emitir' }).count()).toBe(0);
    await close();
  });
});

/** The list of vouchers: choosing rows and acting on them, the drawer, the keys, chips and saved views. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync, zipSync, strToU8 } from 'fflate';
import type { Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { until } from '../harness/until.js';
import { vouchers } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();
const { visit } = site;
const here = '/empresas/1/certification';
const path = `${here}/comprobantes`;

const rows = (page: Page) => page.locator('.list tbody tr');
const bar = (page: Page) => page.getByRole('region', { name: 'Elegidos' });
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Detalle de/ });
const encfAt = (index: number) => vouchers[index]?.ecf ?? '';
const boxOf = (page: Page, index: number) =>
  page.getByRole('checkbox', { name: new RegExp(`^Elegir .*${encfAt(index)}$`) });
const indexOf = (state: string, address: boolean, after = -1) =>
  vouchers.findIndex(
    (row, index) => index > after && row.state === state && (row.correoComprador !== null) === address,
  );
const accepted = indexOf('accepted', true);
const alsoAccepted = indexOf('accepted', true, accepted);
const withoutAddress = indexOf('accepted', false);
const rejected = indexOf('rejected', true);
const ver = (page: Page) => new URL(page.url()).searchParams.get('ver');
const shows = (page: Page, index: number) =>
  page.waitForURL((url) => url.searchParams.get('ver') === encfAt(index));

test('a hyphen is narrower than a digit, and the figures below each other are as wide as each other', async () => {
  const { page, close } = await visit(path);
  const figures = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => getComputedStyle(one).fontVariantNumeric);
  await rows(page).first().waitFor();
  for (const part of ['.list th.encf', '.list td.seldom.soft:not(.number)'])
    await expectSoon(() => figures(part)).toBe('normal');
  for (const part of ['.list td.date', '.list td.encf, .list td .encf', '.list td.total'])
    await expectSoon(() => figures(part)).toBe('tabular-nums');
  await close();
});

describe('choosing', () => {
  test('one row, all of the page, and rows of the next page; other filters begin anew', async () => {
    const { page, close, faults } = await visit(path);
    await boxOf(page, 1).check();
    await bar(page).getByText('1 elegido').waitFor();
    await expectSoon(() => rows(page).nth(1).getAttribute('class')).toBe('chosen');
    const all = page.getByRole('checkbox', { name: 'Elegir todos los de esta página' });
    await expectSoon(() => all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
    await all.check();
    await bar(page).getByText('25 elegidos').waitFor();
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await boxOf(page, 25).check();
    await bar(page).getByText('26 elegidos').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Estado' }).selectOption('rejected');
    await bar(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  test('adds up what is chosen to the cent, and a credit note takes from it', async () => {
    const { page, close } = await visit(path);
    for (const index of [1, 3]) await boxOf(page, index).check();
    // 7,919.01 of an invoice, less 23,757.03 of a note.
    await bar(page).getByText('RD$ −15,838.02').waitFor();
    await close();
  });

  test('has an end: of 200 rows, no further one can be chosen', async () => {
    const { page, close, faults } = await visit(path, 'operador', {}, (opening) =>
      opening.route(/\/vouchers(\?|$)/, async (route) => {
        const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
        const items = Array.from({ length: 100 }, (_, at) => ({
          ...vouchers[0],
          ecf: `E31${String(cursor + at).padStart(10, '0')}`,
        }));
        await route.fulfill({ json: { items, next: String(cursor + 100) } });
      }),
    );
    const all = page.getByRole('checkbox', { name: 'Elegir todos los de esta página' });
    for (const chosen of ['100', '200']) {
      await all.check();
      await bar(page).getByText(`${chosen} elegidos`).waitFor();
      await page.getByRole('button', { name: 'Página siguiente' }).click();
      await page.waitForFunction(() => !document.querySelector('.list tbody tr.chosen'));
    }
    await bar(page).getByText('Se eligen hasta 200 a la vez.').waitFor();
    await expectSoon(() => rows(page).first().getByRole('checkbox').isDisabled()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('with the chosen vouchers', () => {
  test('the ZIP is asked for by e-NCF and saved', async () => {
    const { page, close, faults } = await visit(path);
    const asked: string[] = [];
    await page.route(/\/vouchers-files/, (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('encfs') ?? '');
      const zip = zipSync({ [`xml/999999992${encfAt(0)}.xml`]: strToU8('<ECF/>') });
      return route.fulfill({
        body: Buffer.from(zip),
        contentType: 'application/zip',
        headers: { 'content-disposition': 'attachment; filename=comprobantes-999999992.zip' },
      });
    });
    for (const index of [0, 2]) await boxOf(page, index).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: 'ZIP de XML y PDF' }).click(),
    ]);
    expect(asked).toEqual([`${encfAt(0)},${encfAt(2)}`]);
    expect(download.suggestedFilename()).toBe('comprobantes-999999992.zip');
    const files = unzipSync(readFileSync(await download.path()));
    expect(strFromU8(files[`xml/999999992${encfAt(0)}.xml`]!)).toBe('<ECF/>');
    expect(faults).toEqual([]);
    await close();
  });

  test('the CSV has only them', async () => {
    const { page, close } = await visit(path);
    for (const index of [1, 4]) await boxOf(page, index).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.slice(1, 14))).toEqual([encfAt(1), encfAt(4)]);
    await close();
  });

  test('the Excel file has only them', async () => {
    const { page, close, faults } = await visit(path);
    for (const index of [1, 4]) await boxOf(page, index).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: 'Excel' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('comprobantes.xlsx');
    const files = unzipSync(readFileSync(await download.path()));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
    expect(sheet.match(/E\d{12}/g)).toEqual([encfAt(1), encfAt(4)]);
    expect(faults).toEqual([]);
    await close();
  });

  test('each accepted one goes to its own customer; those without an address or a result are named and left out', async () => {
    const { page, close, faults } = await visit(path);
    const chosen = [accepted, alsoAccepted, withoutAddress, rejected];
    for (const index of chosen) await boxOf(page, index).check();
    await bar(page).getByRole('button', { name: 'Enviar al cliente' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar al cliente: 2 comprobantes' });
    const leftOut = (name: string) =>
      dialog.getByRole('list', { name }).getByRole('listitem').allInnerTexts();
    await expectSoon(() => leftOut('Sin dirección de correo, no se envían:')).toEqual([
      expect.stringContaining(encfAt(withoutAddress)),
    ]);
    await expectSoon(() => leftOut('Sin aceptar, no se envían:')).toEqual([
      expect.stringContaining(encfAt(rejected)),
    ]);
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Enviar al cliente' }).click();
    await dialog.getByText('Hechos: 2. Sin hacer: 0.').waitFor();
    const reference = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
    expect(site.fixture.received.map(({ path: asked, body }) => [asked.split('/').at(-2), body])).toEqual(
      [accepted, alsoAccepted].map((index) => [
        encfAt(index),
        { reference, correos: ['compras@comprador.example'] },
      ]),
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('each one is sent again with the note, says what became of it, and the refused ones stay chosen', async () => {
    const { page, close, faults } = await visit(path, 'operador', {}, (opening) =>
      opening.route(`**/vouchers/${encfAt(2)}/resend`, (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'NUMBER_NOT_FREE', mensaje: 'Su número no quedó libre.' },
        }),
      ),
    );
    for (const index of [1, 2, 3]) await boxOf(page, index).check();
    await bar(page).getByRole('button', { name: 'Enviar otra vez' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar otra vez a la DGII: 3 comprobantes' });
    // Without a note the browser sends nothing.
    await dialog.getByRole('button', { name: 'Enviar otra vez' }).click();
    expect(site.fixture.received).toEqual([]);
    await dialog.getByLabel('Nota').fill('La DGII ya responde');
    await dialog.getByRole('button', { name: 'Enviar otra vez' }).click();
    await dialog.getByText('Hechos: 2. Sin hacer: 1. Quedan elegidos los que no se hicieron.').waitFor();
    const results = await dialog.getByRole('listitem').allInnerTexts();
    expect(results.map((text) => text.split('\n').filter(Boolean))).toEqual([
      [encfAt(1), 'Hecho'],
      [encfAt(2), 'Su número no quedó libre.'],
      [encfAt(3), 'Hecho'],
    ]);
    expect(await axeFaults(page, '[role="dialog"]')).toEqual([]);
    const note = { note: 'La DGII ya responde' };
    expect(site.fixture.received.map(({ path: at, body }) => ({ at, body }))).toEqual(
      [1, 3].map((index) => ({
        at: `/companies/1/certification/vouchers/${encfAt(index)}/resend`,
        body: { attempt: 1, ...note },
      })),
    );
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await bar(page).getByText('1 elegido').waitFor();
    await expectSoon(() => boxOf(page, 2).isChecked()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('without a connection the rest is not tried', async () => {
    const { page, close } = await visit(path, 'operador', {}, (opening) =>
      opening.route(/\/deliver$/, (route) => route.abort()),
    );
    for (const index of [4, 5]) await boxOf(page, index).check();
    await bar(page).getByRole('button', { name: 'Entregar al comprador' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Entregar al comprador' }).click();
    await dialog.getByText('Hechos: 0. Sin hacer: 2.').waitFor();
    await dialog.getByText('No se intentó').waitFor();
    await close();
  });

  test('who only reads gets the files and no orders', async () => {
    const { page, close } = await visit(path, 'consulta');
    await boxOf(page, 0).check();
    await expectSoon(() => bar(page).getByRole('button').allInnerTexts()).toEqual([
      'ZIP de XML y PDF',
      'CSV',
      'Excel',
      '',
    ]);
    await close();
  });
});

describe('the drawer', () => {
  test('opens with a press anywhere on a row, and Back closes it; the list does not move', async () => {
    const { page, close, faults } = await visit(path);
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('scrollY');
    // Far from the link's own text.
    await rows(page)
      .nth(20)
      .click({ position: { x: 700, y: 10 } });
    await shows(page, 20);
    await drawer(page).getByText('Recibido.').waitFor();
    await expectSoon(() => page.evaluate<number>('scrollY')).toBe(before);
    await expectSoon(() => rows(page).nth(20).getAttribute('aria-current')).toBe('true');
    // The head of the list would cover a part of the box of a row that is scrolled under it.
    await page.evaluate('scrollTo(0, 0)');
    expect(await axeFaults(page)).toEqual([]);
    await expectSoon(() => overflow(page)).toBe(0);
    await page.goBack();
    await drawer(page).waitFor({ state: 'detached' });
    await expectSoon(() => new URL(page.url()).pathname).toBe(`/app${path}`);
    expect(faults).toEqual([]);
    await close();
  });

  test('that a link opened stays on the list when it is closed, after another row too', async () => {
    const { page, close } = await visit('/cuenta');
    await page.goto(`${site.fixture.address}${path}?ver=${encfAt(0)}`);
    await drawer(page).waitFor();
    await page.keyboard.press('j');
    await shows(page, 1);
    await rows(page)
      .nth(3)
      .click({ position: { x: 400, y: 10 } });
    await shows(page, 3);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await expectSoon(() => new URL(page.url()).pathname).toBe(`/app${path}`);
    await close();
  });

  test('says for whom, how much, the state, the cause and the remedy, and leads to the page', async () => {
    const rejected = vouchers.find(
      ({ state, razonSocialComprador }) => state === 'rejected' && razonSocialComprador,
    );
    const { page, close, faults } = await visit(`${path}?ver=${rejected?.ecf}`);
    const look = drawer(page);
    await look.getByRole('heading', { name: 'COMPRADOR DE PRUEBA SRL' }).waitFor();
    for (const text of [
      'Rechazado',
      'La secuencia ya fue utilizada.',
      'Use otro número',
      'El número se gastó',
    ])
      await look.getByText(text).first().waitFor();
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
    expect(await axeFaults(page)).toEqual([]);
    await look.getByRole('link', { name: 'Abrir' }).click();
    await page.getByRole('heading', { level: 1, name: rejected?.ecf ?? '' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('covers the window of a telephone, and closing it leads back to the row', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await site.open(path, 'operador', { viewport, isMobile: true, hasTouch: true });
    await rows(page).nth(1).tap();
    await shows(page, 1);
    expect((await drawer(page).boundingBox())?.width).toBe(390);
    await expectSoon(() => overflow(page)).toBe(0);
    await drawer(page).getByRole('button', { name: 'Cerrar (Esc)' }).tap();
    await drawer(page).waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate<string>(`document.activeElement.closest('[data-row]')?.dataset.row ?? ''`);
    await expectSoon(() => focused()).toBe(encfAt(1));
    await close();
  });
});

describe('the keys', () => {
  const focusedRow = (page: Page) =>
    page.evaluate<string>(`document.activeElement.closest('[data-row]')?.dataset.row ?? ''`);
  const focusIs = (page: Page, index: number) =>
    until(`the focus is on row ${index}`, async () => (await focusedRow(page)) === encfAt(index));

  test('J and K move, X chooses, Enter opens the drawer and then the page, Esc closes', async () => {
    const { page, close, faults } = await visit(path);
    await rows(page).first().waitFor();
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    await focusIs(page, 1);
    await page.keyboard.press('x');
    await bar(page).getByText('1 elegido').waitFor();
    await expectSoon(() => boxOf(page, 1).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await shows(page, 1);
    await drawer(page).waitFor();
    await page.keyboard.press('j');
    await shows(page, 2);
    await drawer(page).getByText('3 de 25').waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await focusIs(page, 2);
    // Without a drawer it empties the choice.
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await shows(page, 2);
    await drawer(page).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: encfAt(2) }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('do nothing while a person types, and with Ctrl', async () => {
    const { page, close } = await visit(path);
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Buscar comprobantes' });
    await page.keyboard.type('jkx');
    await expectSoon(() => field.inputValue()).toBe('jkx');
    await expectSoon(() => focusedRow(page)).toBe('');
    await field.fill('');
    await field.blur();
    await page.keyboard.press('Control+j');
    await expectSoon(() => focusedRow(page)).toBe('');
    expect(ver(page)).toBe(null);
    await close();
  });

  test('that are single letters can be switched off in the account, for this browser', async () => {
    const { page, close, faults } = await visit('/cuenta');
    const allowed = page.getByRole('checkbox', { name: 'Usar las letras solas en este navegador' });
    await expectSoon(() => allowed.isChecked()).toBe(true);
    await allowed.uncheck();
    await page.goto(`${site.fixture.address}${path}`);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    await expectSoon(() => page.evaluate('document.activeElement === document.body')).toBe(true);
    // Enter and Esc are no letters.
    await rows(page).first().getByRole('link').focus();
    await page.keyboard.press('Enter');
    await drawer(page).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('chips and views', () => {
  test('a filter that is set is a chip, and its cross removes only it', async () => {
    const { page, close, faults } = await visit(
      `${path}?estado=rejected&dia=emision&desde=2026-11-01&comprador=131880681`,
    );
    const chips = page.getByRole('group', { name: 'Filtros' });
    await chips.getByText('Emisión: desde 01/11/2026').waitFor();
    await chips.getByText('RNC del comprador: 131880681').waitFor();
    await chips.getByRole('button', { name: 'Quitar el filtro Emisión' }).click();
    await page.waitForURL((url) => !url.search.includes('desde') && url.search.includes('estado=rejected'));
    await chips.getByRole('button', { name: 'Quitar el filtro Estado' }).click();
    await page.waitForURL((url) => !url.search.includes('estado') && url.search.includes('comprador'));
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a view is a link, and the one that is shown says so', async () => {
    const { page, close } = await visit(path);
    const views = page.getByRole('navigation', { name: 'Vistas' });
    await expectSoon(() => views.locator('[aria-current]').allInnerTexts()).toEqual(['Todos']);
    await views.getByRole('link', { name: 'Rechazados' }).click();
    await page.waitForURL(/estado=rejected/);
    await expectSoon(() => views.locator('[aria-current]').allInnerTexts()).toEqual(['Rechazados']);
    await views.getByRole('link', { name: 'Este mes' }).click();
    await page.waitForURL(/desde=\d{4}-\d{2}-01/);
    await close();
  });

  test('a person saves a view under a name, in this browser, and removes it', async () => {
    const { page, close, faults } = await visit(`${path}?estado=rejected&tipo=31`);
    const views = page.getByRole('navigation', { name: 'Vistas' });
    await views.getByRole('button', { name: 'Guardar esta vista' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guardar esta vista' });
    await dialog.getByLabel('Nombre de la vista').fill('Crédito rechazado');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await views.getByRole('link', { name: 'Crédito rechazado' }).waitFor();
    await page.goto(`${site.fixture.address}${path}`);
    await views.getByRole('link', { name: 'Crédito rechazado' }).click();
    await page.waitForURL((url) => url.search.includes('rejected') && url.search.includes('31'));
    const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
    // What it looks for, and nothing of what it finds.
    expect(kept).toContain('rejected');
    expect(kept).not.toContain('COMPRADOR');
    // Another person of the same browser does not see it.
    await page.context().addCookies([{ name: 'role', value: 'consulta', url: site.fixture.address }]);
    await page.reload();
    await views.getByRole('link', { name: 'Todos' }).waitFor();
    await expectSoon(() => views.getByRole('link', { name: 'Crédito rechazado' }).count()).toBe(0);
    await page.context().addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
    await page.reload();
    await views.getByRole('button', { name: 'Quitar esta vista' }).click();
    await views.getByRole('link', { name: 'Crédito rechazado' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  test('on a telephone views and filters are two buttons', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await site.open(path, 'operador', { viewport, isMobile: true, hasTouch: true });
    await rows(page).first().waitFor();
    await expectSoon(() => page.getByRole('navigation', { name: 'Vistas' }).isVisible()).toBe(false);
    await expectSoon(() => page.getByRole('group', { name: 'Filtros' }).isVisible()).toBe(false);
    await page.getByRole('combobox', { name: 'Vistas' }).selectOption('Rechazados');
    await page.waitForURL(/estado=rejected/);
    await page.getByRole('button', { name: 'Filtros (1)' }).tap();
    await page.getByRole('group', { name: 'Filtros' }).getByText('Estado: Rechazado').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await expectSoon(() => overflow(page)).toBe(0);
    await close();
  });
});

describe('to the customer', () => {
  const page1 = `${path}/${encfAt(accepted)}`;

  test('a voucher goes to the address that it has and to another one, with a message, and the page says so', async () => {
    const { page, close, faults } = await visit(page1);
    await page.getByRole('button', { name: 'Enviar al cliente' }).click();
    const dialog = page.getByRole('dialog', { name: `Enviar ${encfAt(accepted)} al cliente` });
    const to = dialog.getByLabel('Para');
    await expectSoon(() => to.inputValue()).toBe('compras@comprador.example');
    await to.fill('a@b.example, b@b.example; c@b.example d@b.example e@b.example f@b.example');
    await dialog.getByText('Son más de cinco direcciones.').waitFor();
    await to.fill('compras@comprador.example, contable@comprador.example');
    await dialog.getByLabel('Mensaje (opcional)').fill('Gracias por su compra.');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Enviar al cliente' }).dblclick();
    await dialog.getByText(/^En camino a compras@comprador.example, contable@comprador.example\./).waitFor();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      {
        reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        correos: ['compras@comprador.example', 'contable@comprador.example'],
        mensaje: 'Gracias por su compra.',
      },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('without a mail server the button says why not', async () => {
    const { page, close } = await visit(page1, 'operador', {}, (opening) =>
      opening.route('**/app/api/session', async (route) => {
        const session = (await (await route.fetch()).json()) as { service: object };
        await route.fulfill({ json: { ...session, service: { ...session.service, customerMail: false } } });
      }),
    );
    await page.getByRole('button', { name: 'Enviar al cliente' }).click();
    await page.getByRole('dialog').getByText('El servicio no envía correos.').waitFor();
    expect(site.fixture.received).toEqual([]);
    await close();
  });
});

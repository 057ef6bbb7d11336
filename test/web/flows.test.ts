/** What people do on the pages, with handwritten answers: filters, decisions, settings, and what is sent for them. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { signPortalXml } from '../../src/signing/keys/sign-portal-xml.js';
import { readPortalXml } from '../../src/signing/verify/portal-xml.js';
import { verifyXml } from '../../src/signing/verify/verify.js';
import type { CompanyDetails, Sequence, Session, Voucher } from '../../src/web/api/answers.js';
import { expectSoon } from '../harness/expect-soon.js';
import { postulacion } from '../harness/samples/portal-xml.js';
import { until } from '../harness/until.js';
import { makeSigner } from '../unit/signing/fixtures.js';
import { company as fixtureCompany, vouchers } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();
const { visit } = site;

const here = '/empresas/1/certification';

describe('the voucher master', () => {
  test('adds a range once, although the button is pressed twice', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango al tipo 45' }).click();
    const form = page.getByRole('region', { name: 'Añadir rango al tipo 45' });
    // The keyboard is in the form, which is below the row of its type.
    await form.locator('input:focus').waitFor();
    await form.getByLabel('Desde').fill('E450000000001');
    await form.getByLabel('Hasta').fill('500');
    await form.getByLabel('Número de autorización').fill('A-45');
    await form.getByLabel('Vence').fill('2028-12-31');
    await form.getByRole('button', { name: 'Añadir rango' }).dblclick();
    await form.waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([
      {
        method: 'POST',
        path: '/companies/1/certification/sequences/45/authorizations',
        body: { from: 1, to: 500, expiresOn: '31-12-2028', authorizationNumber: 'A-45' },
      },
    ]);
    await close();
  });

  test('a form in a row shows a refusal at its field, keeps what was typed, and goes when it is cancelled', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango al tipo 32' }).click();
    const form = page.getByRole('region', { name: 'Añadir rango al tipo 32' });
    await form.getByText('no llevan vencimiento').waitFor();
    await form.getByLabel('Desde').fill('500');
    await form.getByLabel('Hasta').fill('1');
    await form.getByLabel('Número de autorización').fill('A-32');
    await page.keyboard.press('Enter');
    await form.getByText('El rango no puede terminar antes de empezar.').waitFor();
    await expectSoon(() => form.getByLabel('Hasta').getAttribute('aria-invalid')).toBe('true');
    await expectSoon(() => form.getByLabel('Desde').inputValue()).toBe('500');
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await form.waitFor({ state: 'detached' });
    await close();
  });

  test('a row says what is left and until when it lasts; its ranges are folded, and open by keyboard', async () => {
    const { page, close } = await site.open(`${here}/maestro`, 'operador');
    await page.clock.setFixedTime(new Date('2026-11-20T10:00:00-04:00'));
    await page.reload();
    const row = page.getByRole('row', { name: /Crédito fiscal/ });
    await row.getByText('E310000000961', { exact: true }).waitFor();
    await row.getByText('1,040', { exact: true }).waitFor();
    // 640 vouchers in the 20 days of this month: 32 a day.
    await row.getByText('22/12/2026', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /Regímenes/ })
      .getByText('Este mes no se emitieron')
      .waitFor();
    const ranges = page.getByRole('region', { name: 'Rangos del tipo 31' });
    await expectSoon(() => ranges.count()).toBe(0);
    const toggle = row.getByRole('button', { name: /Crédito fiscal/ });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await ranges.getByText('E310000000001 – 0000001000').waitFor();
    await expectSoon(() => toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    for (const width of [900, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectSoon(() => overflow(page)).toBe(0);
    }
    await toggle.click();
    await ranges.waitFor({ state: 'detached' });
    await close();
  });

  test('on a laptop no row is cut or taller than two lines, also when its numbers run out and expire', async () => {
    const advertencias = ['SEQUENCE_LOW_STOCK', 'SEQUENCE_EXPIRING'].map((code) => ({
      code,
      mensaje: `Aviso ${code} del tipo 31: solicite otra autorización a la DGII.`,
      quedan: 2,
    }));
    const { page, close } = await visit(`${here}/maestro`, 'operador', {}, (opened) =>
      opened.route(/\/sequences$/, async (route) => {
        const types = (await (await route.fetch()).json()) as Sequence[];
        const soon = (one: Sequence) => one.authorizations.map((range) => ({ ...range, expiresSoon: true }));
        await route.fulfill({
          json: types.map((one) => ({ ...one, advertencias, authorizations: soon(one) })),
        });
      }),
    );
    const row = page.getByRole('row', { name: /Crédito fiscal/ });
    await row.getByText('Por agotarse y vencer').waitFor();
    await row.getByText('1,040', { exact: true }).waitFor();
    await row.getByText('de 2,000').waitFor();
    const table = page.getByRole('region', { name: 'Numeración' });
    await expectSoon(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
    const heights = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((one) => one.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(60);
    expect(await axeFaults(page)).toEqual([]);
    // The service's words are with the ranges.
    await row.getByRole('button', { name: /Crédito fiscal/ }).click();
    await page.getByText('Aviso SEQUENCE_LOW_STOCK').waitFor();
    await close();
  });

  test('shows a refusal at its field, and keeps what was typed', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Añadir rango' });
    await dialog.getByLabel('Tipo').selectOption('32');
    await dialog.getByText('no llevan vencimiento').waitFor();
    await dialog.getByLabel('Desde').fill('500');
    await dialog.getByLabel('Hasta').fill('1');
    await dialog.getByLabel('Número de autorización').fill('A-32');
    await page.keyboard.press('Enter');
    await dialog.getByText('El rango no puede terminar antes de empezar.').waitFor();
    await expectSoon(() => dialog.getByLabel('Hasta').getAttribute('aria-invalid')).toBe('true');
    await expectSoon(() => dialog.getByLabel('Desde').inputValue()).toBe('500');
    // Escape closes the dialog, and the focus returns to the button that opened it.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('button:focus', { hasText: 'Añadir rango' }).waitFor();
    await close();
  });

  test('shows a refusal below the form when it is about a field that this type does not have', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Añadir rango' });
    await dialog.getByLabel('Tipo').selectOption('32');
    await dialog.getByLabel('Desde').fill('1');
    await dialog.getByLabel('Hasta').fill('500');
    await dialog.getByLabel('Número de autorización').fill('VENCIDA');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Esa autorización ya venció.').waitFor();
    // The other types show it at the field.
    await dialog.getByLabel('Tipo').selectOption('31');
    await dialog.locator('.error').getByText('Esa autorización ya venció.').waitFor();
    await expectSoon(() => dialog.getByRole('alert').count()).toBe(1);
    await close();
  });

  test('an e-NCF of another type than the range is refused at its field, and nothing is sent', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Añadir rango' });
    await dialog.getByLabel('Desde').fill('E430000000001');
    await dialog.getByLabel('Hasta').fill('E430000000500');
    await dialog.getByLabel('Número de autorización').fill('A-43');
    await dialog.getByLabel('Vence').fill('2028-12-31');
    await page.keyboard.press('Enter');
    await dialog.getByText('E430000000001 no es del tipo 31, que es el del rango.').waitFor();
    await expectSoon(() => dialog.getByLabel('Desde').getAttribute('aria-invalid')).toBe('true');
    expect(site.fixture.received).toEqual([]);
    await dialog.getByLabel('Tipo').selectOption('43');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      expect.objectContaining({ from: 1, to: 500 }),
    ]);
    await close();
  });

  test('a year of less than four digits is refused at its field, and nothing is sent', async () => {
    const { page, close } = await visit(`${here}/maestro`);
    await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Añadir rango' });
    await dialog.getByLabel('Desde').fill('1');
    await dialog.getByLabel('Hasta').fill('500');
    await dialog.getByLabel('Número de autorización').fill('A-31');
    await dialog.getByLabel('Vence').fill('0227-12-31');
    await page.keyboard.press('Enter');
    await dialog.getByText('Escriba el año con cuatro cifras.').waitFor();
    await expectSoon(() => dialog.getByLabel('Vence').getAttribute('aria-invalid')).toBe('true');
    expect(site.fixture.received).toEqual([]);
    await dialog.getByLabel('Vence').fill('2027-12-31');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      expect.objectContaining({ expiresOn: '31-12-2027' }),
    ]);
    await close();
  });

  test('a person who may only read sees no buttons', async () => {
    const { page, close } = await visit(`${here}/maestro`, 'consulta');
    const main = page.getByRole('main');
    await main.getByRole('rowheader', { name: /Consumo/ }).waitFor();
    // Only those that fold and unfold the ranges.
    const folds = main.locator('button.type-name');
    await expectSoon(() => main.getByRole('button').count()).toBe(await folds.count());
    await folds.first().click();
    await page.getByRole('region', { name: 'Rangos del tipo 31' }).waitFor();
    await expectSoon(() => main.getByRole('button').count()).toBe(await folds.count());
    await close();
  });
});

test('a dialog does not stay for another environment, where it would act', async () => {
  const { page, close } = await visit('/empresas/1/production/maestro');
  await page.getByRole('link', { name: 'Certificación', exact: true }).first().waitFor();
  await page
    .getByRole('navigation', { name: 'Ambiente' })
    .getByRole('link', { name: /^Certificación/ })
    .click();
  await page.waitForURL(/\/certification\/maestro/);
  await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Añadir rango' });
  await dialog.getByLabel('Desde').fill('1');
  await page.goBack();
  await page.waitForURL(/\/production\/maestro/);
  await dialog.waitFor({ state: 'hidden' });
  await close();
});

test('what was sent cannot be cancelled, and its refusal is seen', async () => {
  const { page, close } = await visit(`${here}/comprobantes/E330000000998`);
  await page.getByRole('button', { name: 'Forzar el envío' }).click();
  const dialog = page.getByRole('dialog', { name: /Forzar el envío/ });
  await dialog.getByLabel('Nota').fill('La oficina virtual no lo muestra.');
  await dialog.getByLabel('Escriba el e-NCF de nuevo').fill('E330000000998');
  let answer: (() => Promise<void>) | undefined;
  await page.route(/\/force$/, (route) => {
    answer = () =>
      route.fulfill({ status: 409, json: { code: 'IN_FLIGHT', mensaje: 'Hay un envío en curso.' } });
  });
  await dialog.getByRole('button', { name: 'Forzar el envío' }).click();
  await until('it was sent', () => Promise.resolve(answer));
  await expectSoon(() => dialog.getByRole('button', { name: 'Cancelar' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await answer?.();
  await dialog.getByText('Hay un envío en curso.').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await close();
});

test('a number that DGII left free is sent again with a note, and a refusal is seen', async () => {
  const { page, close } = await visit(`${here}/comprobantes/E310000001000`, 'operador', {}, (opening) =>
    opening.route(/\/vouchers\/E310000001000(\?|$)/, async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), state: 'rejected', possible: ['resend'] };
      await route.fulfill({ response, json });
    }),
  );
  const answers = [
    { status: 409, json: { code: 'NUMBER_NOT_FREE', mensaje: 'El e-NCF no está libre.' } },
    { status: 200, json: { ecf: 'E310000001000', attempt: 2, state: 'admitted', woken: true } },
  ];
  const bodies: unknown[] = [];
  await page.route(/\/resend$/, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill(answers[bodies.length - 1]);
  });
  await page.getByRole('button', { name: 'Enviar otra vez a la DGII' }).click();
  const dialog = page.getByRole('dialog', { name: /Enviar otra vez a la DGII/ });
  await dialog.getByLabel('Nota').fill('La DGII activó el RNC.');
  await dialog.getByRole('button', { name: 'Enviar otra vez a la DGII' }).click();
  await dialog.getByText('El e-NCF no está libre.').waitFor();
  await dialog.getByRole('button', { name: 'Enviar otra vez a la DGII' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(bodies).toEqual(Array(2).fill({ attempt: 2, note: 'La DGII activó el RNC.' }));
  await close();
});

test('numbers that a range would skip for ever have to be confirmed', async () => {
  const { page, close } = await visit(`${here}/maestro`);
  await page.getByRole('button', { name: /Crédito fiscal/ }).click();
  await page
    .getByRole('button', { name: /^Cambiar/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Cambiar/ });
  const first = dialog.getByLabel('Primer número por entregar');
  const save = dialog.getByRole('button', { name: 'Guardar' });
  await first.fill(String(Number(await first.inputValue()) + 4_000));
  const skips = dialog.getByLabel(/^Saltar [\d,]+ números/);
  await skips.waitFor();
  await expectSoon(() => save.isDisabled()).toBe(true);
  await skips.check();
  await expectSoon(() => save.isEnabled()).toBe(true);
  await close();
});

describe('the list of vouchers', () => {
  test('calls each state as its filter does', async () => {
    const { page, close } = await visit(`${here}/comprobantes`);
    const badges = page.getByRole('main').locator('tbody .badge');
    await badges.first().waitFor();
    const options = await page.getByRole('combobox', { name: 'Estado' }).locator('option').allTextContents();
    const shown = new Set(await badges.allTextContents());
    // Waiting is no state, and has a filter of its own.
    shown.delete('En Espera');
    expect(shown.size).toBe(options.length - 1);
    expect(options).toEqual(expect.arrayContaining([...shown]));
    await close();
  });

  test('filters are kept in the address, and pages follow a cursor', async () => {
    const { page, close } = await visit(`${here}/comprobantes`);
    await page.getByRole('combobox', { name: 'Estado' }).selectOption('rejected');
    await page.waitForURL(/estado=rejected/);
    await expectRows(page, 6);
    await page.reload();
    await expectRows(page, 6);
    await expectSoon(() => page.getByRole('combobox', { name: 'Estado' }).inputValue()).toBe('rejected');
    await page.getByRole('button', { name: 'Más filtros' }).click();
    await page.getByRole('searchbox', { name: 'e-NCF' }).fill('E319999999999');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByText('Ningún comprobante coincide con los filtros.').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await expectRows(page, 25);
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await page.waitForURL(/cursor=/);
    await page.getByRole('button', { name: 'Volver al principio' }).click();
    await expectRows(page, 25);
    await close();
  });

  test('one field searches as people type, keeps the search in the address, and says what was not found', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes?estado=rejected`);
    await expectRows(page, 6);
    const field = page.getByRole('searchbox', { name: 'Buscar comprobantes' });
    await page.getByRole('button', { name: 'Más filtros' }).click();
    // Not a letter that a person types into another field.
    await page.getByLabel('Id de correlación').pressSequentially('a/b');
    await expectSoon(() => page.getByLabel('Id de correlación').inputValue()).toBe('a/b');
    await page.getByLabel('Id de correlación').blur();
    await page.keyboard.press('/');
    await expectSoon(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.pressSequentially('54,876.60');
    await page.waitForURL((url) => url.searchParams.get('buscar') === '54,876.60');
    await page.getByText('Ningún comprobante con «54,876.60» y los demás filtros.').waitFor();
    await expectSoon(() => new URL(page.url()).searchParams.get('estado')).toBe('rejected');
    const [rejected] = vouchers.filter(({ state }) => state === 'rejected');
    const end = rejected?.ecf.slice(-4) ?? '';
    await field.fill(end);
    await page.keyboard.press('Enter');
    await expectRows(page, 1);
    await page.getByText('Ventas aceptadas, menos notas de crédito (3)').waitFor();
    await page.getByText('RD$ 5,669,721.99 · ITBIS 800,161.49 · USD 1,000.00').waitFor();
    await page.getByText('La búsqueda todavía no incluye 1,200 comprobantes').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await expectRows(page, 1);
    await expectSoon(() => field.inputValue()).toBe(end);
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await expectRows(page, 25);
    await expectSoon(() => field.inputValue()).toBe('');
    await expectSoon(() => page.getByRole('region', { name: 'Sumas de lo filtrado' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('amounts are asked for without commas, and a text that is no amount does not apply', async () => {
    const { page, close } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    const asked: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('amountFrom=')) asked.push(new URL(request.url()));
    });
    await page.getByRole('button', { name: 'Más filtros' }).click();
    const from = page.getByRole('searchbox', { name: 'Monto desde (RD$)' });
    await from.fill('mil');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByRole('alert').getByText('Escriba un monto, como 54,876.60.').waitFor();
    await from.fill('1,000.50');
    await page.keyboard.press('Enter');
    await until('the list was asked for', () => Promise.resolve(asked.length > 0));
    expect(asked[0]?.searchParams.get('amountFrom')).toBe('1000.50');
    await close();
  });

  test('an RNC of too few digits gets a message at its field; one with hyphens is asked for without them', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('rncComprador=')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Más filtros' }).click();
    const rnc = page.getByRole('searchbox', { name: 'RNC del comprador' });
    await rnc.fill('1-31-88');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const message = page.getByRole('alert').getByText('Escriba los 9 dígitos del RNC o los 11 de la cédula.');
    await message.waitFor();
    await expectSoon(() => rnc.getAttribute('aria-invalid')).toBe('true');
    await expectSoon(() => page.locator('input:focus').inputValue()).toBe('13188');
    expect(await axeFaults(page)).toEqual([]);
    await rnc.fill('1-31-88068-1');
    await message.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/comprador=/);
    await until('the list was asked for', () => Promise.resolve(asked.length > 0));
    // The list is also asked for again after a while.
    expect([...new Set(asked.map((url) => new URL(url).searchParams.get('rncComprador')))]).toEqual([
      '131880681',
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a filter keeps a text that it cannot be, and says why it does not apply', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    await page.getByRole('button', { name: 'Más filtros' }).click();
    const typed = [
      { name: 'RNC del comprador', text: 'Peñalver & Núñez', says: 'Escriba los 9 dígitos del RNC' },
      { name: 'e-NCF', text: '4,720.00', says: 'No es un e-NCF ni su comienzo' },
      { name: 'e-NCF', text: 'B0100000001', says: 'No es un e-NCF ni su comienzo' },
      { name: 'e-NCF', text: 'E3100000000012', says: 'No es un e-NCF ni su comienzo' },
    ];
    for (const { name, text, says } of typed) {
      const field = page.getByRole('searchbox', { name });
      await field.pressSequentially(text);
      await expectSoon(() => field.inputValue()).toBe(text);
      await page.keyboard.press('Enter');
      const message = page.getByRole('alert').getByText(says);
      await message.waitFor();
      await expectSoon(() => field.getAttribute('aria-invalid')).toBe('true');
      await expectSoon(() => page.url()).not.toContain('?');
      await field.fill('');
      await message.waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('the filter e-NCF takes a beginning, with or without the E', async () => {
    const { page, close } = await visit(`${here}/comprobantes`);
    for (const [text, asked] of [
      ['3', '3'],
      ['31', '31'],
      ['e4', 'E4'],
      ['E3100000', 'E3100000'],
      ['310000000002', '310000000002'],
    ] as const) {
      await page.getByRole('button', { name: 'Más filtros' }).click();
      await page.getByRole('searchbox', { name: 'e-NCF' }).fill(text);
      // The page has the new filter only when it asks for the list. The address changes before that.
      const asksFor = (url: string) =>
        new URL(url).searchParams.get('encf')?.replace('E', '') === asked.replace('E', '');
      await Promise.all([
        page.waitForRequest((request) => asksFor(request.url())),
        page.keyboard.press('Enter'),
      ]);
      await page.waitForURL(new RegExp(`encf=(%22)?${asked}(%22)?$`));
    }
    await close();
  });

  test('a number that is pasted with a blank before it loses no digit', async () => {
    const { page, context, close } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    await page.getByRole('button', { name: 'Más filtros' }).click();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const pasted = async (name: string, text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      const field = page.getByRole('searchbox', { name });
      await field.press('ControlOrMeta+v');
      return field.inputValue();
    };
    expect(await pasted('e-NCF', ' E31 0000000002\n')).toBe('E310000000002');
    expect(await pasted('RNC del comprador', ' 001-1391820-5')).toBe('00113918205');
    await close();
  });

  test('a last day before the first one gets a message at its field, and the list stays as it is', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    await page.getByRole('button', { name: 'Días' }).click();
    await page.getByLabel('Recibido desde').fill('2001-02-10');
    const last = page.getByLabel('Recibido hasta');
    await last.fill('2001-02-09');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const message = page.getByRole('alert').getByText('El último día es anterior al primero.');
    await message.waitFor();
    await expectSoon(() => last.getAttribute('aria-invalid')).toBe('true');
    await expectRows(page, 25);
    await last.fill('2001-02-10');
    await message.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL(/hasta=2001-02-10/);
    expect(faults).toEqual([]);
    await close();
  });

  test('in a narrow window a button opens the filters, says how many are set, and the list comes first', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectRows(page, 25);
    const state = page.getByRole('combobox', { name: 'Estado' });
    const toggle = page.getByRole('button', { name: /^Filtros/ });
    await expectSoon(() => toggle.textContent()).toBe('Filtros');
    await expectSoon(() => state.isVisible()).toBe(false);
    await toggle.click();
    await expectSoon(() => toggle.getAttribute('aria-expanded')).toBe('true');
    await state.selectOption('rejected');
    await expectRows(page, 6);
    await expectSoon(() => toggle.textContent()).toBe('Filtros (1)');
    // A person may want a second one.
    await expectSoon(() => state.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Más filtros' }).click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await state.waitFor({ state: 'hidden' });
    await expectSoon(() => toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await expectRows(page, 25);
    await page.setViewportSize({ width: 1280, height: 800 });
    await state.waitFor();
    await expectSoon(() => toggle.isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  test('another environment shows none of the rows before, and a list that loads has no CSV', async () => {
    const { page, close } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    const csv = page.getByRole('button', { name: 'CSV de todo el filtro' });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let askedInProduction = false;
    await page.route(/\/vouchers\?|\/vouchers$/, async (route) => {
      askedInProduction ||= route.request().url().includes('/production/');
      await released;
      await route.continue();
    });
    await page.getByRole('combobox', { name: 'Estado' }).selectOption('rejected');
    await page.waitForURL(/estado=rejected/);
    // The rows before stay while the filtered ones load.
    await page.getByRole('button', { name: 'CSV de todo el filtro', disabled: true }).waitFor();
    await expectSoon(() => page.locator('tbody tr').count()).toBe(25);
    await page.getByRole('link', { name: 'Producción' }).click();
    await page.waitForURL(/\/production\/comprobantes/);
    await page.getByRole('status').getByText('Cargando…').waitFor();
    await expectSoon(() => page.locator('tbody tr').count()).toBe(0);
    await expectSoon(() => csv.isDisabled()).toBe(true);
    await until('the list was asked for', () => Promise.resolve(askedInProduction));
    release();
    await expectRows(page, 25);
    await close();
  });

  test('the CSV has the vouchers of all pages of the filter, here of the days of issue, and is named after them', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    await expectRows(page, 25);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/vouchers?')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Días' }).click();
    await page.getByLabel('Días').selectOption('De emisión');
    await page.getByLabel('Emitido desde').fill('2026-11-01');
    await page.getByLabel('Emitido hasta').fill('2026-11-30');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL(/dia=emision/);
    await until('the list was asked for', () => Promise.resolve(asked.length > 0));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV de todo el filtro' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('999999992_certification_2026-11-01_2026-11-30.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(61);
    expect(lines[1]).toMatch(/^"E310000001000",31,/);
    for (const url of asked) {
      const { searchParams } = new URL(url);
      expect([searchParams.get('issuedFrom'), searchParams.get('issuedTo')]).toEqual([
        '01-11-2026',
        '30-11-2026',
      ]);
      expect(searchParams.get('from')).toBe(null);
    }
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

async function expectRows(page: Page, rows: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, rows);
}

test('the summary says in Spanish why the company does not issue', async () => {
  const { page, close } = await visit(`${here}/resumen`, 'operador', {}, (opening) =>
    opening.route(/\/summary$/, async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), suspended: 'NOT_DELEGATED' };
      await route.fulfill({ response, json });
    }),
  );
  await page.getByText('El firmante no está delegado en la DGII').waitFor();
  await expectSoon(() => page.getByText('NOT_DELEGATED').count()).toBe(0);
  await close();
});

describe('one voucher', () => {
  test.each([
    { when: 'in time', sendBefore: '2098-01-04T14:15:30.000Z', shown: '04/01/2098 10:15', isPast: false },
    { when: 'too late', sendBefore: '2001-01-04T14:15:30.000Z', shown: '04/01/2001 10:15', isPast: true },
  ])(
    'that DGII cannot get says before when it must be sent: $when',
    async ({ sendBefore, shown, isPast }) => {
      const waits = {
        reason: 'DGII_UNAVAILABLE',
        waitingAdvice: 'Nada.',
        submittedAt: null,
        contingencia: { leyenda: '', enviarAntesDe: sendBefore },
      };
      const { page, close } = await visit(`${here}/comprobantes/E310000001000`, 'consulta', {}, (opening) =>
        opening.route(/\/vouchers\/E310000001000(\?|$)/, async (route) => {
          const response = await route.fetch();
          const json = (await response.json()) as object;
          await route.fulfill({ response, json: { ...json, ...waits } });
        }),
      );
      const limit = page.getByText(`Enviar antes de ${shown}`);
      await limit.waitFor();
      await expectSoon(() => limit.getByText('El plazo pasó').count()).toBe(isPast ? 1 : 0);
      expect(await axeFaults(page)).toEqual([]);
      await close();
    },
  );

  test('lists the notes that modify it, and leads to each', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E310000001000`, 'consulta');
    const notes = page.getByRole('region', { name: 'Notas sobre este comprobante' });
    await notes.getByText('Nota de crédito electrónica').first().waitFor();
    await notes.getByText('Hay más que los que se muestran').waitFor();
    await notes.getByRole('link', { name: 'E340000000997' }).click();
    await page.getByRole('heading', { level: 1, name: 'E340000000997' }).waitFor();
    await expectSoon(() => page.getByText('Notas sobre este comprobante').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('that DGII accepted conditionally is valid, and nobody is asked to issue it again', async () => {
    const row = vouchers.find(({ state }) => state === 'conditionally-accepted');
    const { page, close } = await visit(`${here}/comprobantes/${row?.ecf}`, 'consulta');
    const state = page.getByRole('region', { name: 'Estado del comprobante' });
    await state.getByText('Es válido; no lo emita otra vez.').waitFor();
    await close();
  });

  test('names the supplier of a purchase, not a buyer', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta');
    await page.getByText('RNC del suplidor').waitFor();
    await expectSoon(() => page.getByText('RNC del comprador').count()).toBe(0);
    await close();
  });

  test('says in words what became of each delivery', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta');
    await page.getByText('Detalles técnicos').click();
    await page.getByRole('region', { name: 'Envíos a la DGII' }).getByText('La DGII lo recibió').waitFor();
    await close();
  });

  test('keeps its codes folded, and the keyboard opens them', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta');
    const folded = page.getByText('Detalles técnicos');
    await folded.waitFor();
    for (const text of [
      'pedido-4711',
      'b'.repeat(64),
      'f2a1c0de-0000-4000-8000-000000000001',
      'Descargar XML',
    ])
      await expectSoon(() => page.getByText(text).filter({ visible: true }).count()).toBe(0);
    // The paper has it, too.
    await expectSoon(() => page.getByText('KUyfr9').count()).toBe(1);
    await folded.press('Enter');
    for (const text of ['pedido-4711', 'b'.repeat(64), 'Descargar XML']) await page.getByText(text).waitFor();
    await expectSoon(() => page.getByText('KUyfr9').count()).toBe(2);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });
    await close();
  });

  test('shows how much notes may still take, or that a note annulled it', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E310000000960`, 'consulta');
    const left = page.getByRole('region', { name: 'Saldo para notas' });
    await left.getByText('RD$ 1,003.00').waitFor();
    await left.getByText('−236.00').waitFor();
    await expectSoon(() => left.getByText('Sin notas todavía').count()).toBe(0);
    await page.route(/\/vouchers\/E310000000960$/, async (route) => {
      const response = await route.fetch();
      const voucher = (await response.json()) as Voucher;
      const { notes } = voucher;
      const balance = notes.balance && { ...notes.balance, annulled: true };
      await route.fulfill({ response, json: { ...voucher, notes: { ...notes, balance } } });
    });
    await page.reload();
    await left.getByText('Una nota de crédito lo anuló').waitFor();
    await expectSoon(() => left.getByText('1,003.00').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    { day: 'the last day', now: '2026-12-20T20:00:00-04:00', text: 'Hasta el 20/12/2026 una nota' },
    { day: 'the day after', now: '2026-12-21T08:00:00-04:00', text: 'Pasaron 30 días' },
  ])('without notes says on $day whether a credit note returns the ITBIS', async ({ now, text }) => {
    const { page, context, close } = await site.browser.open();
    await page.clock.setFixedTime(new Date(now));
    await context.addCookies([{ name: 'role', value: 'consulta', url: site.fixture.address }]);
    await page.goto(`${site.fixture.address}${here}/comprobantes/E410000000996`);
    await page.getByText(`Sin notas todavía. ${text}`).waitFor();
    await close();
  });

  test('says how it is paid, and where the mail to the customer goes', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E310000001000`, 'consulta');
    const payment = page.getByRole('region', { name: 'Pago' });
    await payment.getByText('Contado').waitFor();
    await payment.getByText('compras@comprador.example').waitFor();
    await close();
  });

  test('sent again while a person looks at DGII: the person looks once more before saying what is there', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E330000000998`);
    let now = {};
    await page.route(/\/vouchers\/E330000000998$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...now } });
    });
    await page.route(/\/confirm$/, (route) => {
      if ((route.request().postDataJSON() as { deliveries: number }).deliveries === 2)
        return route.fallback();
      // The page learns it from the refusal, not before.
      now = { endedDeliveries: 2 };
      return route.fulfill({ status: 409, json: { code: 'CHANGED_MEANWHILE', mensaje: 'Avanzó.' } });
    });
    const name = 'Confirmar lo que muestra la DGII';
    const dialog = page.getByRole('dialog', { name: new RegExp(name) });
    const confirm = async () => {
      await dialog.getByLabel('Qué muestra la oficina virtual').selectOption('rejected');
      await dialog.getByLabel('Nota').fill('La consulta lo rechaza');
      await dialog.getByRole('button', { name }).click();
    };
    await page.getByRole('button', { name }).click();
    await confirm();
    await dialog.getByRole('alert').getByText('lo que vio antes ya no vale').waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Ya miré' }).press('Enter');
    await confirm();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      { attempt: 1, note: 'La consulta lo rechaza', found: 'rejected', deliveries: 2 },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    { name: 'Forzar el envío', role: 'operador' },
    { name: 'Anular', role: 'soporte' },
  ])(
    'sent again before the person decides: the person looks once more before "$name"',
    async ({ name, role }) => {
      const { page, close } = await visit(`${here}/comprobantes/E330000000998`, role);
      await page.getByText('Qué hacer').waitFor();
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nota').fill('No llegó.');
      await dialog.getByLabel('Escriba el e-NCF de nuevo').fill('E330000000998');
      // The page reads the voucher again every few seconds.
      await page.route(/\/vouchers\/E330000000998$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), endedDeliveries: 2 } });
      });
      await dialog.getByRole('alert').getByText('lo que vio antes ya no vale').waitFor();
      const decide = dialog.getByRole('button', { name, exact: true });
      await expectSoon(() => decide.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Ya miré' }).press('Enter');
      await decide.click();
      await dialog.waitFor({ state: 'hidden' });
      expect(site.fixture.received.map(({ body }) => body)).toEqual([
        { attempt: 1, note: 'No llegó.', encf: 'E330000000998', deliveries: 2 },
      ]);
      await close();
    },
  );

  test('a file is seen to be on its way, and its address is there until the browser has surely read it', async () => {
    const { page, close, faults } = await site.open(`${here}/comprobantes/E410000000996`, 'operador');
    await page.clock.install();
    await page.evaluate(`globalThis.revoked = 0; URL.revokeObjectURL = () => { globalThis.revoked += 1; }`);
    const revoked = () => page.evaluate<number>('globalThis.revoked');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/xml\?/, async (route) => {
      await answered;
      await route.fulfill({ body: '<ECF/>', contentType: 'application/xml' });
    });
    await page.getByText('Detalles técnicos').click();
    const link = page.getByRole('link', { name: 'Descargar XML' });
    await link.click();
    await page.locator('a.button[aria-busy="true"]').waitFor();
    await expectSoon(() => link.evaluate((busy) => getComputedStyle(busy).cursor)).toBe('default');
    const saved = page.waitForEvent('download');
    answer();
    await saved;
    await page.locator('a.button[aria-busy="true"]').waitFor({ state: 'detached' });
    await expectSoon(() => link.evaluate((rested) => getComputedStyle(rested).cursor)).toBe('pointer');
    await page.clock.runFor(10_000);
    await expectSoon(() => revoked()).toBe(0);
    await page.clock.runFor(35_000);
    await expectSoon(() => revoked()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a file that the service does not give says why', async () => {
    const { page, context, close } = await visit(`${here}/comprobantes/E410000000996`);
    const busy = { code: 'TOO_MANY_REQUESTS', mensaje: 'Demasiadas solicitudes.' };
    await page.route(/\/xml\?/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: busy }),
    );
    await page.getByText('Detalles técnicos').click();
    await page.getByRole('link', { name: 'Descargar XML' }).click();
    await page.getByRole('alert').getByText('Demasiadas solicitudes. Espere 30 s.').waitFor();
    await context.clearCookies();
    await page.getByRole('link', { name: 'Descargar el PDF' }).click();
    await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
    await close();
  });

  test('a decision needs a note and the e-NCF typed again', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E330000000998`);
    await page.getByText('Qué hacer').waitFor();
    await page.getByRole('button', { name: 'Forzar el envío' }).click();
    const dialog = page.getByRole('dialog', { name: /Forzar el envío/ });
    const force = dialog.getByRole('button', { name: 'Forzar el envío' });
    await dialog.getByLabel('Nota').fill('La oficina virtual no lo muestra.');
    await dialog.getByLabel('Escriba el e-NCF de nuevo').fill('E330000000999');
    await dialog.getByText('No es el e-NCF de este comprobante.').waitFor();
    await expectSoon(() => force.isDisabled()).toBe(true);
    await dialog.getByLabel('Escriba el e-NCF de nuevo').fill('e330000000998');
    await force.dblclick();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([
      {
        method: 'POST',
        path: '/companies/1/certification/vouchers/E330000000998/force',
        body: { attempt: 1, note: 'La oficina virtual no lo muestra.', encf: 'E330000000998', deliveries: 1 },
      },
    ]);
    await close();
  });

  test('while no worker runs, summary and voucher say so, and nothing looks healthy', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E330000000998`);
    const stopped = page.getByText('El servicio no está procesando en este momento');
    await page.getByText('Qué hacer').waitFor();
    await expectSoon(() => stopped.count()).toBe(0);
    for (const path of [/\/summary$/, /\/vouchers\/E330000000998$/])
      await page.route(path, async (route) => {
        const response = await route.fetch();
        const json = { ...((await response.json()) as object), waiting: [], processing: false };
        await route.fulfill({ response, json: path.test('/summary') ? json : { ...json, waiting: null } });
      });
    await page.reload();
    await stopped.waitFor();
    await page.getByText('nada se pierde').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Inicio' }).click();
    await stopped.waitFor();
    await page.getByText('Los que no tienen resultado esperan al servicio.').waitFor();
    await expectSoon(() => page.getByText('Nada espera').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('a note is shown on paper and with all its fields, and leads to the voucher that it modifies', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E340000000997`, 'consulta');
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await paper.getByText('Nota de crédito electrónica').waitFor();
    await paper.getByText('Razón social cliente:').waitFor();
    await paper.getByText('Total RD$').waitFor();
    await expectSoon(() => paper.locator('tbody tr').count()).toBe(1);
    await page.getByText('Detalles técnicos').click();
    const content = page.getByRole('region', { name: 'Todos los campos' });
    await content.getByText('Razón social o nombre del comprador').waitFor();
    await content.getByRole('region', { name: 'Líneas (1)' }).locator('tbody tr').waitFor();
    await content.getByText('Monto total', { exact: true }).waitFor();
    await paper.getByRole('link', { name: 'E310000001000' }).click();
    await page.getByRole('heading', { level: 1, name: 'E310000001000' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('on paper is only the page itself, without menu and buttons', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E310000001000`);
    const content = page.getByRole('article', { name: 'El comprobante' });
    await content.waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.top', '.side', '.demo', '.button', '.filters'])
      await expectSoon(() => page.locator(part).filter({ visible: true }).count()).toBe(0);
    await expectSoon(() => content.isVisible()).toBe(true);
    await close();
  });

  test('of many lines the paper shows the first thirty, the list of fields a hundred, and both say where the others are', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E320000000999`, 'consulta');
    await page.getByText('Aquí están las primeras 30 de 1,200 líneas. El PDF').waitFor();
    const paper = page.getByRole('article', { name: 'El comprobante' });
    await expectSoon(() => paper.locator('tbody tr').count()).toBe(30);
    await page.getByText('Detalles técnicos').click();
    const lines = page.getByRole('region', { name: 'Líneas (1,200)' });
    await page.getByText('Aquí están las primeras 100 de 1,200 líneas.').waitFor();
    await expectSoon(() => lines.locator('tbody tr').count()).toBe(100);
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSoon(() => overflow(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    { of: 'the demo', demo: true, links: 0 },
    { of: 'a company', demo: false, links: 1 },
  ])('of $of has $links links to the page of the real DGII', async ({ demo, links }) => {
    const path = `${here}/comprobantes/E410000000996`;
    const { page, close } = await visit(path, 'consulta', {}, (opening) =>
      opening.route(/\/session$/, async (route) => {
        const response = await route.fetch();
        const session = (await response.json()) as Session;
        await route.fulfill({ response, json: { ...session, service: { ...session.service, demo } } });
      }),
    );
    await page.getByRole('img', { name: 'Código QR del comprobante' }).waitFor();
    await expectSoon(() => page.locator('a[href*="dgii.gov.do"]').count()).toBe(links);
    await expectSoon(() => page.getByText('el código QR lleva a la DGII real').count()).toBe(demo ? 1 : 0);
    await close();
  });

  test('its JSON keeps every digit', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`);
    // The QR code moves what is below it while it loads. A press that ends beside its target has no effect.
    await page.getByRole('img', { name: 'Código QR del comprobante' }).waitFor();
    await page.getByText('Detalles técnicos').click();
    await page.getByRole('button', { name: 'Ver JSON' }).click();
    await page.getByText('1234567890123456.10').waitFor();
    await close();
  });
});

describe('what a voucher’s page says to do', () => {
  const spent = 'El número se gastó: corrija y emita con otro.';

  test('after a rejection stands beside the links that do it, for those who may issue', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes/E440000000994`);
    const advice = page.locator('.notice', { hasText: spent });
    await advice.getByRole('link', { name: 'Nuevo intento con este número' }).waitFor();
    await advice.getByRole('link', { name: 'Copiar a uno nuevo' }).waitFor();
    // The cause is there, too, and nowhere else.
    await advice.getByText('La secuencia ya fue utilizada.').waitFor();
    await expectSoon(() => page.getByText('La secuencia ya fue utilizada.').count()).toBe(1);
    await expectSoon(() => page.getByRole('link', { name: 'Copiar a uno nuevo' }).count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('offers no further attempt of a voucher that was annulled', async () => {
    const { page, close } = await visit(`${here}/resumen`);
    const path = /\/vouchers\/E440000000994(\?.*)?$/;
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const annulled = { state: 'annulled', status: 'Anulado' };
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...annulled } });
    });
    await page.goto(`${site.fixture.address}${here}/comprobantes/E440000000994`);
    await page.getByRole('link', { name: 'Copiar a uno nuevo' }).waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Nuevo intento con este número' }).count()).toBe(0);
    await close();
  });

  test('is there without the links for those who only read', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E440000000994`, 'consulta');
    const advice = page.locator('.notice', { hasText: spent });
    await advice.waitFor();
    await expectSoon(() => advice.getByRole('link').count()).toBe(0);
    await close();
  });

  test('a delivery that runs is not called unanswered', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E330000000998`);
    await page.getByText('Detalles técnicos').click();
    const deliveries = page.getByRole('region', { name: 'Envíos a la DGII' }).first();
    await deliveries.getByText('Enviando…').waitFor();
    await expectSoon(() => page.getByText('Sin respuesta').count()).toBe(0);
    await close();
  });
});

test('of a large range, a request for annulment takes as many numbers as it may have', async () => {
  const { page, close } = await visit('/empresas/1/production/resumen');
  await page.route(/\/annulments\/candidates$/, (route) =>
    route.fulfill({
      json: {
        unused: [{ desde: 'E310000000007', hasta: 'E310000000009', count: 3 }],
        remaining: [{ desde: 'E310000001000', hasta: 'E310001000999', count: 1_000_000 }],
        more: false,
      },
    }),
  );
  await page.goto(`${site.fixture.address}/empresas/1/production/maestro/anulaciones`);
  await page.getByRole('button', { name: 'Añadir a la solicitud: E310000000007' }).click();
  await page.getByRole('button', { name: 'Añadir a la solicitud: E310000001000' }).click();
  await page.getByText('Son 10,000. Escriba la cantidad para confirmar.').waitFor();
  // Three numbers were in the request before.
  await expectSoon(() => page.getByLabel('Hasta').last().inputValue()).toBe('E310000010996');
  await close();
});

test.each([
  { place: `${here}/comprobantes`, text: 'En certificación se emiten en la sección' },
  { place: '/empresas/1/production/comprobantes', text: 'Los emite el sistema de la empresa, por la API, o' },
  { place: '/empresas/1/production/resumen', text: 'Los emite el sistema de la empresa, por la API, o' },
  { place: '/empresas/1/production/certificacion', text: 'En precertificación y en producción se emite con' },
])('$place says where vouchers are issued', async ({ place, text }) => {
  const { page, close } = await visit('/cuenta');
  await page.route(/\/vouchers\?|\/vouchers$/, (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.goto(`${site.fixture.address}${place}`);
  await page.getByText(text).waitFor();
  await close();
});

/** The words of the pressed button. */
const chosenPaper = (page: Page) =>
  page.getByRole('group', { name: 'Papel' }).locator('[aria-pressed="true"]').textContent();

describe('the printed form', () => {
  test('of a voucher opens in a tab of its own, or is saved, on the chosen paper', async () => {
    const { page, context, close, faults } = await visit(`${here}/comprobantes/E410000000996`, 'consulta');
    const print = page.getByRole('link', { name: 'Imprimir' });
    await print.waitFor();
    const address = '/app/api/companies/1/certification/vouchers/E410000000996/print?attempt=1&format=';
    await expectSoon(() => print.getAttribute('href')).toBe(`${address}letter`);
    await expectSoon(() => chosenPaper(page)).toBe('Carta');
    await page.getByRole('button', { name: '80 mm' }).click();
    for (const link of [print, page.getByRole('link', { name: 'PDF', exact: true })]) {
      await expectSoon(() => link.getAttribute('href')).toBe(`${address}80mm`);
      await expectSoon(() => link.getAttribute('target')).toBe('_blank');
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar el PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('E410000000996-80mm.pdf');
    expect(readFileSync(await download.path(), 'utf8')).toBe('%PDF-1.7');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar el enlace del comprador' }).click();
    await page.getByText('Copiado').waitFor();
    await expectSoon(() => page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^https:\/\/facturas\.example\/c\//,
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('of the next voucher starts with the paper that was chosen last', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E410000000996`, 'consulta');
    await page.getByRole('button', { name: '58 mm' }).click();
    await page.goto(`${site.fixture.address}${here}/comprobantes/E310000001000`);
    await page.getByRole('group', { name: 'Papel' }).waitFor();
    await expectSoon(() => chosenPaper(page)).toBe('58 mm');
    await expectSoon(() => page.getByRole('link', { name: 'Imprimir' }).getAttribute('href')).toMatch(
      /format=58mm$/,
    );
    await close();
  });

  test('a logo is checked and shown before it is saved; only what changed is sent', async () => {
    const { page, close, faults } = await visit('/empresas/1/empresa', 'administrador');
    const file = page.getByLabel('Logotipo', { exact: true }).and(page.locator('input'));
    const choose = (name: string, buffer: Buffer) => file.setInputFiles({ name, mimeType: '', buffer });
    const error = (text: string) => page.getByRole('alert').getByText(text).waitFor();
    await choose('grande.png', Buffer.alloc(100 * 1024 + 1));
    await error('El logotipo tiene más de 100 KB.');
    await choose('texto.svg', Buffer.from('hola'));
    await error('El archivo no es un PNG ni un SVG que se pueda leer.');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>');
    await choose('logo.svg', svg);
    const shown = page.getByRole('img', { name: 'Logotipo' });
    await until('the logo is drawn', async () => {
      const width = await shown.evaluate(
        (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
      );
      return width === 90;
    });
    await page.getByLabel('Columna Valor').selectOption('con-itbis');
    const card = page.getByRole('region', { name: 'Representación impresa' });
    await card.getByRole('button', { name: 'Guardar' }).dblclick();
    await page.getByText('Guardado. Vale para').waitFor();
    expect(site.fixture.received).toEqual([
      {
        method: 'PATCH',
        path: '/companies/1/printed-form',
        body: { logo: svg.toString('base64'), valueColumn: 'con-itbis' },
      },
    ]);
    await expectSoon(() => page.getByRole('link', { name: 'Ver el ejemplo' }).getAttribute('href')).toBe(
      '/app/api/companies/1/printed-form/sample?format=letter',
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('what another person changed since the form was opened stays as that person left it', async () => {
    const { page, context, close } = await site.browser.open();
    await page.clock.install();
    await context.addCookies([{ name: 'role', value: 'administrador', url: site.fixture.address }]);
    await page.goto(`${site.fixture.address}/empresas/1/empresa`);
    await page.getByLabel('Columna Valor').waitFor();
    await page.route(/\/printed-form$/, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), color: '#aa2200' } });
    });
    const again = page.waitForResponse(/\/printed-form$/);
    await page.clock.fastForward('02:00');
    await page.evaluate(`globalThis.dispatchEvent(new Event('visibilitychange'))`);
    await again;
    await page.getByLabel('Columna Valor').selectOption('con-itbis');
    const card = page.getByRole('region', { name: 'Representación impresa' });
    await card.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Guardado. Vale para').waitFor();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([{ valueColumn: 'con-itbis' }]);
    await close();
  });

  test('a refused colour is shown at its field, and can be the usual one again', async () => {
    const { page, close } = await visit('/empresas/1/empresa', 'administrador');
    const color = page.getByLabel('Color de títulos y líneas');
    const card = page.getByRole('region', { name: 'Representación impresa' });
    const save = card.getByRole('button', { name: 'Guardar' });
    await color.fill('#12');
    await save.click();
    await page.getByText('El color se escribe #rrggbb.').waitFor();
    await expectSoon(() => color.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Usar el color de siempre' }).click();
    await expectSoon(() => color.inputValue()).toBe('#3f7f86');
    await save.click();
    await page.getByText('Guardado. Vale para').waitFor();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([{ color: '#12' }, { color: null }]);
    await close();
  });

  test('links are revoked after a question, which the person can answer with no', async () => {
    const { page, close } = await visit('/empresas/1/empresa', 'administrador');
    const ask = page.getByRole('button', { name: 'Anular todos los enlaces' });
    const dialog = page.getByRole('dialog', { name: 'Anular todos los enlaces' });
    await ask.click();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(site.fixture.received).toEqual([]);
    await ask.click();
    await dialog.getByRole('button', { name: 'Anular todos los enlaces' }).dblclick();
    await page.getByText('Los enlaces anteriores ya no abren.').waitFor();
    expect(site.fixture.received).toEqual([
      { method: 'POST', path: '/companies/1/printed-form/revoke-links', body: {} },
    ]);
    await close();
  });

  test('a person who may only read cannot change it', async () => {
    const { page, close } = await visit('/empresas/1/empresa', 'consulta');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectSoon(() => page.getByText('Representación impresa').count()).toBe(0);
    await close();
  });
});

describe('the settings of a company', () => {
  /** A company whose settings are what was sent last. */
  async function settingsOf(role: string, start: Partial<CompanyDetails> = {}) {
    let company: CompanyDetails = { ...fixtureCompany, originChange: null, ...start };
    const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
    const answer = async (route: Route) => {
      const request = route.request();
      const path = /companies\/1(.*)$/.exec(request.url())?.[1] ?? '';
      if (request.method() === 'GET' && path === '') return route.fulfill({ json: company });
      if (request.method() !== 'PATCH') return route.continue();
      const body = request.postDataJSON() as Record<string, unknown>;
      sent.push({ path, body });
      if (path !== '/environment') company = { ...company, ...body };
      else
        company = {
          ...company,
          environment: body['to'] as CompanyDetails['environment'],
          productionAllowed:
            body['consent'] === 'allow' || (company.productionAllowed && body['consent'] !== 'deny'),
        };
      return route.fulfill({
        json: path === '/origin' ? { outcome: 'started', readyAt: null, abandoned: 0 } : body,
      });
    };
    const opened = await visit('/empresas/1/empresa', role, {}, (opening) =>
      opening.route(/\/api\/companies\/1(\/[-a-z]+)?$/, answer),
    );
    return { ...opened, sent };
  }

  test('one button saves all changes in one request, once, and a screen reader hears so', async () => {
    const { page, close, sent } = await settingsOf('administrador');
    const form = page.getByRole('form', { name: 'Ajustes de la empresa' });
    const bar = form.getByRole('region', { name: 'Cambios sin guardar' });
    const status = form.getByRole('status');
    await form.getByRole('combobox', { name: 'Faltas condicionales' }).waitFor();
    await expectSoon(() => bar.count()).toBe(0);
    // A screen reader announces only what appears in a region that was there before.
    await expectSoon(() => status.textContent()).toBe('');
    await form.getByRole('combobox', { name: 'Faltas condicionales' }).selectOption('allow');
    await form.getByRole('combobox', { name: 'Envío diferido' }).selectOption('allow');
    await form.getByRole('combobox', { name: 'Números de comprobantes rechazados' }).selectOption('allow');
    await form.getByLabel('También los gubernamentales').check();
    await form.getByRole('textbox', { name: 'Razón social' }).fill(' EMPRESA CORREGIDA SRL ');
    await bar.getByText('5 ajustes cambiados').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });
    await bar.getByRole('button', { name: 'Guardar' }).dblclick();
    await status.getByText('Guardado.').waitFor();
    expect(sent).toEqual([
      {
        path: '/settings',
        body: {
          razonSocial: 'EMPRESA CORREGIDA SRL',
          conditional: 'allow',
          deferredSending: 'allow',
          annulRejected: 'allow',
          buyerDelivery45: 'on',
        },
      },
    ]);
    await page.getByRole('heading', { name: 'EMPRESA CORREGIDA SRL' }).waitFor();
    await expectSoon(() => bar.count()).toBe(0);
    // The next change is not saved yet.
    await form.getByRole('combobox', { name: 'Faltas condicionales' }).selectOption('block');
    await status.getByText('Guardado.').waitFor({ state: 'hidden' });
    await bar.getByRole('button', { name: 'Deshacer los cambios' }).click();
    await expectSoon(() => form.getByRole('combobox', { name: 'Faltas condicionales' }).inputValue()).toBe(
      'allow',
    );
    await close();
  });

  test('a fault is shown at its field, also the one that the service finds, and nothing is lost', async () => {
    const { page, close, sent } = await settingsOf('administrador', {
      approvals: { mode: 'manual', days: null },
    });
    const form = page.getByRole('form', { name: 'Ajustes de la empresa' });
    const save = form.getByRole('button', { name: 'Guardar' });
    await form.getByLabel('Cómo se decide').selectOption('reminder');
    const days = form.getByLabel('Días hasta el recordatorio');
    await days.fill('400');
    await expectSoon(() => days.getAttribute('aria-invalid')).not.toBe('true');
    await save.click();
    await form.getByText('Escriba los días, de 1 a 365.').waitFor();
    await expectSoon(() => days.getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    await days.fill('10');
    const refused = { code: 'NAME_INVALID', mensaje: 'La razón social no sirve.', campo: 'razonSocial' };
    await page.route(/\/settings$/, (route) => route.fulfill({ status: 400, json: refused }), { times: 1 });
    await save.click();
    await form.getByText('La razón social no sirve.').waitFor();
    await expectSoon(() =>
      form.getByRole('textbox', { name: 'Razón social' }).getAttribute('aria-invalid'),
    ).toBe('true');
    await expectSoon(() => days.inputValue()).toBe('10');
    await save.click();
    await form.getByRole('status').getByText('Guardado.').waitFor();
    expect(sent).toEqual([{ path: '/settings', body: { approvals: { mode: 'reminder', days: 10 } } }]);
    await close();
  });

  test('a person who leaves with changes is asked, and can stay with them', async () => {
    const { page, close, sent } = await settingsOf('administrador');
    const form = page.getByRole('form', { name: 'Ajustes de la empresa' });
    await form.getByRole('combobox', { name: 'Envío diferido' }).selectOption('allow');
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
    await page.getByRole('link', { name: 'Inicio' }).click();
    await question.getByText('se pierden').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await expectSoon(() => form.getByRole('combobox', { name: 'Envío diferido' }).inputValue()).toBe('allow');
    await page.getByRole('link', { name: 'Inicio' }).click();
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await page.waitForURL(/resumen$/);
    expect(sent).toEqual([]);
    // The form is gone, so nobody is asked.
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    await page.goBack();
    await form.getByRole('combobox', { name: 'Envío diferido' }).waitFor();
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.waitForURL(/resumen$/);
    await close();
  });

  test.each(['Ambiente', 'Quién asigna los números'])(
    '%s says what was done in a spoken message',
    async (card) => {
      const { page, close } = await settingsOf('soporte', { openVouchers: 0 });
      const region = page.getByRole('region', { name: card });
      if (card === 'Ambiente') await region.getByLabel('Ambiente').selectOption('pre-certification');
      await region.getByRole('button', { name: /Cambiar el ambiente|Comenzar/ }).click();
      await region
        .getByRole('status')
        .getByText(/Guardado|Cambio comenzado/)
        .waitFor();
      await close();
    },
  );

  test('support withdraws the consent to production after reading what follows from it', async () => {
    const { page, close, sent } = await settingsOf('soporte', {
      environment: 'production',
      productionAllowed: true,
      pending: { certification: 2 },
      openVouchers: 2,
    });
    const region = page.getByRole('region', { name: 'Consentimiento a producción' });
    await region.getByRole('button', { name: 'Retirar el consentimiento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retirar el consentimiento' });
    await dialog.getByText('deja de emitir en producción').waitFor();
    await dialog.getByText('la empresa tiene que consentir otra vez').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Ambiente al que pasa').selectOption('certification');
    await dialog.getByLabel('Cambiar aunque haya comprobantes').check();
    await dialog.getByRole('button', { name: 'Retirar el consentimiento' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    await region.getByRole('status').getByText('Consentimiento retirado').waitFor();
    expect(sent).toEqual([
      { path: '/environment', body: { to: 'certification', consent: 'deny', withOpenVouchers: true } },
    ]);
    await region.getByRole('button').waitFor({ state: 'detached' });
    await expectSoon(() =>
      page.getByRole('region', { name: 'Ambiente' }).getByLabel('Ambiente').inputValue(),
    ).toBe('certification');
    await close();
  });

  test('the consent is not withdrawn while vouchers of production have no result', async () => {
    const { page, close, sent } = await settingsOf('soporte', {
      productionAllowed: true,
      pending: { production: 3 },
      openVouchers: 3,
    });
    await page.getByRole('button', { name: 'Retirar el consentimiento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retirar el consentimiento' });
    await dialog.getByText('sin resultado final: 3').waitFor();
    // It must not say what follows from a withdrawal that cannot be.
    await expectSoon(() => dialog.getByText(/La empresa sigue|se detiene/).count()).toBe(0);
    const withdraw = dialog.getByRole('button', { name: 'Retirar el consentimiento' });
    await expectSoon(() => withdraw.isDisabled()).toBe(true);
    expect(sent).toEqual([]);
    await close();
  });

  test('the consent is given with the change to production, and only there', async () => {
    const { page, close, sent } = await settingsOf('soporte', { openVouchers: 0 });
    const region = page.getByRole('region', { name: 'Ambiente' });
    await region.getByLabel('Ambiente').selectOption('production');
    await region.getByLabel('La empresa permite emitir en producción').check();
    await region.getByRole('button', { name: 'Cambiar el ambiente' }).click();
    await region.getByRole('status').getByText('Guardado.').waitFor();
    expect(sent).toEqual([{ path: '/environment', body: { to: 'production', consent: 'allow' } }]);
    await close();
  });

  test('an administrador does not see the consent, and a person who only reads sees no form', async () => {
    const own = await settingsOf('administrador', { productionAllowed: true });
    await own.page.getByRole('region', { name: 'Envío diferido' }).waitFor();
    await expectSoon(() => own.page.getByRole('button', { name: 'Retirar el consentimiento' }).count()).toBe(
      0,
    );
    await own.close();
    const reader = await settingsOf('consulta');
    await reader.page.getByText('La DGII no lo autorizó').waitFor();
    await expectSoon(() => reader.page.getByRole('button', { name: 'Guardar' }).count()).toBe(0);
    await reader.close();
  });
});

test('a user is disabled, and a person removed, after a question', async () => {
  const { page, close } = await visit('/empresas/1/usuarios', 'administrador');
  await page.getByRole('button', { name: 'Desactivar: erp' }).click();
  const user = page.getByRole('dialog', { name: 'Desactivar: erp' });
  await user.getByText('deja de poder enviar comprobantes').waitFor();
  expect(site.fixture.received).toEqual([]);
  await user.getByRole('button', { name: 'Desactivar' }).click();
  await user.waitFor({ state: 'hidden' });
  expect(site.fixture.received).toMatchObject([{ body: { disabled: true } }]);

  await page.getByRole('link', { name: 'Personas' }).click();
  await page
    .getByRole('button', { name: /^Cerrar sesiones/ })
    .first()
    .click();
  await page.getByRole('status').getByText('Sus sesiones se cerraron.').waitFor();
  await page
    .getByRole('button', { name: /^Cambiar rol/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: /^Cambiar rol/ })
    .getByLabel(/^Quitar a esta persona/)
    .check();
  const person = page.getByRole('dialog', { name: /^Quitar de la empresa/ });
  await person.getByRole('button', { name: 'Quitar de la empresa' }).click();
  await person.waitFor({ state: 'hidden' });
  expect(site.fixture.received.at(-1)).toMatchObject({ method: 'PATCH', body: { role: null } });
  await close();
});

test('a long list grows by a button', async () => {
  const { page, close } = await visit('/empresas/1/auditoria', 'administrador');
  await expectRows(page, 1);
  await page.getByRole('button', { name: 'Mostrar más' }).click();
  await page.getByRole('button', { name: 'Mostrar más' }).waitFor({ state: 'hidden' });
  await expectSoon(() => page.locator('tbody tr').count()).toBeGreaterThan(1);
  await close();
});

describe('the company of the address', () => {
  test('an unknown one has the page for unknown addresses; the choice says so, and leads on', async () => {
    const { page, close, faults } = await visit('/empresas/9/certification/comprobantes');
    await page.getByRole('heading', { level: 1, name: 'No existe' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ir al inicio' }).waitFor();
    const choice = page.getByRole('combobox', { name: 'Empresa' });
    const shown = () => choice.locator('option:checked').textContent();
    await expectSoon(() => shown()).toBe('Empresa desconocida');
    await expectSoon(() => page.getByRole('navigation', { name: 'Ambiente' }).count()).toBe(0);
    // The sections lead to a company that exists.
    const section = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Inicio' });
    await expectSoon(() => section.getAttribute('href')).toBe('/app/empresas/1/certification/resumen');
    await choice.selectOption({ label: 'OTRA EMPRESA DE PRUEBA SRL · 131880681' });
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    await expectSoon(() => shown()).toBe('OTRA EMPRESA DE PRUEBA SRL · 131880681');
    await expectSoon(() => choice.getByText('Empresa desconocida').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('with the keyboard, another one opens only after Enter or on leaving the choice', async () => {
    const { page, close, faults } = await visit(`${here}/comprobantes`);
    const choice = page.getByRole('combobox', { name: 'Empresa' });
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => choice.inputValue()).toBe('2');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => new URL(page.url()).pathname).toBe(`/app${here}/comprobantes`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/empresas\/2\//);
    // A page that opened has the focus. The address changes first: until the page is there, the choice still shows the company before.
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    await page.locator('main:focus').waitFor();
    await choice.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.waitForURL(/\/empresas\/1\//);
    expect(faults).toEqual([]);
    await close();
  });

  test('support opens a company that the session does not list by its address, and sees its name', async () => {
    const { page, close } = await visit('/empresas/3/certification/comprobantes', 'soporte');
    await page.getByRole('heading', { level: 1, name: 'Comprobantes' }).waitFor();
    const choice = page.getByRole('combobox', { name: 'Empresa' });
    await expectSoon(() => choice.locator('option:checked').textContent()).toBe(
      'EMPRESA DE PRUEBA SRL · 999999992',
    );
    await expectSoon(() => choice.inputValue()).toBe('');
    await close();
  });
});

describe('a file of DGII’s portal', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Firmar un XML del portal' });
  const fileOf = (name: string, text: string) => {
    return { name, mimeType: 'text/xml', buffer: Buffer.from(text) };
  };
  /** Signs as a worker does. */
  async function answerWithSignature(page: Page): Promise<void> {
    const { certificate } = makeSigner();
    await page.route(/\/portal-xml$/, (route) => {
      const { xml } = route.request().postDataJSON() as { xml: string };
      const read = readPortalXml(Buffer.from(xml, 'base64'));
      if (!read.ok)
        return route.fulfill({
          status: 400,
          json: { code: read.fault, mensaje: 'No se firma.', campo: 'xml' },
        });
      const signed = signPortalXml(read.portal, certificate).toString('base64');
      return route.fulfill({ json: { root: read.portal.root, sha256: 'f'.repeat(64), xml: signed } });
    });
  }

  test.each([
    { where: 'certification', role: 'operador' },
    { where: 'production', role: 'administrador' },
  ])('is signed in $where by the keyboard, and the browser saves it', async ({ where, role }) => {
    const { page, close, faults } = await visit(`/empresas/1/${where}/certificacion`, role);
    await answerWithSignature(page);
    await card(page)
      .getByLabel('Archivo XML')
      .setInputFiles(fileOf('Postulacion.xml', `\uFEFF${postulacion.replaceAll('\n', '\r\n')}`));
    await card(page).getByRole('button', { name: 'Firmar y descargar' }).focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('Postulacion-firmado.xml');
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, 5).toString('hex')).toBe('efbbbf3c3f');
    expect(verifyXml(bytes.toString(), 'as-received')).toMatchObject({ ok: true });
    await card(page).getByText('Firmado: Postulacion').waitFor();
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      card(page).getByRole('button', { name: 'Descargar otra vez' }).click(),
    ]);
    expect(readFileSync(await again.path()).equals(bytes)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('that must not be signed is refused at its field, and a large one is not even sent', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await answerWithSignature(page);
    const field = card(page).getByLabel('Archivo XML');
    const sign = card(page).getByRole('button', { name: 'Firmar y descargar' });
    await field.setInputFiles(fileOf('factura.xml', '<ECF><A/></ECF>'));
    await sign.click();
    await card(page).getByRole('alert').getByText('No se firma.').waitFor();
    await expectSoon(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.setInputFiles(fileOf('grande.xml', 'x'.repeat(102_401)));
    await card(page).getByRole('alert').getByText('El archivo tiene más de 100 KB').waitFor();
    await expectSoon(() => sign.isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('is nothing for a person who only reads', async () => {
    const { page, close } = await visit('/empresas/1/production/certificacion', 'consulta');
    await expectSoon(() => card(page).count()).toBe(0);
    await expectSoon(() =>
      page.getByRole('link', { name: 'Certificación', exact: true }).count(),
    ).toBeLessThan(2);
    await close();
  });
});

describe('the audit log', () => {
  test('the correlation id takes at most two lines in a usual window', async () => {
    const { page, close } = await visit('/empresas/1/auditoria', 'administrador');
    await page.setViewportSize({ width: 1280, height: 800 });
    const id = page.getByText('3f0e6c1a-7d52-4b8e-9a41-5c2d8e7f9b10').first();
    await id.waitFor();
    const lines = `(() => {
      const range = document.createRange();
      range.selectNodeContents([...document.querySelectorAll('td .mono')].at(-1));
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })()`;
    await expectSoon(() => page.evaluate<number>(lines)).toBeLessThanOrEqual(2);
    await close();
  });

  test('an act of the command line names its operator, who is no filter', async () => {
    const { page, close, faults } = await visit('/empresas/1/auditoria', 'administrador');
    await page.getByRole('button', { name: 'Mostrar más' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Cambiar qué recibe un envío repetido' });
    await row.getByRole('cell', { name: 'Línea de comandos: ana@servidor' }).waitFor();
    await expectSoon(() => row.getByRole('link').count()).toBe(0);
    const people = page.getByLabel('Persona', { exact: true }).getByRole('option');
    await expectSoon(() => people.allTextContents()).not.toContain('ana@servidor');
    expect(faults).toEqual([]);
    await close();
  });

  test('its filters are kept in the address, and days include the last one', async () => {
    const { page, close, faults } = await visit('/empresas/1/auditoria', 'administrador');
    await page.getByRole('cell', { name: 'Añadir un rango' }).waitFor();
    await page.getByLabel('Acción').selectOption({ label: 'Cambiar un rango' });
    await page.getByLabel('Persona', { exact: true }).selectOption('operador@demo.example');
    await page.getByLabel('Desde').fill('2026-11-01');
    await page.getByLabel('Hasta').fill('2026-11-20');
    const [asked] = await Promise.all([
      page.waitForRequest(/\/audit\?/),
      page.getByRole('button', { name: 'Filtrar' }).click(),
    ]);
    expect(Object.fromEntries(new URL(asked.url()).searchParams)).toEqual({
      action: 'range.change',
      person: 'p-operador',
      from: '01-11-2026',
      to: '20-11-2026',
    });
    await page.getByText('El rango se solapa con otro').waitFor();
    await page.waitForURL(/accion=range\.change/);
    await page.reload();
    await page.getByText('El rango se solapa con otro').waitFor();
    await expectRows(page, 1);
    await expectSoon(() => page.getByLabel('Acción').inputValue()).toBe('range.change');
    await expectSoon(() => page.getByLabel('Hasta').inputValue()).toBe('20/11/2026');
    // A person in the list is a filter too; the other filters stay.
    await page.getByRole('link', { name: 'administrador@demo.example' }).click();
    await page.waitForURL(/persona=p-administrador/);
    await expectSoon(() => page.url()).toContain('accion=range.change');
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await page.waitForURL(/auditoria$/);
    await page.getByRole('cell', { name: 'Añadir un rango' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

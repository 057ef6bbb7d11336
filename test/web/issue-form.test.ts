/** The form that issues certification vouchers, with handwritten answers: what it shows, keeps and sends. */
import type { Page, Route } from 'playwright-core';
import { localDate } from '../../src/ecf/model/dates.js';
import { ecfTypeList, isNote, type EcfType } from '../../src/ecf/model/ecf-types.js';
import { exampleVoucher } from '../../src/web/screens/vouchers/issue/start-voucher.js';
import { expectSoon } from '../harness/expect-soon.js';
import type { Opened } from './harness.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';
import { until } from '../harness/until.js';

const site = openSite();

interface Voucher {
  readonly Encabezado: { Totales: object };
  readonly DetallesItems: { Item: object[] };
}

/** @param last the type that the person issued last with this browser; null: none */
function visit(path: string, role = 'operador', last: EcfType | null = 31): Promise<Opened> {
  return site.visit(path, role, last === null ? {} : { [`tipo/p-${role}/1`]: String(last) });
}

/** A person who issued nothing yet opens the form, and `answer` answers its question about the company's numbers. */
const visitWithNumbers = (answer: (route: Route) => Promise<void>): Promise<Opened> =>
  site.visit(`${here}/certificacion`, 'operador', {}, (page) => page.route('**/sequences', answer));

/** A note is valid only beside the voucher that it modifies, and that one is on the server. */
const validText = (type: EcfType) =>
  isNote(type) ? 'Sin errores en esta página' : 'El comprobante es válido.';

const here = '/empresas/1/certification';

describe('the form of certification vouchers', () => {
  test.each(ecfTypeList)(
    'the example of type %i is valid in the browser, and is sent as text',
    async (type) => {
      const { page, close, faults } = await visit(`${here}/certificacion`);
      await page.getByLabel('Tipo de comprobante').selectOption(String(type));
      await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
      // Types without a range take the number of the set.
      if (type === 43 || type > 44) {
        await page.getByLabel('El del set de pruebas').check();
        await page.getByLabel(/Número del comprobante/).fill(`E${type}0000000007`);
        await page.getByLabel(/Fecha de vencimiento de la secuencia/).fill('31-12-2028');
      }
      await page.getByText(validText(type)).waitFor();
      await page.getByRole('button', { name: 'Emitir' }).dblclick();
      await page.waitForURL(/\/comprobantes\/E/);
      const [sent, ...others] = site.fixture.received;
      expect(others).toEqual([]);
      expect(sent?.path).toBe('/companies/1/certification/vouchers');
      const { ecf, reference } = sent?.body as { ecf: string; reference: string };
      expect(JSON.parse(ecf)).toMatchObject({ ECF: { Encabezado: { IdDoc: { TipoeCF: type } } } });
      expect(reference).toMatch(/^[\da-f]{32}$/);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('a voucher that was issued took a number, so the next form asks for the next one again', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    await page.getByText('El comprobante es válido.').waitFor();
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/sequences') ? 1 : 0));
    await page.getByRole('button', { name: 'Emitir' }).click();
    await page.waitForURL(/\/comprobantes\/E/);
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: /, E\d+$/ }).waitFor();
    await page.getByRole('link', { name: 'Certificación', exact: true }).last().click();
    await page.getByText('El próximo del maestro').waitFor();
    await until('the form has asked for the next number', () => Promise.resolve(asked > 0));
    await close();
  });

  test('a new attempt of a spent number keeps the number and needs a note', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E440000000994`);
    await page.getByRole('link', { name: 'Nuevo intento con este número' }).click();
    await page.getByText('El intento 1 de E440000000994 queda como está.').waitFor();
    await page.getByText('Este será el intento 2.').waitFor();
    await expectSoon(() => page.getByLabel('El próximo del maestro').isDisabled()).toBe(true);
    await expectSoon(() => page.getByRole('button', { name: 'Emitir' }).isDisabled()).toBe(true);
    await page.getByLabel('Por qué se repite').fill('La DGII reinició el set.');
    expect(site.fixture.received).toEqual([]);
    await close();
  });

  test('an amount with commas for thousands is read; a decimal comma gets a message that shows the point', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    const price = page.getByLabel('Precio unitario');
    const json = page.getByLabel('JSON', { exact: true });
    // The form follows the voucher a moment later.
    const shows = (text: string) =>
      until(`the field shows ${text}`, async () => (await price.inputValue()) === text);
    await shows('100');
    await price.fill('1,180.50');
    await expectSoon(() => price.inputValue()).toBe('1,180.50');
    await expectSoon(() => json.inputValue()).toContain('"PrecioUnitarioItem": 1180.50');
    await price.press('Tab');
    await shows('1180.50');
    await price.fill('');
    await price.pressSequentially('1,180,500.5');
    await price.press('Tab');
    await shows('1180500.5');
    await price.fill('1180,50');
    const message = page.getByText('¿Quiso escribir 1180.50?');
    // Until the person leaves the field, the number may be half typed; the list of faults has it.
    await page.getByRole('button', { name: 'ECF.DetallesItems.Item[0].PrecioUnitarioItem' }).waitFor();
    await expectSoon(() => message.count()).toBe(0);
    await price.press('Tab');
    await message.waitFor();
    await expectSoon(() => price.inputValue()).toBe('1180,50');
    await expectSoon(() => price.getAttribute('aria-invalid')).toBe('true');
    await json.fill((await json.inputValue()).replace('"1180,50"', '99.90'));
    await shows('99.90');
    expect(faults).toEqual([]);
    await close();
  });

  test('a field that is filled before the form shows what was typed into another one loses nothing', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    const price = 'ECF.DetallesItems.Item[0].PrecioUnitarioItem';
    await until(
      'the example is in the form',
      async () => (await page.locator(`[data-path="${price}"]`).inputValue()) === '100',
    );
    const texts = { 'ECF.Encabezado.Emisor.DireccionEmisor': 'Calle 7', [price]: '99.25' };
    // Both in one task of the browser, so the form cannot follow in between.
    await page.evaluate(`
      for (const [path, text] of ${JSON.stringify(Object.entries(texts))}) {
        const field = document.querySelector('[data-path="' + path + '"]');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
    const json = page.getByLabel('JSON', { exact: true });
    await until('the voucher has the price', async () => (await json.inputValue()).includes('99.25'));
    await expectSoon(() => json.inputValue()).toContain('"DireccionEmisor": "Calle 7"');
    expect(faults).toEqual([]);
    await close();
  });

  test('what DGII accepts conditionally is a warning at its field, and no error', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    const total = page.locator('[data-path="ECF.Encabezado.Totales.MontoTotal"]');
    await until('the example is in the form', async () => (await total.inputValue()) === '1180');
    await total.fill('99999');
    const field = page.locator('.field', { has: total });
    await field.getByText('Aviso: Se esperaba 1,180.00').waitFor();
    await page.getByRole('region', { name: 'Revisión' }).getByText('Aviso: Se esperaba 1,180.00').waitFor();
    await page.getByText('1 aviso condicional').waitFor();
    await expectSoon(() => field.getByRole('alert').count()).toBe(0);
    await expectSoon(() => total.getAttribute('aria-invalid')).toBeNull();
    expect(await axeFaults(page)).toEqual([]);
    // A screen reader reads the warning with the field.
    const about = (await total.getAttribute('aria-describedby'))?.split(' ').at(-1);
    await expectSoon(() => page.locator(`[id="${about}"]`).textContent()).toContain('Aviso');
    await total.fill('abc');
    await field.getByRole('alert').waitFor();
    await expectSoon(() => total.getAttribute('aria-invalid')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });

  test('what was typed stays when the person leaves the page, until it is discarded or issued', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    const restored = page.getByText('Se recuperó lo que usted había escrito');
    const price = page.getByLabel('Precio unitario');
    const leaveAndReturn = async () => {
      await page.getByRole('link', { name: 'Inicio' }).click();
      await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
      await page.getByRole('link', { name: 'Certificación', exact: true }).click();
      await price.waitFor();
    };
    await price.waitFor();
    await leaveAndReturn();
    // Nobody typed anything yet.
    await expectSoon(() => restored.count()).toBe(0);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    await until('the example is in the form', async () => (await price.inputValue()) === '100');
    await price.fill('123.45');
    await leaveAndReturn();
    await restored.waitFor();
    await expectSoon(() => price.inputValue()).toBe('123.45');
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await restored.waitFor();
    await page.getByRole('button', { name: 'Descartar y empezar de nuevo' }).click();
    await until('the form is empty', async () => (await price.inputValue()) === '');
    await expectSoon(() => restored.count()).toBe(0);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    await page.getByText('El comprobante es válido.').waitFor();
    await page.getByRole('button', { name: 'Emitir' }).click();
    await page.waitForURL(/\/comprobantes\/E/);
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: /, E\d+$/ }).waitFor();
    await page.getByRole('link', { name: 'Certificación', exact: true }).click();
    await price.waitFor();
    await expectSoon(() => restored.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('a draft belongs to one person and company, keeps its reference, and ends with the session', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    /** The draft of the first company. */
    const draft = () =>
      page.evaluate<string | undefined>(
        `Object.entries(sessionStorage).find(([key]) => key.startsWith('borrador/') && key.includes('/1/'))?.[1]`,
      );
    const price = page.getByLabel('Precio unitario');
    await price.fill('7');
    await until('the draft is kept', async () => (await draft())?.includes(' 7'));
    const { reference } = JSON.parse((await draft()) ?? '') as { reference: string };
    await page.goto(`${site.fixture.address}/empresas/2/certification/certificacion`);
    await price.waitFor();
    await expectSoon(() => price.inputValue()).toBe('');
    await page.goto(`${site.fixture.address}${here}/certificacion`);
    await until('the draft is there again', async () => (await price.inputValue()) === '7');
    await price.fill('8');
    await until('the change is kept', async () => (await draft())?.includes(' 8'));
    expect(JSON.parse((await draft()) ?? '')).toMatchObject({ reference });
    // Back from the form of one company straight to that of another, both already loaded.
    await page.getByRole('combobox', { name: 'Empresa' }).selectOption('2');
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    await page.getByRole('link', { name: 'Certificación', exact: true }).click();
    await price.fill('9');
    await page.evaluate('history.go(-2)');
    await page.waitForURL(`**${here}/certificacion`);
    await until('the first draft is shown', async () => (await price.inputValue()) === '8');
    await page.getByRole('button', { name: 'Salir' }).click();
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor();
    expect(await draft()).toBeUndefined();
    await close();
  });

  test('form and JSON show the same voucher, a fault leads to its field, amounts keep their digits', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    const price = page.getByLabel('Precio unitario');
    await until('the example is in the form', async () => (await price.inputValue()) === '100');
    await price.fill('100.10');
    const json = page.getByLabel('JSON', { exact: true });
    await expectSoon(() => json.inputValue()).toContain('"PrecioUnitarioItem": 100.10');
    await json.fill((await json.inputValue()).replace('"TipoPago": 1', '"TipoPago": 7'));
    const fault = page.getByRole('button', { name: 'ECF.Encabezado.IdDoc.TipoPago' });
    await fault.click();
    await expectSoon(() => page.evaluate('document.activeElement.dataset.path')).toBe(
      'ECF.Encabezado.IdDoc.TipoPago',
    );
    await expectSoon(() => page.getByRole('button', { name: 'Emitir' }).isDisabled()).toBe(true);
    await json.fill('{"ECF":');
    await page.getByText('El JSON no se puede leer.').first().waitFor();
    await page.getByRole('status').getByText('JSON que no se puede leer').waitFor();
    expect(site.fixture.received).toEqual([]);
    await close();
  });

  test('the amounts of the lines and the totals are computed, and what was there before can be taken back', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    const json = page.getByLabel('JSON', { exact: true });
    await until('the example', async () => (await json.inputValue()).includes('"PrecioUnitarioItem": 100'));
    const { ECF } = JSON.parse(await json.inputValue()) as { ECF: Voucher };
    ECF.DetallesItems.Item = [
      { ...ECF.DetallesItems.Item[0], CantidadItem: 3, PrecioUnitarioItem: 33.33, MontoItem: 1 },
    ];
    ECF.Encabezado.Totales = {};
    const typed = JSON.stringify({ ECF });
    await json.fill(typed);
    await page.getByRole('button', { name: 'Calcular montos y totales' }).click();
    await page
      .getByText(
        'Cambió: ITBIS1, MontoItem, MontoGravadoI1, MontoGravadoTotal, TotalITBIS1, TotalITBIS, MontoTotal.',
      )
      .waitFor();
    await page.getByText('El comprobante es válido.').waitFor();
    await expectSoon(async () => JSON.parse(await json.inputValue()) as unknown).toMatchObject({
      ECF: {
        DetallesItems: { Item: [{ MontoItem: 99.99 }] },
        Encabezado: { Totales: { MontoTotal: 117.99 } },
      },
    });
    await page.getByRole('button', { name: 'Calcular montos y totales' }).click();
    await page.getByRole('status').getByText('No hay nada que cambiar.').waitFor();
    await page.getByRole('button', { name: 'Intercambiarlos' }).click();
    await expectSoon(() => json.inputValue()).toBe(typed);
    await json.fill('{"ECF":');
    await page.getByRole('button', { name: 'Calcular montos y totales', disabled: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  // `npm run bench -- web` measures how long the page stops.
  test('a field that a person empties keeps the focus, and one that a fault names is in the form', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await fillExample(page);
    const totals = 'ECF.Encabezado.Totales';
    await page.locator(`[data-path="${totals}.MontoGravadoI1"]`).fill('');
    await page.getByRole('button', { name: `${totals}.MontoGravadoI1` }).waitFor();
    await page.keyboard.type('1,000');
    const json = page.getByLabel('JSON', { exact: true });
    await expectSoon(() => json.inputValue()).toContain('"MontoGravadoI1": 1000');
    await json.fill((await json.inputValue()).replace(/"TotalITBIS1": \d+,/, ''));
    await page.getByRole('button', { name: `${totals}.TotalITBIS1` }).click();
    await page.keyboard.type('180');
    await page.getByText('El comprobante es válido.').waitFor();
    await expectSoon(() => json.inputValue()).toContain('"TotalITBIS1": 180');
    await close();
  });

  test('a voucher of 1,000 lines is checked in a thread of its own, and the form shows five lines', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    await page.getByText('El comprobante es válido.').waitFor();
    const voucher = JSON.parse(await page.getByLabel('JSON', { exact: true }).inputValue()) as {
      ECF: { DetallesItems: { Item: object[] } };
    };
    const [line] = voucher.ECF.DetallesItems.Item;
    voucher.ECF.DetallesItems.Item = Array.from({ length: 1000 }, (_, n) => ({
      ...line,
      NumeroLinea: n + 1,
    }));
    await expectSoon(() => page.workers().map((worker) => worker.url())).toEqual([
      expect.stringContaining('check-voucher-worker'),
    ]);
    // What the page asks its thread waits here. So the page has no faults, unless it checks the voucher itself.
    await page.evaluate(`globalThis.asked = [];
      globalThis.post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (question) { asked.push(() => post.call(this, question)); };`);
    const buffer = Buffer.from(JSON.stringify(voucher, undefined, 2));
    await page
      .getByLabel('Abrir un archivo JSON')
      .setInputFiles({ name: 'v.json', mimeType: 'application/json', buffer });
    await page.getByText(/^1–5 de 1000$/).waitFor();
    await page.waitForFunction(() => (globalThis as unknown as { asked: unknown[] }).asked.length > 0);
    const status = page.getByRole('status').filter({ hasText: /error|aviso|Revisando/ });
    await expectSoon(() => status.textContent()).toBe('Revisando…');
    await page.evaluate('asked.at(-1)()');
    await status.filter({ hasText: /error|aviso/ }).waitFor();
    await close();
  });
});

/** Fills the form with the example of the type and waits until it is valid. */
async function fillExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await page.getByText('El comprobante es válido.').waitFor();
}

const issuePath = /\/certification\/vouchers$/;

/** Answers what the form sends with a refusal of the service, and keeps the references that were sent. */
async function refuse(page: Page, status: number, refusal: object): Promise<string[]> {
  const references: string[] = [];
  await page.route(issuePath, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    references.push((route.request().postDataJSON() as { reference: string }).reference);
    await route.fulfill({ status, json: refusal });
  });
  return references;
}

test('with the keyboard, a new line has the focus in its first empty field', async () => {
  const { page, close, faults } = await visit(`${here}/certificacion`);
  await fillExample(page);
  const add = page.getByRole('button', { name: 'Añadir línea de detalle', exact: true });
  // The seventh line stands on another page of the list than the first one.
  for (let line = 2; line <= 7; line++) {
    await add.press('Enter');
    const item = page.locator(`li[data-path="ECF.DetallesItems.Item[${line - 1}]"]`);
    await item.locator(':focus').waitFor();
    await expectSoon(() => page.locator(':focus').inputValue()).toBe('');
    await page.keyboard.type('1');
    await expectSoon(() => page.getByLabel('JSON', { exact: true }).inputValue()).toContain(
      `"NumeroLinea": ${line}`,
    );
  }
  expect(faults).toEqual([]);
  await close();
});

test.each([
  { name: 'DGII did not accept it', encf: 'E310000001000' },
  { name: 'it is a note', encf: 'E340000000987' },
])('a voucher leads to no note if $name', async ({ encf }) => {
  const { page, close } = await visit(`${here}/comprobantes/${encf}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Copiar a uno nuevo' }).waitFor();
  await expectSoon(() => page.getByRole('link', { name: /^Nota de|^Corregir/ }).count()).toBe(0);
  await close();
});

describe('a voucher whose answer was lost', () => {
  test('is sent again with the same reference after the page was loaded anew, although nothing was typed', async () => {
    const { page, close } = await visit(`${here}/comprobantes/E310000001000`);
    const today = localDate(Date.now());
    const copied = exampleVoucher(31, { rnc: '999999992', razonSocial: 'EMPRESA DE PRUEBA SRL', today });
    await page.route(/\/json\?/, (route) => route.fulfill({ body: copied }));
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Copiar a uno nuevo' }).click();
    await page.getByText('El comprobante es válido.').waitFor();
    const references: string[] = [];
    await page.route(issuePath, (route) => {
      references.push((route.request().postDataJSON() as { reference: string }).reference);
      return route.abort();
    });
    const issue = page.getByRole('button', { name: 'Emitir' });
    await issue.click();
    await page.getByText('El servicio no respondió.').waitFor();
    await page.reload();
    await page.getByText('El comprobante es válido.').waitFor();
    await issue.click();
    await page.getByText('El servicio no respondió.').waitFor();
    await page.getByRole('alert').getByText('no se emite otro').waitFor();
    expect(references).toHaveLength(2);
    expect(references[0]).toBe(references[1]);
    await page.unroute(issuePath);
    await issue.click();
    await page.waitForURL(/\/comprobantes\/E/);
    // Not to the form, which would issue its content once more.
    await page.goBack();
    await page.waitForURL(/\/comprobantes\/E310000001000$/);
    await close();
  });

  test('and that was changed since then leads to the voucher that was issued, and to another one', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    const references = await refuse(page, 409, {
      code: 'ENCF_EXISTS',
      mensaje: 'Ya existe un comprobante con ese e-NCF.',
      detalle: { encf: 'E310000001000', attempt: 1, state: 'accepted', final: true, sameContent: false },
    });
    await fillExample(page);
    const issue = page.getByRole('button', { name: 'Emitir' });
    await issue.click();
    await page.getByText('Este formulario ya emitió E310000001000').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Preparar otro comprobante' }).click();
    await page.getByText('Este formulario ya emitió').waitFor({ state: 'hidden' });
    await issue.click();
    await page.getByText('Este formulario ya emitió E310000001000').waitFor();
    expect(new Set(references).size).toBe(2);
    await page.getByRole('link', { name: 'Ver el comprobante' }).click();
    await page.getByRole('heading', { level: 1, name: 'E310000001000' }).waitFor();
    await close();
  });

  test('and that is the rejected one again, unchanged, is not called issued', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await refuse(page, 409, {
      code: 'ENCF_EXISTS',
      mensaje: 'Ya existe un comprobante con ese e-NCF.',
      detalle: { encf: 'E310000001000', attempt: 1, state: 'rejected', final: true, sameContent: true },
    });
    await fillExample(page);
    await page.getByRole('button', { name: 'Emitir' }).click();
    await page.getByRole('alert').getByText('Cambie lo que la DGII señaló.').waitFor();
    await expectSoon(() => page.getByText('Este formulario ya emitió').count()).toBe(0);
    await close();
  });

  test('and that got another type while it may be on its way names the number that it took', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await refuse(page, 409, {
      code: 'REFERENCE_USED',
      mensaje: 'Este formulario ya tomó otro e-NCF.',
      detalle: { encf: 'E310000001000' },
    });
    await fillExample(page);
    await page.getByRole('button', { name: 'Emitir' }).click();
    await page.getByText('Este formulario ya tomó E310000001000').waitFor();
    await page.getByRole('link', { name: 'Ver el comprobante' }).click();
    await page.getByRole('heading', { level: 1, name: 'E310000001000' }).waitFor();
    await close();
  });
});

describe('a voucher whose answer comes after the person has left the form', () => {
  /** Issues the example, and then begins a range in the voucher master, before the service answers. */
  async function leave(page: Page, refusal?: object) {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(issuePath, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await answered;
      await (refusal === undefined ? route.fallback() : route.fulfill({ status: 409, json: refusal }));
    });
    await fillExample(page);
    await page.getByRole('button', { name: 'Emitir' }).click();
    await page.getByRole('link', { name: 'Numeración' }).click();
    await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
    const from = page.getByRole('dialog', { name: 'Añadir rango' }).getByLabel('Desde');
    await from.fill('777');
    answer();
    return from;
  }

  test('is shown by a link above the other page, which keeps what was typed', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    const from = await leave(page);
    await page.getByText(/^Se emitió E\d{12} · EMPRESA DE PRUEBA SRL$/).waitFor();
    await expectSoon(() => page.url()).toMatch(/maestro$/);
    await expectSoon(() => from.inputValue()).toBe('777');
    await page.keyboard.press('Escape');
    expect(await axeFaults(page, 'main')).toEqual([]);
    await page.getByRole('link', { name: 'Ver el comprobante' }).click();
    await page.waitForURL(/\/comprobantes\/E\d{12}$/);
    await page.getByRole('button', { name: 'Cerrar' }).click();
    await page.getByText(/^Se emitió E/).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await close();
  });

  test('and refuses it is shown there too', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await leave(page, { code: 'NOT_IN_CERTIFICATION', mensaje: 'La empresa no está en certificación.' });
    const notice = page
      .locator('.notice')
      .filter({ hasText: 'Sobre el comprobante que envió · EMPRESA DE PRUEBA SRL' });
    await notice.getByText('La empresa no está en certificación.').waitFor();
    await close();
  });
});

test('the service’s verdict is about the number’s source, so it goes when the person chooses the other one', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  await page.route('**/certification/validate', (route) =>
    route.fulfill({ json: { valido: true, errores: [], advertencias: [], xml: '' } }),
  );
  await fillExample(page);
  await page.getByRole('button', { name: 'Comprobar' }).click();
  const verdict = page.getByText('El servidor también lo encuentra válido.');
  await verdict.waitFor();
  await page.getByLabel('El del set de pruebas').check();
  await verdict.waitFor({ state: 'hidden' });
  await close();
});

describe('conditional faults', () => {
  const fault = { code: 'NOTA-09', campo: 'ECF.InformacionReferencia', severidad: 'condicional' };

  test('that only the service finds are shown, and can be confirmed', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await refuse(page, 409, {
      code: 'CONDITIONAL_FAULTS',
      mensaje: 'La DGII aceptaría el comprobante solo condicionalmente.',
      detalle: { advertencias: [{ ...fault, mensaje: 'La fecha no es la del comprobante modificado.' }] },
    });
    await fillExample(page);
    const issue = page.getByRole('button', { name: 'Emitir' });
    const confirm = page.getByLabel(/^Emitir con estos avisos/);
    await expectSoon(() => confirm.count()).toBe(0);
    await issue.click();
    await page.getByText('La fecha no es la del comprobante modificado.').waitFor();
    await expectSoon(() => issue.isDisabled()).toBe(true);
    await page.unroute(issuePath);
    await confirm.check();
    await issue.click();
    await page.waitForURL(/\/comprobantes\/E/);
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      expect.objectContaining({ conditionalConfirmed: true }),
    ]);
    await close();
  });

  test('that appear after the confirmation need another one, also at the same field', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    await fillExample(page);
    const total = page.locator('[data-path="ECF.Encabezado.Totales.MontoTotal"]');
    const tax = page.locator('[data-path="ECF.Encabezado.Totales.TotalITBIS"]');
    const confirm = page.getByLabel(/^Emitir con estos avisos/);
    await total.fill('99999');
    await confirm.check();
    // With another tax the total is expected to be another one.
    await tax.fill('999');
    await until('the confirmation is open again', async () => !(await confirm.isChecked()));
    await tax.fill('180');
    await confirm.waitFor();
    await total.fill('1180');
    await confirm.waitFor({ state: 'hidden' });
    await tax.fill('999');
    await confirm.waitFor();
    await expectSoon(() => confirm.isChecked()).toBe(false);
    await expectSoon(() => page.getByRole('button', { name: 'Emitir' }).isDisabled()).toBe(true);
    await close();
  });
});

test('a remark of the service about the number asks for no confirmation', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  const remark = {
    code: 'ENCF_OTHER_CONTENT',
    campo: 'ECF',
    severidad: 'condicional',
    mensaje: 'Otro contenido.',
  };
  await page.route('**/validate', (route) =>
    route.fulfill({ json: { valido: true, errores: [], advertencias: [remark] } }),
  );
  await fillExample(page);
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByText('Otro contenido.').waitFor();
  await expectSoon(() => page.getByLabel(/^Emitir con estos avisos/).count()).toBe(0);
  await expectSoon(() => page.getByRole('button', { name: 'Emitir' }).isEnabled()).toBe(true);
  await close();
});

test('a voucher that another type or example replaced can be taken back', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  const json = page.getByLabel('JSON', { exact: true });
  const back = page.getByRole('button', { name: 'Intercambiarlos' });
  const type = page.getByLabel('Tipo de comprobante');
  // Nobody typed anything, so there is nothing to take back.
  await type.selectOption('32');
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await expectSoon(() => back.count()).toBe(0);
  await page.getByLabel('Precio unitario').fill('123.45');
  const typed = await json.inputValue();
  await type.selectOption('31');
  const asOther = await json.inputValue();
  expect(JSON.parse(asOther)).toMatchObject({ ECF: { Encabezado: { IdDoc: { TipoeCF: 31 } } } });
  expect(asOther).toContain('123.45');
  await page.getByRole('button', { name: 'Vaciar' }).click();
  await back.click();
  await expectSoon(() => json.inputValue()).toBe(asOther);
  await type.selectOption('43');
  await back.click();
  await expectSoon(() => json.inputValue()).toBe(asOther);
  await type.selectOption('32');
  await expectSoon(() => json.inputValue()).toBe(typed);
  await expectSoon(() => type.inputValue()).toBe('32');
  await close();
});

describe('a voucher that was set aside', () => {
  const back = (page: Page) => page.getByRole('button', { name: 'Intercambiarlos' });
  const price = (page: Page) => page.getByLabel('Precio unitario');
  const shows = (page: Page, text: string) =>
    until(`the price is ${text}`, async () => (await price(page).first().inputValue()) === text);

  test('for a file comes back, also after the page was loaded anew', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await fillExample(page);
    await price(page).fill('123.45');
    await price(page).press('Tab');
    const buffer = Buffer.from(
      JSON.stringify({ ECF: { Encabezado: { IdDoc: { TipoeCF: 31 } }, DetallesItems: { Item: [{}] } } }),
    );
    await page
      .getByLabel('Abrir un archivo JSON')
      .setInputFiles({ name: 'v.json', mimeType: 'application/json', buffer });
    await shows(page, '');
    await back(page).waitFor();
    await page.reload();
    await back(page).click();
    await shows(page, '123.45');
    expect(faults).toEqual([]);
    await close();
  });

  test('by the button that starts over comes back with its reference, so that it is issued once', async () => {
    const { page, close } = await visit(`${here}/certificacion`);
    const references = await refuse(page, 503, { code: 'OVERLOADED', mensaje: 'Ocupado.' });
    const issue = async () => {
      await page.getByText('El comprobante es válido.').waitFor();
      await page.getByRole('button', { name: 'Emitir' }).click();
      await page.getByText('Ocupado.').waitFor();
    };
    await fillExample(page);
    await issue();
    await page.reload();
    await page.getByRole('button', { name: 'Descartar y empezar de nuevo' }).click();
    await shows(page, '');
    await back(page).click();
    await shows(page, '100');
    await page.reload();
    await issue();
    expect(references).toHaveLength(2);
    expect(references[0]).toBe(references[1]);
    await close();
  });

  test('by the removal of a line comes back; a double click removes one line, an empty line leaves without a trace', async () => {
    const { page, close, faults } = await visit(`${here}/certificacion`);
    await fillExample(page);
    const add = page.getByRole('button', { name: 'Añadir línea de detalle', exact: true });
    const lines = page.locator('li[data-path^="ECF.DetallesItems.Item["]');
    const lineCount = async () =>
      (await page.getByLabel('JSON', { exact: true }).inputValue()).split('"NumeroLinea"').length - 1;
    for (let n = 0; n < 3; n++) await add.press('Enter');
    await until('there are four lines', async () => (await lines.count()) === 4);
    for (const left of [3, 2]) {
      // The empty lines have one height, so the button of the next one appears under the pointer.
      await lines.nth(2).getByRole('button', { name: 'Quitar Línea de detalle 3' }).dblclick();
      await until(`there are ${left} lines`, async () => (await lines.count()) === left);
      await expectSoon(() => lineCount()).toBe(left);
    }
    await expectSoon(() => back(page).count()).toBe(0);
    await price(page).nth(1).fill('7');
    // A field that was added to the second line, and has no value, must not pass to another line.
    await page.getByLabel('Añadir dato a Línea de detalle 2').selectOption('DescripcionItem');
    await lines.nth(1).getByRole('button', { name: 'Añadir a Línea de detalle 2' }).click();
    const description = lines.getByRole('textbox', { name: 'Descripción del ítem' });
    await description.waitFor();
    await lines.nth(0).getByRole('button', { name: 'Quitar Línea de detalle 1' }).click();
    await shows(page, '7');
    await expectSoon(() => lines.count()).toBe(1);
    await expectSoon(() => description.count()).toBe(1);
    await back(page).click();
    await shows(page, '100');
    await expectSoon(() => price(page).nth(1).inputValue()).toBe('7');
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

test('what is typed with blanks, hyphens or slashes is taken as the lists take it', async () => {
  const { page, close, faults } = await visit(`${here}/certificacion`);
  await fillExample(page);
  const typed = [
    ['Encabezado.Comprador.RNCComprador', ' 1-31-88068-1', '131880681'],
    ['Encabezado.Comprador.RazonSocialComprador', ' Peñalver &\n\nNúñez ', 'Peñalver & Núñez'],
    ['Encabezado.Emisor.FechaEmision', '5/3/2026', '05-03-2026'],
    ['DetallesItems.Item[0].PrecioUnitarioItem', ' .50', '0.50'],
    ['Encabezado.Totales.MontoTotal', '1000.', '1000'],
  ] as const;
  for (const [path, text, meant] of typed) {
    const field = page.locator(`[data-path="ECF.${path}"]`);
    await field.fill(text);
    await field.press('Tab');
    await until(`${path} shows ${meant}`, async () => (await field.inputValue()) === meant);
  }
  const { ECF } = JSON.parse(await page.getByLabel('JSON', { exact: true }).inputValue()) as {
    ECF: { Encabezado: { Comprador: object } };
  };
  expect(ECF.Encabezado.Comprador).toMatchObject({
    RNCComprador: '131880681',
    RazonSocialComprador: 'Peñalver & Núñez',
  });
  expect(faults).toEqual([]);
  await close();
});

test('a group that was added can be removed again', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  const group = page.locator('fieldset[data-path="ECF.Encabezado.OtraMoneda"]');
  await page.getByLabel('Añadir dato a Encabezado').selectOption('OtraMoneda');
  await page.getByRole('button', { name: 'Añadir a Encabezado' }).click();
  await group.waitFor();
  // The name of the group leaves out its button.
  await page.getByRole('group', { name: 'Totales en otra moneda', exact: true }).waitFor();
  await group
    .getByRole('button', { name: /^Quitar/ })
    .first()
    .click();
  await group.waitFor({ state: 'detached' });
  await expectSoon(() => page.getByLabel('JSON', { exact: true }).inputValue()).not.toContain('OtraMoneda');
  await close();
});

test('with the keyboard, only the button adds the field that was chosen, and an empty one can be removed', async () => {
  const { page, close, faults } = await visit(`${here}/certificacion`);
  const fields = page.locator('[data-path]');
  const choice = page.getByLabel('Añadir dato a Identificación del comprobante');
  // The first check may add a field that it finds missing.
  await page.getByRole('status').filter({ hasText: /error/ }).first().waitFor();
  await choice.focus();
  const before = await fields.count();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = await choice.inputValue();
  expect(chosen).not.toBe('');
  await expectSoon(() => fields.count()).toBe(before);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const field = page.locator(`[data-path="ECF.Encabezado.IdDoc.${chosen}"]`);
  await field.waitFor();
  await expectSoon(() => fields.count()).toBe(before + 1);
  expect(await axeFaults(page)).toEqual([]);
  await page
    .locator('.field', { has: field })
    .getByRole('button', { name: /^Quitar/ })
    .press('Enter');
  await field.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

describe('the form starts with', () => {
  const form = `${here}/certificacion`;
  const typeOn = ({ page }: Opened) => page.getByLabel('Tipo de comprobante').inputValue();

  test('the type that the person issued last in the company, if it is no note', async () => {
    const opened = await visit(form, 'operador', null);
    const { page, close } = opened;
    const issue = async (type: EcfType) => {
      await page.getByLabel('Tipo de comprobante').selectOption(String(type));
      await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
      await page.getByText(validText(type)).waitFor();
      await page.getByRole('button', { name: 'Emitir' }).click();
      await page.waitForURL(/\/comprobantes\/E/);
      // The address changes before the page does.
      await page.getByRole('heading', { level: 1, name: /, E\d+$/ }).waitFor();
      await page.getByRole('link', { name: 'Certificación', exact: true }).last().click();
      await page.getByLabel('Tipo de comprobante').waitFor();
    };
    await issue(44);
    await expectSoon(() => typeOn(opened)).toBe('44');
    await issue(34);
    await expectSoon(() => typeOn(opened)).toBe('44');
    await page.reload();
    await expectSoon(() => typeOn(opened)).toBe('44');
    await page.goto(`${site.fixture.address}/empresas/2/certification/certificacion`);
    await expectSoon(() => typeOn(opened)).toBe('32');
    await close();
  });

  test.each([
    { has: [31, 32, 34], type: '32' },
    { has: [31, 33, 34, 41], type: '31' },
    { has: [33, 34, 45], type: '45' },
    { has: [34], type: '31' },
    { has: [], type: '31' },
  ])('type $type if the person issued nothing and the company has numbers of $has', async ({ has, type }) => {
    const sequences = ecfTypeList.map((ecfType) => ({
      ecfType,
      available: 0,
      used: 0,
      total: 0,
      state: 'Vigente',
      expiresOn: null,
      authorizations: [],
      next: (has as readonly number[]).includes(ecfType) ? `E${ecfType}0000000001` : null,
    }));
    const opened = await visitWithNumbers((route) => route.fulfill({ json: sequences }));
    await expectSoon(() => typeOn(opened)).toBe(type);
    await opened.close();
  });

  test('what a draft or a link says, whatever was issued last', async () => {
    const opened = await visit(`${form}?tipo=45`, 'operador', 44);
    const { page, close } = opened;
    await expectSoon(() => typeOn(opened)).toBe('45');
    await page.goto(site.fixture.address + form);
    await page.getByLabel('Tipo de comprobante').selectOption('41');
    await page.goto(`${site.fixture.address}${here}/comprobantes/E310000001000`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(site.fixture.address + form);
    await page.getByText('Se recuperó lo que usted había escrito').waitFor();
    await expectSoon(() => typeOn(opened)).toBe('41');
    await close();
  });

  test('type 31 while the numbers cannot be read', async () => {
    const opened = await visitWithNumbers((route) => route.abort());
    await expectSoon(() => typeOn(opened)).toBe('31');
    await opened.close();
  });
});

test('with the keyboard, another type replaces the voucher only after Enter or on leaving the field', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  const json = page.getByLabel('JSON', { exact: true });
  const type = page.getByLabel('Tipo de comprobante');
  await type.focus();
  const first = await json.inputValue();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => type.inputValue()).toBe('33');
  await expectSoon(() => json.inputValue()).toBe(first);
  await page.keyboard.press('Escape');
  await expectSoon(() => type.inputValue()).toBe('31');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until('Enter takes the type', async () => (await json.inputValue()).includes('"TipoeCF": 32'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await until('leaving takes the type', async () => (await json.inputValue()).includes('"TipoeCF": 33'));
  await close();
});

test('the same file can be opened again after it was corrected; one that is not UTF-8 is refused', async () => {
  const { page, close } = await visit(`${here}/certificacion`);
  const file = page.getByLabel('Abrir un archivo JSON');
  const json = page.getByLabel('JSON', { exact: true });
  const open = (buffer: Buffer) =>
    file.setInputFiles({ name: 'v.json', mimeType: 'application/json', buffer });
  const voucher = (name: string) =>
    JSON.stringify({ ECF: { Encabezado: { Emisor: { RazonSocialEmisor: name } } } });
  await open(Buffer.from(voucher('UNO')));
  await until('the first one is shown', async () => (await json.inputValue()).includes('UNO'));
  await expectSoon(() => file.inputValue()).toBe('');
  await open(Buffer.from(voucher('AÑO'), 'latin1'));
  await page.getByText('El archivo no se puede leer, o no está en UTF-8.').waitFor();
  await expectSoon(() => json.inputValue()).toContain('UNO');
  await open(Buffer.from(voucher('AÑO')));
  await until('the corrected one is shown', async () => (await json.inputValue()).includes('AÑO'));
  await expectSoon(() => page.getByText('El archivo no se puede leer').count()).toBe(0);
  await close();
});

test('a copy has the content of the attempt on the screen', async () => {
  const { page, close } = await visit(`${here}/comprobantes/E310000001000?intento=1`);
  const asked = page.waitForRequest(/\/json\?/);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Copiar a uno nuevo' }).click();
  expect(new URL((await asked).url()).searchParams.get('attempt')).toBe('1');
  await expectSoon(() => page.getByLabel('El próximo del maestro').isDisabled()).toBe(false);
  await close();
});

test('a form that stays open overnight dates the next voucher on the new day', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install({ time: '2027-03-01T22:00:00-04:00' });
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.goto(`${site.fixture.address}${here}/certificacion`);
  const json = page.getByLabel('JSON', { exact: true });
  await json.waitFor();
  await expectSoon(() => json.inputValue()).toContain('"FechaEmision": "01-03-2027"');
  await page.clock.fastForward('10:00:00');
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await until('the example is of today', async () =>
    (await json.inputValue()).includes('"FechaEmision": "02-03-2027"'),
  );
  await close();
});

test('a check that cannot be loaded says so and does not look as if it were still running', async () => {
  const { page, context, close } = await site.browser.open();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.route(/check-voucher-worker/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${site.fixture.address}${here}/certificacion`);
  await page.getByRole('alert').getByText('La revisión dejó de funcionar.').waitFor();
  await expectSoon(() => page.getByText('Revisando…').count()).toBe(0);
  await close();
});

test('the middle of the receiver’s addresses is shown to copy, also to a person who only reads', async () => {
  const { page, context, close, faults } = await visit(`${here}/certificacion`, 'consulta');
  const card = page.getByRole('region', { name: 'Direcciones para el portal de la DGII' });
  await card.getByText('ecf.example.do/receptor', { exact: true }).waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: 'Copiar' }).click();
  await card.getByRole('button', { name: 'Copiado' }).waitFor();
  await expectSoon(() => page.evaluate(() => navigator.clipboard.readText())).toBe('ecf.example.do/receptor');
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

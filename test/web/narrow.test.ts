/**
 * The pages in windows of every width. Tables hide nothing, and on a telephone each row is a block of labels and values. The head of the
 * page is then one row, and the rest of it is in the menu.
 */
import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { until } from '../harness/until.js';
import { idOf } from './fixture/runs.js';
import type { Opened } from './harness.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();

const here = '/empresas/1/certification';
const production = '/empresas/1/production';
const webhook = `wh_${'1'.repeat(24)}`;
const annulment = '00000000-0000-4000-8000-000000000004';

const pages = [
  { path: `${here}/comprobantes/E310000001000`, role: 'operador', heads: ['Resultado', 'TrackId'] },
  { path: `${here}/recibidos/no-recibidos`, role: 'consulta', heads: ['Motivo de no recibido'] },
  { path: `${here}/recibidos/101000001/E310000000501`, role: 'operador', heads: ['Perdió el número'] },
  { path: `${here}/recibidos/101000001/E310000000504`, role: 'operador', heads: ['Facturación'] },
  { path: `${here}/maestro`, role: 'operador', heads: ['Disponibles', 'Vence', 'Acciones'] },
  { path: `${here}/maestro`, role: 'consulta', heads: ['Disponibles', 'Vence'] },
  { path: `${here}/sin-usar`, role: 'soporte', heads: ['Entregado', 'Hace'] },
  { path: `${here}/archivo`, role: 'consulta', heads: ['Archivos', 'Sello de tiempo', 'Acciones'] },
  { path: `${here}/eventos`, role: 'consulta', heads: ['Destino', 'Eventos', 'Estado', 'De qué'] },
  { path: `${here}/eventos/${webhook}`, role: 'administrador', heads: ['Intentos', 'Acciones'] },
  { path: `${here}/eventos/${webhook}`, role: 'consulta', heads: ['Intentos'] },
  { path: `${production}/maestro/anulaciones`, role: 'operador', heads: ['Números', 'Estado', 'Por'] },
  { path: `${production}/maestro/anulaciones/${annulment}`, role: 'operador', heads: ['Números', 'Estado'] },
  { path: '/empresas/1/usuarios', role: 'administrador', heads: ['Estado', 'Acciones'] },
  { path: '/empresas/1/claves', role: 'administrador', heads: ['Permisos', 'Acciones'] },
  { path: '/empresas/1/personas', role: 'administrador', heads: ['Rol', 'Segundo factor', 'Vence'] },
  { path: '/empresas/1/certificados', role: 'administrador', heads: ['Vigencia', 'Estado'] },
  { path: '/empresas/1/auditoria', role: 'administrador', heads: ['Acción', 'Resultado'] },
  { path: '/empresas', role: 'soporte', heads: ['Ambiente'] },
] as const;

async function visit(path: string, role: string, width: number): Promise<Opened> {
  const opened = await site.visit(path, role);
  await opened.page.setViewportSize({ width, height: 800 });
  await opened.page.locator('table').first().waitFor({ state: 'attached' });
  // Folded tables are measured, too.
  await opened.page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`);
  await opened.page.getByText('Cargando…').first().waitFor({ state: 'hidden' });
  return opened;
}

interface SeenTable {
  readonly heads: readonly string[];
  /** How many CSS pixels of the table lie outside its frame. */
  readonly hidden: number;
  /** The label of each value of each row. */
  readonly labels: readonly (readonly string[])[];
  /** Whether a column's head takes any room on the screen. */
  readonly headsShown: boolean;
}

/** What the browser draws of each table, as an expression for the page to evaluate. */
const readTables = `[...document.querySelectorAll('.table-scroll')].map((frame) => {
  const edges = frame.getBoundingClientRect();
  const cells = [...frame.querySelectorAll('tbody td, tbody th')];
  const outside = cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { left, right } = range.getBoundingClientRect();
    return Math.max(right - edges.right, edges.left - left, 0);
  });
  const label = (cell) => getComputedStyle(cell, '::before').content.split(' / ')[0].replaceAll('"', '');
  return {
    heads: [...frame.querySelectorAll('thead th')].map((head) => head.textContent),
    hidden: Math.max(frame.scrollWidth - frame.clientWidth, ...outside),
    labels: [...frame.querySelectorAll('tbody tr')].map((row) => [...row.children].map(label)),
    headsShown: frame.querySelector('thead').getBoundingClientRect().height > 1,
  };
})`;

/** The usual one. These lists are tables there. */
const laptop = 1280;
const wideLists = /(auditoria|maestro)$/;
/** Of a small laptop, tablets and telephones. */
const widths = [1180, 1000, 900, 760, 700, 360, 320];
/** Up to this width every table consists of blocks. */
const telephoneMax = 360;

test.each(pages)(
  '$path ($role) hides no value in any window, and a list is a table on a laptop',
  async ({ path, role, heads: expected }) => {
    const { page, close, faults } = await visit(path, role, laptop);
    if (wideLists.test(path))
      for (const table of await page.evaluate<SeenTable[]>(readTables))
        expect(table).toMatchObject({ headsShown: true, hidden: 0 });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const tables = await page.evaluate<SeenTable[]>(readTables);
      expect(tables.flatMap((table) => table.heads)).toEqual(expect.arrayContaining([...expected]));
      for (const { heads, hidden, labels, headsShown } of tables) {
        expect({ width, heads, hidden }).toEqual({ width, heads, hidden: 0 });
        if (width > telephoneMax) continue;
        expect({ width, heads, headsShown }).toEqual({ width, heads, headsShown: false });
        expect(labels.length).toBeGreaterThan(0);
        for (const ofRow of labels) expect(ofRow).toEqual(heads);
      }
      expect({ width, overflow: await overflow(page) }).toEqual({ width, overflow: 0 });
    }
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
);

/** How many nodes of each role the browser reports to a screen reader. */
async function rolesOf({ page, context }: Opened): Promise<Readonly<Record<string, number>>> {
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const counted: Record<string, number> = {};
  for (const { ignored, role } of nodes) {
    const name = String(role?.value);
    if (!ignored && ['table', 'row', 'columnheader', 'rowheader', 'cell'].includes(name))
      counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

test('a screen reader meets the same table in a narrow window as in a wide one', async () => {
  const path = `${here}/recibidos/no-recibidos`;
  const [wide, narrow] = [await visit(path, 'consulta', 1280), await visit(path, 'consulta', 360)];
  expect(await rolesOf(wide)).toEqual(await rolesOf(narrow));
  // This browser would know by itself; others forget the roles of elements that are blocks.
  const parts = ':is(table, thead, tbody, tr, th, td)';
  await expectSoon(() => narrow.page.locator(`.table-scroll ${parts}`).count()).toBeGreaterThan(0);
  await expectSoon(() => narrow.page.locator(`.table-scroll ${parts}:not([role])`).count()).toBe(0);
  const [table] = await wide.page.evaluate<SeenTable[]>(readTables);
  expect(table).toMatchObject({ headsShown: true, hidden: 0 });
  expect(new Set(table?.labels.flat())).toEqual(new Set(['none']));
  await Promise.all([wide.close(), narrow.close()]);
});

/** The heads that a person sees, in their order, and how far cells lie outside the list. */
const readList = `(() => {
  const frame = document.querySelector('.list').getBoundingClientRect();
  const seen = (one) => one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().height > 1;
  const cells = [...document.querySelectorAll('.list tbody :is(td, th)')].filter(seen);
  const head = document.querySelector('.list thead');
  return {
    heads: [...head.querySelectorAll('th')].filter((one) => seen(head) && seen(one)).map((one) => one.textContent).filter(Boolean),
    outside: Math.max(...cells.map((one) => one.getBoundingClientRect().right - frame.right)),
  };
})()`;
interface SeenList {
  readonly heads: readonly string[];
  readonly outside: number;
}

test.each([
  {
    width: 1440,
    heads: ['Suplidor', 'e-NCF', 'Emisión', 'En la DGII', 'Aprobación comercial', 'Total RD$', 'Acciones'],
  },
  { width: 768, heads: ['Suplidor', 'e-NCF', 'Emisión', 'Aprobación comercial', 'Total RD$'] },
  { width: 390, heads: [] },
  { width: 320, heads: [] },
])('the list of received vouchers shows as much as fits, at $width px', async ({ width, heads }) => {
  const { page, close, faults } = await visit(`${here}/recibidos`, 'operador', width);
  const seen = await page.evaluate<SeenList>(readList);
  expect(seen.heads.filter((head) => head !== 'Qué le cobran')).toEqual(heads);
  expect(seen.outside).toBeLessThanOrEqual(0.5);
  const first = page.getByRole('region', { name: 'Recibidos' }).getByRole('row').nth(1);
  await expectSoon(() => first.getByRole('rowheader').isVisible()).toBe(true);
  await first.getByRole('button', { name: /^Qué le cobran/ }).click();
  await page.getByRole('table', { name: 'Líneas' }).waitFor();
  await expectSoon(() => overflow(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

describe('the list of vouchers', () => {
  const path = `${here}/comprobantes`;
  const columns = [
    'Emisión',
    'Cliente o suplidor',
    'e-NCF',
    'Tipo',
    'Factura',
    'Estado',
    'ITBIS',
    'Total RD$',
  ];
  test.each([
    { width: 1440, heads: columns },
    { width: 1280, heads: columns.filter((head) => head !== 'Factura' && head !== 'ITBIS') },
    { width: 768, heads: ['Emisión', 'Cliente o suplidor', 'e-NCF', 'Estado', 'Total RD$'] },
    { width: 390, heads: [] },
    { width: 320, heads: [] },
  ])('shows as many columns as fit, customer and amount always, at $width px', async ({ width, heads }) => {
    const { page, close, faults } = await visit(path, 'consulta', width);
    const seen = await page.evaluate<SeenList>(readList);
    expect(seen.heads).toEqual(heads);
    expect(seen.outside).toBeLessThanOrEqual(0.5);
    const first = page.getByRole('row').nth(1);
    await expectSoon(() => first.getByRole('rowheader').isVisible()).toBe(true);
    await expectSoon(() => first.getByText('0.00', { exact: true }).isVisible()).toBe(true);
    await expectSoon(() => overflow(page)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('has lines of 36 px, and of 48 px where a row has two facts', async () => {
    const { page, close } = await visit(path, 'consulta', 1280);
    const heights = await page
      .locator('.list tbody tr')
      .evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    const usual = (height: number) => height === 36 || height === 37;
    const roomy = (height: number) => height === 48 || height === 49;
    expect(heights.filter((height) => !usual(height) && !roomy(height))).toEqual([]);
    expect(heights.some(usual) && heights.some(roomy)).toBe(true);
    await close();
  });

  test('has two lines a row on a telephone, under its day, and a screen reader meets every column', async () => {
    const [wide, narrow] = [await visit(path, 'consulta', 1440), await visit(path, 'consulta', 390)];
    const row = narrow.page.locator('.list tbody tr').first();
    const boxOf = async (part: string) => (await row.locator(part).boundingBox())!;
    const [name, total, encf, state] = [
      await boxOf('.lead-name'),
      await boxOf('.total'),
      await boxOf('.encf'),
      await boxOf('.state'),
    ];
    expect(Math.abs(name.y - total.y)).toBeLessThan(4);
    expect(encf.y).toBeGreaterThan(name.y + 10);
    expect(Math.abs(encf.y - state.y)).toBeLessThan(6);
    expect(total.x).toBeGreaterThan(name.x + name.width - 1);
    const days = await narrow.page
      .locator('.list tbody tr')
      .evaluateAll((all) =>
        all.map((one) => getComputedStyle(one, '::before').content).filter((text) => text !== 'none'),
      );
    expect(days.length).toBe(1);
    // The boxes to choose are not there on a telephone.
    const ofNarrow = await rolesOf(narrow);
    expect(ofNarrow).toEqual({ table: 1, row: 26, columnheader: 8, rowheader: 25, cell: 175 });
    expect(await rolesOf(wide)).toEqual({ ...ofNarrow, columnheader: 9, cell: 200 });
    await Promise.all([wide.close(), narrow.close()]);
  });
});

test('on a telephone a value that a row does not have takes no room, but is a cell for a screen reader', async () => {
  const path = `${here}/certificacion/corridas/${idOf('rejected')}`;
  const [wide, narrow] = [await visit(path, 'operador', 1280), await visit(path, 'operador', 360)];
  const empty = narrow.page.locator('tbody td:empty');
  const count = await empty.count();
  expect(count).toBeGreaterThan(0);
  for (const cell of await empty.all()) expect((await cell.boundingBox())?.height).toBe(1);
  expect(await rolesOf(narrow)).toEqual(await rolesOf(wide));
  await expectSoon(() => overflow(narrow.page)).toBe(0);
  await Promise.all([wide.close(), narrow.close()]);
});

test.each([`${here}/recibidos/101000001/E310000000501`, `${here}/comprobantes/E410000000996`])(
  '%s: on a telephone two facts share a line, so that what follows is nearer',
  async (path) => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await site.open(path, 'operador', { viewport, isMobile: true, hasTouch: true });
    await page.getByText('Detalles técnicos').click();
    const facts = page.locator('.technical .facts').first().locator(':scope > div');
    await facts.first().waitFor();
    const tops = await facts.evaluateAll((all) => all.map((fact) => fact.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(2);
    expect(new Set(tops).size).toBe(Math.ceil(tops.length / 2));
    await expectSoon(() => overflow(page)).toBe(0);
    await close();
  },
);

describe('the head of the page on a telephone', () => {
  const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const headRowMax = 60;

  async function visitHead(path = `${here}/comprobantes`) {
    const opened = await site.open(path, 'operador', telephone);
    const { page } = opened;
    await page.getByRole('heading', { level: 1 }).waitFor();
    const head = page.getByRole('banner');
    return { ...opened, head, menu: head.getByRole('button', { name: 'Menú' }) };
  }

  const sections = (page: Page) => page.getByRole('navigation', { name: 'Secciones' });
  const isFocused = (what: Locator) => what.evaluate((element) => element.matches(':focus'));
  const gotFocus = (name: string, what: Locator) => until(`the focus is on ${name}`, () => isFocused(what));
  const hiddenInMenu = (page: Page) => [
    page.getByRole('combobox', { name: 'Empresa' }),
    page.getByRole('navigation', { name: 'Ambiente' }),
    page.getByRole('link', { name: /Mi cuenta/ }),
    page.getByRole('button', { name: 'Salir' }),
    page.getByRole('navigation', { name: 'Secciones' }),
  ];

  test('is one row that says in which company and environment the page is', async () => {
    const { page, close, faults, head } = await visitHead();
    for (const text of ['EMPRESA DE PRUEBA SRL', 'Certificación'])
      await expectSoon(() => head.getByText(text, { exact: true }).first().isVisible()).toBe(true);
    expect((await head.boundingBox())?.height).toBeLessThan(headRowMax);
    for (const part of hiddenInMenu(page)) await expectSoon(() => part.isVisible()).toBe(false);
    await page.setViewportSize({ width: 320, height: 640 });
    expect((await head.boundingBox())?.height).toBeLessThan(headRowMax);
    await expectSoon(() => overflow(page)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('has the rest in the menu, for fingers, keyboard and screen reader', async () => {
    const { page, close, faults, menu } = await visitHead();
    await menu.tap();
    for (const part of hiddenInMenu(page)) await part.waitFor();
    await expectSoon(() => menu.getAttribute('aria-expanded')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    await expectSoon(() => overflow(page)).toBe(0);
    await menu.focus();
    await page.keyboard.press('Tab');
    await gotFocus('the first part of the menu', page.getByRole('combobox', { name: 'Empresa' }));
    await sections(page).getByRole('link', { name: 'Recibidos' }).focus();
    await page.keyboard.press('Escape');
    await gotFocus('the button of the menu', menu);
    await expectSoon(() => menu.getAttribute('aria-expanded')).toBe('false');
    for (const part of hiddenInMenu(page)) await expectSoon(() => part.isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  test.each(['Recibidos', 'Comprobantes'])('closes the menu after the link to %s', async (name) => {
    const { page, close, menu } = await visitHead();
    await menu.tap();
    await sections(page).getByRole('link', { name, exact: true }).tap();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await gotFocus('the page', page.getByRole('main'));
    await expectSoon(() => menu.getAttribute('aria-expanded')).toBe('false');
    await close();
  });

  test('has a bar below it that leads to what people open most, and to the menu', async () => {
    const { page, close, faults, menu } = await visitHead();
    const bar = page.getByRole('navigation', { name: 'Principal' });
    await expectSoon(() => bar.getByRole('link').allInnerTexts()).toEqual([
      'Inicio',
      'Comprobantes',
      'Emitir',
      'Recibidos',
    ]);
    await bar.getByRole('link', { name: 'Recibidos' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Recibidos' }).waitFor();
    await bar.getByRole('button', { name: 'Más' }).tap();
    await sections(page).waitFor();
    await expectSoon(() => menu.getAttribute('aria-expanded')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Más' }).tap();
    await sections(page).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await close();
  });

  test('is as before in a large window', async () => {
    const { page, close } = await site.visit(`${here}/comprobantes`);
    await expectSoon(() => page.getByRole('button', { name: 'Menú' }).isVisible()).toBe(false);
    for (const part of hiddenInMenu(page)) await expectSoon(() => part.isVisible()).toBe(true);
    await close();
  });

  test.each([`${here}/certificacion`, `${here}/certificacion/corridas`, `${here}/comprobantes`])(
    '%s: no field is so small that the telephone enlarges the page at it',
    async (path) => {
      const { page, close, menu } = await visitHead(path);
      await page.getByText('Cargando…').first().waitFor({ state: 'hidden' });
      const filters = page.getByRole('button', { name: /^Filtros/ });
      if (await filters.isVisible()) await filters.tap();
      // It covers the page.
      await menu.tap();
      const typed = 'input:not([type=radio], [type=checkbox], [type=file], [type=color]), select, textarea';
      const sizes = await page.evaluate<string[]>(
        `[...document.querySelectorAll('${typed}')].map((field) => getComputedStyle(field).fontSize)`,
      );
      expect(sizes.length).toBeGreaterThan(1);
      for (const size of sizes) expect(parseFloat(size)).toBeGreaterThanOrEqual(16);
      await close();
    },
  );
});

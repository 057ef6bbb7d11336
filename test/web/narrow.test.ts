/** The tables in windows of every width: nothing is hidden, and on a telephone each row is a block of labels and values. */
import type { Opened } from './harness.js';
import { openSite } from './open-site.js';
import { axeFaults, overflow } from './page-checks.js';

const site = openSite();

const here = '/empresas/1/certification';
const production = '/empresas/1/production';
const annulment = '00000000-0000-4000-8000-000000000004';

const pages = [
  { path: `${here}/comprobantes`, role: 'consulta', heads: ['Monto total', 'Estado'] },
  { path: `${here}/comprobantes/E310000001000`, role: 'operador', heads: ['Resultado', 'TrackId'] },
  { path: `${here}/recibidos`, role: 'operador', heads: ['Monto total', 'En la DGII'] },
  { path: `${here}/recibidos/no-recibidos`, role: 'consulta', heads: ['Motivo de no recibido'] },
  { path: `${here}/recibidos/101000001/E310000000501`, role: 'operador', heads: ['Perdió el número'] },
  { path: `${here}/recibidos/101000001/E310000000504`, role: 'operador', heads: ['Último intento'] },
  { path: `${here}/maestro`, role: 'operador', heads: ['Disponibles', 'Estado', 'Acciones'] },
  { path: `${here}/maestro`, role: 'consulta', heads: ['Disponibles', 'Estado'] },
  { path: `${here}/sin-usar`, role: 'soporte', heads: ['Entregado', 'Hace'] },
  { path: `${production}/maestro/anulaciones`, role: 'operador', heads: ['Números', 'Estado', 'Por'] },
  { path: `${production}/maestro/anulaciones/${annulment}`, role: 'operador', heads: ['Números', 'Estado'] },
  { path: '/empresas/1/usuarios', role: 'administrador', heads: ['Estado', 'Acciones'] },
  { path: '/empresas/1/personas', role: 'administrador', heads: ['Rol', 'Segundo factor', 'Vence'] },
  { path: '/empresas/1/certificados', role: 'administrador', heads: ['Vigencia', 'Estado'] },
  { path: '/empresas/1/auditoria', role: 'administrador', heads: ['Acción', 'Resultado'] },
  { path: '/empresas', role: 'soporte', heads: ['Ambiente'] },
] as const;

async function visit(path: string, role: string, width: number): Promise<Opened> {
  const opened = await site.open(path, role, { viewport: { width, height: 800 } });
  await opened.page.getByRole('table').first().waitFor();
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

/** Of a laptop, tablets and telephones. */
const widths = [1180, 1000, 900, 760, 700, 360, 320];
/** Up to this width every table consists of blocks. */
const telephoneMax = 360;

test.each(pages)('$path ($role) hides no value in any window', async ({ path, role, heads: expected }) => {
  const { page, context, faults } = await visit(path, role, 1280);
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
  await context.close();
});

const lists = pages.filter(({ path }) => /(comprobantes|recibidos|auditoria|maestro)$/.test(path));

test.each(lists)('$path ($role) is a table on a usual laptop', async ({ path, role }) => {
  const { page, context } = await visit(path, role, 1280);
  for (const table of await page.evaluate<SeenTable[]>(readTables))
    expect(table).toMatchObject({ headsShown: true, hidden: 0 });
  await context.close();
});

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
  const path = `${here}/comprobantes`;
  const [wide, narrow] = [await visit(path, 'consulta', 1280), await visit(path, 'consulta', 360)];
  expect(await rolesOf(narrow)).toEqual({ table: 1, row: 26, columnheader: 7, rowheader: 25, cell: 150 });
  expect(await rolesOf(wide)).toEqual(await rolesOf(narrow));
  // This browser would know by itself; others forget the roles of elements that are blocks.
  const parts = ':is(table, thead, tbody, tr, th, td)';
  expect(await narrow.page.locator(`.table-scroll ${parts}`).count()).toBeGreaterThan(0);
  expect(await narrow.page.locator(`.table-scroll ${parts}:not([role])`).count()).toBe(0);
  const [table] = await wide.page.evaluate<SeenTable[]>(readTables);
  expect(table).toMatchObject({ headsShown: true, hidden: 0 });
  expect(new Set(table?.labels.flat())).toEqual(new Set(['none']));
  await Promise.all([wide.context.close(), narrow.context.close()]);
});

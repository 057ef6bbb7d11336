/** Every page as people with and without a mouse, with a small window, and with large text meet it. */
import { buyerPage } from '../../src/api/buyers/buyer-page.js';
import type { Company } from '../../src/ledger/companies/company.js';
import type { DocumentRecord } from '../../src/ledger/vouchers/document-record.js';
import { expectSoon } from '../harness/expect-soon.js';
import { idOf } from './fixture/runs.js';
import type { Opened } from './harness.js';
import { openSite } from './open-site.js';
import { axeFaults, lookFaults, overflow } from './page-checks.js';

const site = openSite();

const here = '/empresas/1/certification';
const production = '/empresas/1/production';

/** The headings of the page of an issued voucher and of a received one. */
const customerAnd = (encf: string) => `COMPRADOR DE PRUEBA SRL, ${encf}`;
const issuerAnd = (encf: string) => `PROVEEDOR DE PRUEBA SRL, ${encf}`;

const pages = [
  { path: `${here}/resumen`, title: 'Inicio', role: 'consulta' },
  { path: `${here}/comprobantes`, title: 'Comprobantes', role: 'consulta' },
  { path: `${here}/comprobantes?estado=rejected`, title: 'Comprobantes', role: 'operador' },
  { path: `${here}/comprobantes/E310000001000`, title: customerAnd('E310000001000'), role: 'operador' },
  { path: `${here}/comprobantes/E340000000977`, title: customerAnd('E340000000977'), role: 'operador' },
  { path: `${here}/comprobantes/E440000000994`, title: customerAnd('E440000000994'), role: 'consulta' },
  { path: `${here}/emitir`, title: 'Emitir', role: 'operador' },
  { path: `${production}/emitir`, title: 'Emitir', role: 'operador' },
  {
    path: `${here}/emitir?copia=E310000000960&intento=1&tipo=34&codigo=3`,
    title: 'Nota de crédito electrónica',
    role: 'operador',
  },
  { path: `${here}/comprobantes/E310000000960/corregir`, title: 'Corregir E310000000960', role: 'operador' },
  { path: `${here}/recibidos`, title: 'Recibidos', role: 'consulta' },
  { path: `${here}/recibidos/no-recibidos`, title: 'No recibidos', role: 'consulta' },
  { path: `${here}/recibidos?decision=pendiente`, title: 'Recibidos', role: 'operador' },
  { path: `${here}/recibidos/101000001/E310000000503`, title: issuerAnd('E310000000503'), role: 'operador' },
  { path: `${here}/recibidos/101000001/E310000000502`, title: issuerAnd('E310000000502'), role: 'consulta' },
  { path: `${here}/maestro`, title: 'Numeración', role: 'operador' },
  { path: `${here}/recibidos/101000001/E310000000504`, title: issuerAnd('E310000000504'), role: 'consulta' },
  { path: `${here}/maestro/anulaciones`, title: 'Anular números en la DGII', role: 'operador' },
  { path: `${production}/maestro/anulaciones`, title: 'Anular números en la DGII', role: 'operador' },
  {
    path: `${production}/maestro/anulaciones/00000000-0000-4000-8000-000000000004`,
    title: 'Anulación',
    role: 'administrador',
  },
  { path: `${here}/sin-usar`, title: 'Números sin usar', role: 'soporte' },
  { path: `${here}/cierre?mes=2026-10`, title: 'Cierre de mes', role: 'operador' },
  { path: `${here}/cierre?mes=2026-11`, title: 'Cierre de mes', role: 'consulta' },
  { path: `${here}/archivo`, title: 'Archivo de evidencia', role: 'consulta' },
  { path: `${here}/eventos`, title: 'Eventos y webhooks', role: 'consulta' },
  { path: `${here}/eventos`, title: 'Eventos y webhooks', role: 'administrador' },
  { path: `${here}/eventos/wh_${'2'.repeat(24)}`, title: 'Webhook', role: 'soporte' },
  { path: `${here}/eventos/otro`, title: 'No existe', role: 'consulta' },
  { path: `${here}/certificacion`, title: 'Certificación', role: 'operador' },
  { path: `${production}/certificacion`, title: 'Certificación', role: 'administrador' },
  { path: `${here}/certificacion/corridas`, title: 'Set de pruebas', role: 'operador' },
  { path: `${here}/certificacion/corridas`, title: 'Set de pruebas', role: 'consulta' },
  { path: `${production}/certificacion/corridas`, title: 'Set de pruebas', role: 'operador' },
  { path: `${here}/certificacion/simulacion`, title: 'Simulación', role: 'consulta' },
  { path: `${production}/certificacion/simulacion`, title: 'Simulación', role: 'operador' },
  {
    path: `${here}/certificacion/corridas/${idOf('rejected')}`,
    title: 'Corrida de certificación',
    role: 'consulta',
  },
  { path: '/empresas/1/puesta-en-marcha', title: 'Puesta en marcha', role: 'consulta' },
  { path: '/empresas/1/empresa', title: 'Datos de la empresa', role: 'soporte' },
  { path: '/empresas/1/usuarios', title: 'Usuarios de integración', role: 'administrador' },
  { path: '/empresas/1/claves', title: 'Claves de API', role: 'administrador' },
  { path: '/empresas/1/personas', title: 'Personas', role: 'administrador' },
  { path: '/empresas/1/certificados', title: 'Certificados', role: 'administrador' },
  { path: '/empresas/1/auditoria', title: 'Auditoría', role: 'administrador' },
  { path: '/empresas', title: 'Empresas', role: 'soporte' },
  { path: '/auditoria', title: 'Auditoría de soporte', role: 'soporte' },
  { path: '/sistema', title: 'Sistema', role: 'consulta' },
  { path: '/cuenta', title: 'Mi cuenta', role: 'consulta' },
  { path: '/cuenta', title: 'Mi cuenta', role: 'administrador' },
  { path: '/invitacion/abc', title: 'Invitación', role: 'consulta' },
  { path: '/olvide-mi-clave', title: 'Olvidé mi clave', role: 'consulta' },
  { path: '/clave-nueva/abc', title: 'Clave nueva', role: 'consulta' },
  { path: `${here}/comprobantes/xx`, title: 'No existe', role: 'consulta' },
  { path: '/nada', title: 'No existe', role: 'consulta' },
  { path: '/empresas/9/auditoria', title: 'No existe', role: 'administrador' },
] as const;

async function visit(path: string, title: string, role: string): Promise<Opened> {
  const opened = await site.visit(path, role);
  await opened.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  // A page may load several parts.
  await opened.page.getByText('Cargando…').first().waitFor({ state: 'hidden' });
  return opened;
}

test.each(pages)('$path ($role) is accessible, keeps its policy, and fits', async ({ path, title, role }) => {
  const { page, close, faults } = await visit(path, title, role);
  // The browser's tab gets the title a moment after the page.
  await page.waitForFunction((text) => document.title.includes(text), title);
  expect(await lookFaults(page)).toEqual([]);
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

/**
 * Looks in every frame where the things are that a person can press, and keeps the names of those that moved. `drawn` waits until the page
 * was drawn a few times.
 */
const watchPlaces = `
  window.moved = new Set();
  const places = new Map();
  const look = () => {
    for (const one of document.querySelectorAll('main :is(button, a.button, input, select)')) {
      const { left, top, width } = one.getBoundingClientRect();
      if (width === 0 || one.disabled || getComputedStyle(one).visibility !== 'visible') continue;
      const [x, y] = [Math.round(left), Math.round(top + scrollY)];
      const before = places.get(one);
      if (before !== undefined && Math.hypot(before.x - x, before.y - y) > 2) moved.add(one.textContent || one.id);
      places.set(one, { x, y });
    }
    requestAnimationFrame(look);
  };
  look();
  window.drawn = (frames = 4) =>
    new Promise((done) => requestAnimationFrame(() => done(frames === 0 ? undefined : drawn(frames - 1))));
`;

test.each(
  pages.filter(({ path, role }) => /E310|E340|anulaciones$|certificados/.test(path) && role !== 'consulta'),
)('no button of $path ($role) moves while parts of the page arrive late', async ({ path, title, role }) => {
  const { page, context, close } = await site.browser.open();
  await context.addCookies([{ name: 'role', value: role, url: site.fixture.address }]);
  await page.addInitScript(watchPlaces);
  let before: Promise<unknown> = Promise.resolve();
  // The page is drawn between any two answers.
  await page.route(/\/app\/(api\/|assets\/(?!index))/, async (route) => {
    before = before.then(() => page.evaluate('drawn()'));
    await before;
    await route.continue();
  });
  // The request that waits for the next event would never let the network be idle.
  await page.route(/\/events\/next\?/, (route) => route.fulfill({ json: { items: [], next: 'evt_1' } }));
  await page.goto(`${site.fixture.address}${path}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByText('Cargando…').first().waitFor({ state: 'hidden' });
  await expectSoon(() => page.evaluate('[...moved]')).toEqual([]);
  await close();
});

/** They show the same page as `comprobantes/xx`. */
const impossible = [
  'certificacion/corridas/xx',
  'recibidos/xx/E310000000503',
  'recibidos/101000001/xx',
  'maestro/anulaciones/xx',
];

test('an address with an impossible part has the page for unknown addresses', async () => {
  const { page, context, close, faults } = await site.browser.open();
  await context.addCookies([{ name: 'role', value: 'consulta', url: site.fixture.address }]);
  for (const path of impossible) {
    await page.goto(`${site.fixture.address}${here}/${path}`);
    await page.getByRole('heading', { level: 1, name: 'No existe', exact: true }).waitFor();
    await page.waitForFunction(() => document.title.includes('No existe'));
  }
  expect(faults).toEqual([]);
  await close();
});

test('the buttons that add to a list say what they add', async () => {
  const lines = await visit(`${here}/certificacion`, 'Certificación', 'operador');
  await lines.page.getByRole('button', { name: 'Añadir línea de detalle', exact: true }).waitFor();
  await lines.close();
});

test('a page says who may do what its reader may not', async () => {
  const { page, close } = await site.visit('/empresas/1/certification/certificacion/corridas', 'consulta');
  await page.getByText('Lo hacen un operador y un administrador').waitFor();
  await page.getByRole('link', { name: 'Emitir' }).click();
  await page.getByText('Lo hacen un operador y un administrador').waitFor();
  await page.getByRole('link', { name: 'Numeración' }).click();
  await page.getByRole('link', { name: 'Números anulados' }).waitFor();
  await expectSoon(() => page.getByRole('link', { name: 'Anular números' }).count()).toBe(0);
  await close();
});

test('without a connection a page says so, and it continues when the connection is back', async () => {
  // In a context of its own: the browser must not have loaded the page of the certificates.
  const { page, context, close } = await site.open('/empresas/1/certification/comprobantes', 'operador');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await page.getByLabel('e-NCF o su comienzo').fill('E47');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('El servicio no respondió').waitFor();
  await page.getByRole('link', { name: 'Certificados' }).click();
  const reload = page.getByRole('button', { name: 'Recargar' });
  await reload.click();
  await page.getByRole('alert').getByText('esta página no se pudo cargar').waitFor();
  await context.setOffline(false);
  await reload.click();
  await page.getByRole('heading', { level: 1, name: 'Certificados' }).waitFor();
  await close();
});

test('the page of a buyer’s link is accessible, fits, and breaks no e-NCF in two', async () => {
  const { page, close } = await site.browser.open({ viewport: { width: 320, height: 640 } });
  const document = {
    encf: 'E310000000001',
    rncEmisor: '999999982',
    rncComprador: '131880681',
    tipoeCF: 31,
    fechaEmision: '23-11-2026',
    montoTotal: '1180.00',
    state: 'accepted',
    environment: 'production',
  } as DocumentRecord;
  await page.setContent(buyerPage(document, { razonSocial: 'COMERCIAL DE PRUEBA SRL' } as Company, 'token'));
  expect(await axeFaults(page)).toEqual([]);
  await expectSoon(() => overflow(page)).toBe(0);
  const lines = `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('main dd')); return r.getClientRects().length; })()`;
  await expectSoon(() => page.evaluate<number>(lines)).toBe(1);
  await close();
});

test('the login page is accessible and says what is wrong', async () => {
  const { page, close, faults } = await site.browser.open();
  await page.goto(`${site.fixture.address}${here}/maestro`);
  await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Olvidé mi clave' }).waitFor();
  await page.getByLabel('Correo electrónico').fill('operador@demo.example');
  await page.getByLabel('Clave').fill('otra');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('El correo o la clave no son correctos.').waitFor();
  await page.getByLabel('Clave').fill('demo-2026');
  await page.keyboard.press('Enter');
  // The deep link opens its page after the login.
  await page.getByRole('heading', { level: 1, name: 'Numeración' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

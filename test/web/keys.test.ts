/** The page of API keys: a new key is shown once, and each change says what it does. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { keyText } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

const site = openSite();
const visit = () => site.visit('/empresas/1/claves', 'administrador');

/** What the page sends from now on, each as its method, its path below the company, and its body. */
function sentBy(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    const [, path] = /\/app\/api\/companies\/1(\/keys.*)$/.exec(request.url()) ?? [];
    if (path === undefined || request.method() === 'GET') return;
    sent.push([request.method(), path, request.postDataJSON() as unknown]);
  });
  return sent;
}

test('a new key is on the screen until the person closes it, and Escape does not', async () => {
  const { page, close } = await visit();
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Crear clave' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombre').fill('  ERP nuevo ');
  await dialog.getByLabel('Numeración').check();
  await dialog.getByLabel('Consultar').uncheck();
  await dialog.getByLabel('Vence').fill('2027-03-31');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await dialog.getByText(keyText).waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => dialog.getByText(keyText).isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectSoon(() => page.getByText(keyText).count()).toBe(0);
  expect(sent).toEqual([
    [
      'POST',
      '/keys',
      {
        name: 'ERP nuevo',
        environment: 'pre-certification',
        scopes: ['vouchers:issue', 'numbers'],
        role: null,
        expiresAt: '2027-04-01T03:59:59.000Z',
      },
    ],
  ]);
  await close();
});

test('a rotation says how long the old key works, and shows the new one', async () => {
  const { page, close } = await visit();
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Rotar: ERP principal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cuánto vale la vieja').selectOption({ label: 'Nada: deja de valer ya' });
  await dialog.getByRole('button', { name: 'Rotar' }).click();
  await dialog.getByText(keyText).waitFor();
  expect(sent).toEqual([['POST', '/keys/0f0c1f6e-2a55-4d0b-9a43-0d8f5f1f7c11/rotate', { graceHours: 0 }]]);
  await close();
});

test.each([
  ['Quedarse con la nueva', 'POST', '/keep', { secret: 'new' }],
  ['Quedarse con la vieja', 'POST', '/keep', { secret: 'old' }],
  ['Revocar', 'DELETE', '', null],
])('%s of a key that is being replaced asks first', async (name, method, path, body) => {
  const { page, close } = await visit();
  const sent = sentBy(page);
  await page.getByText('La nueva todavía no se usó').waitFor();
  await page.getByRole('button', { name: `${name}: Tienda en línea` }).click();
  const dialog = page.getByRole('dialog');
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual([[method, `/keys/1f0c1f6e-2a55-4d0b-9a43-0d8f5f1f7c11${path}`, body]]);
  await close();
});

test('the page says which key has expired, and when and from where a key was used', async () => {
  const { page, close } = await visit();
  await page.getByText('Vencida').waitFor();
  await expectSoon(() => page.getByText('desde 203.0.113.24').isVisible()).toBe(true);
  await expectSoon(() => page.getByText('todavía no se usó', { exact: true }).isVisible()).toBe(true);
  await close();
});

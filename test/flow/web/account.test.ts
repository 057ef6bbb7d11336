/** A person's own account in a real browser: another password, another telephone, new recovery codes. Real api and ledger. */
import type { Page } from 'playwright-core';
import { enrol, nextCode } from '../../api/web/authenticator.js';
import { clave, startWeb, type Web } from '../../api/web/harness.js';
import { expectSoon } from '../../harness/expect-soon.js';
import { testBrowser, type Opened, type TestBrowser } from '../../web/harness.js';
import { axeFaults, overflow } from '../../web/page-checks.js';

const newPassword = 'otra-clave-de-prueba';

let web: Web;
let browser: TestBrowser;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), testBrowser()]);
}, 180_000);

afterAll(() => browser.close());

/** A person who is logged in and sees the own account. Without `code` the person has no second factor. */
async function openAccount(email: string, code?: string): Promise<Opened> {
  const opened = await browser.open();
  await opened.page.goto(`${web.url}/app/cuenta`);
  await logIn(opened.page, email, clave);
  if (code !== undefined) await give(opened.page, 'Código', code);
  await opened.page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  return opened;
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await give(page, 'Clave', password);
}

async function give(page: Page, label: string, text: string): Promise<void> {
  // The star of a required field is a part of its label.
  await page.getByLabel(`${label} *`, { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByLabel('Correo electrónico').waitFor();
}

async function expectPage(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectSoon(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a person changes the password, and every other session ends', async () => {
  const { email } = await web.addPerson();
  const other = await web.loggedIn({ email });
  const { page, context, faults } = await openAccount(email);
  const card = page.getByRole('region', { name: 'Clave' });
  await card.getByRole('button', { name: 'Cambiar la clave' }).click();
  // The focus moves into the form.
  await page.locator('[autocomplete=current-password]:focus').waitFor();
  await expectPage(page);
  const fill = async (present: string, chosen: string, again = chosen) => {
    await card.getByLabel('Clave actual').fill(present);
    await card.getByLabel(/^Clave nueva/).fill(chosen);
    await card.getByLabel('Repita la clave nueva').fill(again);
    await page.keyboard.press('Enter');
  };
  await fill(clave, newPassword, `${newPassword}x`);
  await card.getByText('No es la misma clave.').waitFor();
  await fill('no-es-la-clave', newPassword);
  await card.getByText('La clave actual no es correcta.').waitFor();
  await fill(clave, email);
  await card.getByText('La clave no puede ser su correo').waitFor();
  await fill(clave, newPassword);
  await card.getByText('La clave cambió.').waitFor();
  expect((await other.call('GET', '/session')).status).toBe(401);
  // This session continues.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  await logOut(page);
  await logIn(page, email, clave);
  await page.getByText('Correo o clave incorrectos.').waitFor();
  await logIn(page, email, newPassword);
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

test('a person moves the second factor to another telephone, and later makes new recovery codes', async () => {
  const person = await web.addPerson();
  const { secret, recoveryCodes } = await enrol(web, await web.loggedIn(person));
  const [lost = '', unused = ''] = recoveryCodes;
  const { page, context, faults } = await openAccount(person.email, nextCode(web, secret));
  const card = page.getByRole('region', { name: 'Segundo factor' });
  await card.getByRole('button', { name: 'Cambiar de teléfono' }).click();
  // The old telephone is lost.
  await give(page, 'Código del teléfono actual', 'abcd-efgh-jkmn-pqrs');
  await card.getByText('El código no es correcto, o ya se usó.').waitFor();
  await give(page, 'Código del teléfono actual', lost.toUpperCase());
  const picture = card.getByRole('img', { name: /^Clave para copiar: / });
  const fresh = (await picture.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await expectPage(page);
  await give(page, 'Código', nextCode(web, fresh));
  await card.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor();
  await expectSoon(() => card.getByRole('listitem').count()).toBe(10);
  await card.getByRole('button', { name: 'Ya los guardé' }).click();
  await card.getByText('El segundo factor está en el teléfono nuevo.').waitFor();

  const recovery = page.getByRole('region', { name: 'Códigos de recuperación' });
  await recovery.getByText('Le quedan 10').waitFor();
  await logOut(page);
  await logIn(page, person.email, clave);
  await give(page, 'Código', unused);
  await page.getByText('El código no es correcto, o ya se usó.').waitFor();
  await give(page, 'Código', nextCode(web, fresh));
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();

  await recovery.getByRole('button', { name: 'Hacer códigos nuevos' }).click();
  await give(page, 'Código del teléfono actual', nextCode(web, fresh));
  await recovery.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor();
  const renewed = await recovery.getByRole('listitem').allTextContents();
  expect(renewed).toHaveLength(10);
  await recovery.getByRole('button', { name: 'Ya los guardé' }).click();
  await recovery.getByText('Los códigos nuevos ya valen').waitFor();
  await logOut(page);
  await logIn(page, person.email, clave);
  await give(page, 'Código', renewed[0] ?? '');
  await recovery.getByText('Le quedan 9').waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

/** An administrator who is removed, in a real browser: the proof, what is left behind, and the wrong codes before a login. */
import type { Page } from 'playwright-core';
import { codeOf, enrol, nextCode, wrongCode } from '../../api/web/authenticator.js';
import { clave, startWeb, type Browser, type Web } from '../../api/web/harness.js';
import { expectSoon } from '../../harness/expect-soon.js';
import { testBrowser, type TestBrowser } from '../../web/harness.js';

let web: Web;
let browser: TestBrowser;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), testBrowser()]);
}, 180_000);

afterAll(() => browser.close());

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Clave').fill(clave);
  await page.keyboard.press('Enter');
}

/** A company with two administrators. The second one has made a link that nobody used, and an integration user. */
async function companyWithTwo() {
  const { companyId } = await web.addCompany();
  const memberships = [{ companyId, role: 'administrador' as const }];
  const [stays, leaves] = [
    await web.addPerson({ memberships, name: 'Ana Queda' }),
    await web.addPerson({ memberships, name: 'Berta Sale' }),
  ];
  const made: Browser = await web.loggedIn(leaves);
  const body = { email: `segunda-${companyId}@prueba.example`, role: 'administrador' };
  await made.call('POST', `/companies/${companyId}/people`, { body });
  const user = { usuario: 'erp-de-berta', clave: 'clave-de-la-integracion-7' };
  await made.call('POST', `/companies/${companyId}/users`, { body: user });
  return { companyId, stays, leaves };
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Cambiar rol: ${name}` }).click();
  const form = page.getByRole('dialog', { name: `Cambiar rol: ${name}` });
  await form.getByText('Quitar a esta persona de la empresa').click();
  // The dialog now says what it does.
  await page
    .getByRole('dialog', { name: `Quitar de la empresa: ${name}` })
    .getByRole('button', { name: 'Quitar de la empresa' })
    .click();
}

test('a removal asks for a code and goes on by itself, and then says what is left for the others to decide', async () => {
  const { companyId, stays, leaves } = await companyWithTwo();
  const { secret } = await enrol(web, await web.loggedIn(stays));
  for (let tries = 0; tries < 3; tries++) {
    const guesser = web.browser();
    await web.logIn(guesser, stays);
    await guesser.call('POST', '/session/code', { body: { code: wrongCode(web, secret) } });
  }
  const { page, context, faults } = await browser.open();
  await page.goto(`${web.url}/app/empresas/${companyId}/personas`);
  await logIn(page, stays.email);
  await page.getByLabel('Código').fill(nextCode(web, secret));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('hubo 3 códigos errados').waitFor();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Personas' }).waitFor();
  await expectSoon(() => page.getByText('códigos errados').count()).toBe(0);

  web.aheadMs += 6 * 60_000;
  await remove(page, leaves.name);
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await proof.getByLabel('Código').fill(codeOf(web, secret));
  await page.keyboard.press('Enter');
  const left = page.getByRole('dialog', { name: `Lo que deja ${leaves.name}` });
  await left.getByText('erp-de-berta').waitFor();
  await left.getByText('Invitaciones sin usar que se retiraron').waitFor();
  await left.getByRole('button', { name: 'Cerrar' }).click();
  await expectSoon(() => page.getByText(leaves.email).count()).toBe(0);

  await page.getByRole('link', { name: 'Usuarios de integración' }).click();
  await page
    .getByRole('row', { name: /erp-de-berta/ })
    .getByText('Cambie la clave')
    .waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

test('a person without a second factor gives the password again, and the removal goes on by itself', async () => {
  const { companyId, stays, leaves } = await companyWithTwo();
  const { page, context } = await browser.open();
  await page.goto(`${web.url}/app/empresas/${companyId}/personas`);
  await logIn(page, stays.email);
  await page.getByRole('heading', { level: 1, name: 'Personas' }).waitFor();
  web.aheadMs += 6 * 60_000;
  await remove(page, leaves.name);
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await proof.getByLabel('Su clave').fill('no-es-la-clave');
  await page.keyboard.press('Enter');
  await proof.getByText('La clave actual no es correcta.').waitFor();
  await proof.getByLabel('Su clave').fill(clave);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Lo que deja ${leaves.name}` }).waitFor();
  await context.close();
}, 120_000);

/** The web application in a real browser, with the real api, ledger, process and simulator. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expectSoon } from '../../harness/expect-soon.js';
import { startService, unlimited, type OtherCompany, type Service } from '../../harness/service.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { toP12 } from '../../../tools/simulator/test-authority.js';
import { addPersonOf, clave, logInAt } from './person.js';
import { testBrowser, type Opened, type TestBrowser } from '../../web/harness.js';

const email = 'operador@prueba.example';
const administrator = 'administradora@prueba.example';

let service: Service;
let browser: TestBrowser;
let company: OtherCompany;

beforeAll(async () => {
  const secret = `test:${randomBytes(32).toString('base64')}`;
  [service, browser] = await Promise.all([
    startService({ env: { ...unlimited, ECF_WEB: 'on', ECF_WEB_SECRET: secret } }),
    testBrowser(),
  ]);
  company = await service.addCompany({ origin: 'service', environment: 'certification' });
  await addPersonOf(service, company.companyId, email);
  await addPersonOf(service, company.companyId, administrator, 'administrador');
}, 240_000);

afterAll(() => browser.close());

async function loggedIn(path: string, as = email): Promise<Opened> {
  const opened = await browser.open();
  const { page } = opened;
  await logInAt(page, `${service.apiUrl}/app/empresas/${company.companyId}/${path}`, as);
  return opened;
}

async function addRange(page: Page, type: number, authorizationNumber: string): Promise<void> {
  await page.getByRole('button', { name: `Añadir rango al tipo ${type}` }).click();
  const form = page.getByRole('region', { name: `Añadir rango al tipo ${type}` });
  await form.getByLabel('Desde').fill('cien');
  await form.getByLabel('Hasta').fill('150');
  await form.getByLabel('Número de autorización').fill(authorizationNumber);
  await form.getByLabel('Vence').fill('2028-12-31');
  await page.keyboard.press('Enter');
  // The message leaves out the name of the property, which people do not know.
  await form.getByText('Debe ser un número entero de 1 a 9999999999.', { exact: true }).waitFor();
  await form.getByLabel('Desde').fill('101');
  await form.getByRole('button', { name: 'Añadir rango' }).dblclick();
  await form.waitFor({ state: 'hidden' });
}

test('a person adds a range, issues a voucher from the form, and follows it to its verdict', async () => {
  const { page, context, faults } = await loggedIn('certification/maestro');
  await addRange(page, 31, 'A-1');
  const type31 = page.getByRole('row', { name: /Crédito fiscal/ }).first();
  await type31.getByText('E310000000101', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Certificación', exact: true }).last().click();
  await page.getByText('El próximo del maestro: E310000000101').waitFor();
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await page.getByText('El comprobante es válido.').waitFor();
  await page.getByRole('button', { name: 'Emitir' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'E310000000101' }).waitFor();
  await page.getByRole('status').getByText('Aceptado').waitFor();
  // Pressed twice, sent once.
  expect(await service.seenByDgii('E310000000101', company.rnc)).toMatchObject({
    accepted: 1,
    distinctBytes: 1,
  });
  await page.getByRole('img', { name: 'Código QR del comprobante' }).waitFor();
  await page.getByText('Detalles técnicos').click();
  const [xml] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar XML firmado' }).click(),
  ]);
  expect(xml.suggestedFilename()).toMatch(/\.xml$/);
  await viewPdfAfterLogin(page, 'E310000000101-letter.pdf');

  await page.getByRole('link', { name: 'Comprobantes', exact: true }).click();
  const inList = page.getByRole('row').getByRole('link', { name: 'E310000000101' });
  await inList.waitFor();
  const filterBy = async (beginning: string) => {
    await page.getByRole('button', { name: 'Más filtros' }).click();
    await page.getByLabel('e-NCF o su comienzo').fill(beginning);
    await page.keyboard.press('Enter');
  };
  await filterBy('e32');
  await inList.waitFor({ state: 'detached' });
  await filterBy('3100000001');
  await inList.waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

/** The link of the PDF opens a new tab. When the session is over, the login comes first there. */
async function viewPdfAfterLogin(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'PDF', exact: true }).focus();
  // Without the next events, the page cannot find out first that the session is over, and cover the link.
  await page.route('**/events/next?*', () => undefined);
  await page.context().clearCookies();
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await tab.getByLabel('Correo electrónico').fill(email);
  await tab.getByLabel('Clave').fill(clave);
  // A browser without a window saves a PDF instead of showing it.
  const [pdf] = await Promise.all([tab.waitForEvent('download'), tab.keyboard.press('Enter')]);
  expect(pdf.suggestedFilename()).toBe(name);
  await tab.close();
}

test('a certificate that the browser seals is opened by the worker and used from then on', async () => {
  const issued = certifiedSigner({ commonName: 'OTRO FIRMANTE DE PRUEBA', serialNumber: company.signer });
  const buffer = Buffer.from(toP12(issued, 'clave-del-p12', { iterations: 1 }));
  const { page, context, faults } = await loggedIn('certificados', administrator);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Importar certificado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar certificado' });
  await dialog
    .getByLabel('Archivo .p12')
    .setInputFiles({ name: 'firmante.p12', mimeType: 'application/x-pkcs12', buffer });
  await dialog.getByLabel('Clave del archivo').fill('clave-del-p12');
  await dialog.getByRole('button', { name: 'Importar certificado' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  const sealed = () => sent.filter((text) => text.includes('sealed')).length;
  // Its holder is another than that of the present one, so the person is asked first.
  const confirm = page.getByRole('button', { name: 'Importar igualmente' });
  await confirm.waitFor();
  expect(sealed()).toBe(1);
  await confirm.click();
  await page
    .getByRole('row', { name: /OTRO FIRMANTE DE PRUEBA/ })
    .getByText('En uso')
    .waitFor();
  // Neither the file nor its password left the browser unsealed.
  expect(sealed()).toBe(2);
  expect(sent.join('')).not.toContain('clave-del-p12');
  expect(sent.join('')).not.toContain(buffer.toString('base64').slice(0, 40));
  expect(faults).toEqual([]);
  await context.close();
});

test('a range overlaps another one: the refusal is shown and nothing is added', async () => {
  const { page, context } = await loggedIn('certification/maestro');
  await page.getByRole('button', { name: 'Añadir rango al tipo 31' }).click();
  const form = page.getByRole('region', { name: 'Añadir rango al tipo 31' });
  await form.getByLabel('Desde').fill('1');
  await form.getByLabel('Hasta').fill('120');
  await form.getByLabel('Número de autorización').fill('A-2');
  await form.getByLabel('Vence').fill('2028-12-31');
  await page.keyboard.press('Enter');
  await form.getByRole('alert').first().waitFor();
  await expectSoon(() => form.getByLabel('Desde').inputValue()).toBe('1');
  await context.close();
});

test('after the session is ended elsewhere, the page asks for the login and loses nothing', async () => {
  const { page, context } = await loggedIn('certification/maestro');
  await page.getByRole('button', { name: 'Añadir rango al tipo 33' }).click();
  const form = page.getByRole('region', { name: 'Añadir rango al tipo 33' });
  await form.getByLabel('Número de autorización').fill('A-3');
  await form.getByLabel('Desde').fill('1');
  await form.getByLabel('Hasta').fill('9');
  await form.getByLabel('Vence').fill('2028-12-31');
  // Nothing is typed from here on: the page follows the events, so it may find at any moment that its session ended.
  await page.evaluate(`fetch('/app/api/session', { method: 'DELETE' })`);
  await page.keyboard.press('Enter');
  const login = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await login.getByLabel('Clave').fill(clave);
  await page.keyboard.press('Enter');
  await login.waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: 'Añadir rango' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByText('A-3').waitFor();
  await context.close();
});

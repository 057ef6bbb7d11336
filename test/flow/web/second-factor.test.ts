/** A second factor in a real browser, from its activation to the code that a dangerous action asks for. Real api and ledger. */
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { clave, startWeb, type Web } from '../../api/web/harness.js';
import { testBrowser, type TestBrowser } from '../../web/harness.js';

const environment = 'pre-certification' as const;
const encf = 'E310000000001';
const codeRefused = 'El código no es correcto, o ya se usó.';

let web: Web;
let browser: TestBrowser;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), testBrowser()]);
}, 180_000);

afterAll(() => browser.close());

/** The next code of the authenticator: each code works once, so the api's time goes on to the next step. */
function nextCode(secret: string): string {
  web.aheadMs += 30_000;
  return new TOTP({ secret }).generate({ timestamp: Date.now() + web.aheadMs });
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Clave').fill(clave);
  await page.keyboard.press('Enter');
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código').fill(code);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByLabel('Correo electrónico').waitFor();
}

/** A company with a number that was handed out and never used, which support may annul. */
async function withUnusedNumber(): Promise<number> {
  const { companyId } = await web.addCompany({ origin: 'service' });
  const now = new Date();
  await web.store.putCertificate({
    companyId,
    fingerprint: 'f',
    certificatePem: '',
    sealedKey: '',
    notBefore: new Date(0),
    notAfter: new Date('2099-01-01'),
    importedAt: now,
  });
  const numbers = { companyId, environment, ecfType: 31 } as const;
  const range = { from: 1, to: 10, expiresOn: '31-12-2050', authorizationNumber: 'A-1' };
  await web.store.addAuthorization({ ...numbers, ...range, now });
  await web.store.nextNumber({ ...numbers, clock: () => now });
  return companyId;
}

const unusedOf = async (companyId: number) =>
  (await web.store.unused({ companyId, environment, limit: 2, reservedBefore: new Date() })).numbers.map(
    (one) => one.encf,
  );

test('support activates the second factor, logs in with it, and gives a fresh code before a dangerous action', async () => {
  const companyId = await withUnusedNumber();
  const { email } = await web.addPerson({ support: true });
  const { page, context, faults } = await browser.open();
  const arrived = () => page.getByRole('heading', { level: 1, name: 'Números sin usar' }).waitFor();
  await page.goto(`${web.url}/app/empresas/${companyId}/${environment}/sin-usar`);
  await givePassword(page, email);
  // Without a second factor, support sees nothing else.
  await page.getByRole('heading', { name: 'Active el segundo factor' }).waitFor();
  await page.getByLabel('Su clave').fill(clave);
  await page.keyboard.press('Enter');
  const picture = page.getByRole('img', { name: /^Clave para copiar: / });
  const secret = (await picture.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await giveCode(page, nextCode(secret));
  await page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor();
  const [recoveryCode = '', ...others] = await page.getByRole('listitem').allTextContents();
  expect(others).toHaveLength(9);
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await arrived();

  await logOut(page);
  await givePassword(page, email);
  await page.getByLabel('Código').waitFor();
  // The browser logs each refused request as an error. A person in the middle of a login made no error.
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.reload();
  await page.getByLabel('Código').waitFor();
  expect(logged).toEqual([]);
  const used = nextCode(secret);
  await giveCode(page, used);
  await arrived();

  // Six minutes later the code of the login is no longer fresh.
  web.aheadMs += 6 * 60_000;
  await page.getByRole('button', { name: `Anular ${encf}` }).click();
  const form = page.getByRole('dialog', { name: `Anular ${encf}` });
  await form.getByLabel('Nota').fill('Anulado en la Oficina Virtual.');
  await form.getByRole('button', { name: 'Anular' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await confirm.waitFor();
  expect(await unusedOf(companyId)).toEqual([encf]);
  await giveCode(page, used);
  await confirm.getByText(codeRefused).waitFor();
  await giveCode(page, nextCode(secret));
  await page.getByText('No hay números sin usar.').waitFor();
  expect(await unusedOf(companyId)).toEqual([]);

  await logOut(page);
  await givePassword(page, email);
  await giveCode(page, recoveryCode.toUpperCase());
  await arrived();
  await logOut(page);
  await givePassword(page, email);
  await giveCode(page, recoveryCode);
  await page.getByText(codeRefused).waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

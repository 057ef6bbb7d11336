/** The page of certificates: the import of one that does not look like the renewed one, and the return to one that was replaced. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { associatedDataOf } from '../../src/ecf/messages/sealed-upload.js';
import type { InquiryKinds } from '../../src/ledger/inquiries/inquiries.js';
import { makeUploadKey, openUpload, type Upload } from '../../src/signing/keys/upload-key.js';
import { expectSoon } from '../harness/expect-soon.js';
import { certificates } from './fixture/data.js';
import { openSite } from './open-site.js';
import { axeFaults } from './page-checks.js';

const site = openSite();
const visit = () => site.visit('/empresas/1/certificados', 'administrador');
const personId = 'p-administrador';

const masterKey = randomBytes(32);
let key: Awaited<ReturnType<typeof makeUploadKey>>;
beforeAll(async () => {
  key = await makeUploadKey(masterKey);
}, 60_000);

type Sent = Omit<InquiryKinds['certificate-import']['about'], 'companyId' | 'personId'>;

/** What the worker reads in it, for this company and the person of the page. */
function openedBy(sent: Sent): Upload | 'KEY_UNKNOWN' | 'INVALID' {
  const { confirmed = false } = sent;
  const boundTo = associatedDataOf({ ...sent, companyId: 1, personId, confirmed });
  return openUpload(key, { ...sent, boundTo }, masterKey);
}

/**
 * Refuses each import that is not confirmed, and keeps whether each one was, and what was sent. The ledger's time of each key is its number.
 * @param refusals answered first, one for each import
 */
async function answerImports(page: Page, refusals: string[] = []) {
  const confirmed: unknown[] = [];
  const sent: Sent[] = [];
  let keys = 0;
  await page.route('**/app/api/seal-key', (route) =>
    route.fulfill({ json: { keyId: key.keyId, publicKey: key.publicKey, now: `time ${(keys += 1)}` } }),
  );
  await page.route('**/app/api/companies/1/certificates', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const body = route.request().postDataJSON() as Sent;
    confirmed.push(body.confirmed);
    sent.push(body);
    const code = refusals.shift();
    if (code !== undefined) return route.fulfill({ status: 409, json: { code, mensaje: `Es ${code}.` } });
    if (body.confirmed === true) return route.fulfill({ json: { fingerprint: 'f', replaced: 'r' } });
    const detalle = {
      present: { subject: 'CN=PERSONA DE SIEMPRE', notAfter: '2028-12-01T00:00:00.000Z' },
      offered: { subject: 'CN=OTRA PERSONA', notAfter: '2026-12-15T12:00:00.000Z' },
    };
    const refusal = { code: 'CERTIFICATE_NOT_CONFIRMED', mensaje: 'Confirme.', campo: 'p12', detalle };
    return route.fulfill({ status: 409, json: refusal });
  });
  return { confirmed, sent };
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Importar certificado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar certificado' });
  const p12 = { name: 'otro.p12', mimeType: '', buffer: Buffer.from('p12') };
  await dialog.getByLabel('Archivo .p12').setInputFiles(p12);
  await dialog.getByLabel('Clave del archivo').fill('clave');
  await dialog.getByRole('button', { name: 'Importar certificado' }).click();
}

test('a certificate of another person is imported only after both were shown and the person confirmed', async () => {
  const { page, close, faults } = await visit();
  const { confirmed, sent } = await answerImports(page);
  await choose(page);
  const dialog = page.getByRole('dialog', { name: '¿Es este el certificado?' });
  await dialog.getByText('CN=PERSONA DE SIEMPRE').waitFor();
  await dialog.getByText('CN=OTRA PERSONA').waitFor();
  await dialog.getByText(/Vence el 15.12.2026/).waitFor();
  // Outside the dialog, the announcement of the first dialog's button still names that button, which is gone.
  expect(await axeFaults(page, '.modal')).toEqual([]);
  expect(confirmed).toEqual([undefined]);
  await dialog.getByRole('button', { name: 'Importar igualmente' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(confirmed).toEqual([undefined, true]);
  // Each dialog seals anew, because the worker opens a sealed file once.
  expect(sent.map(({ sealedAt }) => sealedAt)).toEqual(['time 1', 'time 2']);
  expect(sent.map(openedBy)).toEqual(Array(2).fill({ file: Buffer.from('p12'), password: 'clave' }));
  // The browser itself logs the refusal.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await close();
});

test.each(['SEAL_KEY_UNKNOWN', 'SEALED_EXPIRED'])(
  'after %s the page gets the key again and seals again, once',
  async (code) => {
    const { page, close } = await visit();
    const { sent } = await answerImports(page, [code, code, code]);
    await choose(page);
    await page.getByText(`Es ${code}.`).waitFor();
    expect(sent.map(({ sealedAt }) => sealedAt)).toEqual(['time 1', 'time 2']);
    // The person tries again. The second answer is not refused.
    await page.getByRole('dialog').getByRole('button', { name: 'Importar certificado' }).click();
    await page.getByRole('dialog', { name: '¿Es este el certificado?' }).waitFor();
    expect(sent.map(({ sealedAt }) => sealedAt)).toEqual(['time 1', 'time 2', 'time 3', 'time 4']);
    await close();
  },
);

test('after SEALED_USED the page seals nothing by itself, because the certificate may have been imported', async () => {
  const { page, close } = await visit();
  const { sent } = await answerImports(page, ['SEALED_USED']);
  await choose(page);
  await page.getByText('Es SEALED_USED.').waitFor();
  expect(sent).toHaveLength(1);
  await close();
});

test('of a file with certificates of two holders the person chooses one', async () => {
  const { page, close, faults } = await visit();
  const sent: unknown[] = [];
  await page.route('**/app/api/seal-key', (route) =>
    route.fulfill({ json: { keyId: key.keyId, publicKey: key.publicKey, now: 'now' } }),
  );
  const candidates = ['PEDRO', 'ANA'].map((name, index) => ({
    fingerprint: String(index).repeat(64),
    subject: `CN=${name}`,
    issuer: 'CN=AUTORIDAD',
    notAfter: '2028-12-01T00:00:00.000Z',
  }));
  await page.route('**/app/api/companies/1/certificates', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const { fingerprint } = route.request().postDataJSON() as { readonly fingerprint?: string };
    sent.push(fingerprint);
    if (fingerprint !== undefined) return route.fulfill({ json: { fingerprint, replaced: null } });
    const refusal = { code: 'CERTIFICATE_CHOICE_NEEDED', mensaje: 'Elija.', campo: 'p12' };
    return route.fulfill({ status: 409, json: { ...refusal, detalle: { candidates } } });
  });
  await choose(page);
  const dialog = page.getByRole('dialog', { name: '¿Con cuál firma la empresa?' });
  await dialog.getByText('CN=PEDRO').waitFor();
  await expectSoon(() => dialog.getByText('Emitido por CN=AUTORIDAD').count()).toBe(2);
  expect(await axeFaults(page, '.modal')).toEqual([]);
  const submit = dialog.getByRole('button', { name: 'Importar certificado' });
  await expectSoon(() => submit.isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: /CN=ANA/ }).check();
  await submit.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(sent).toEqual([undefined, '1'.repeat(64)]);
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await close();
});

test.each([
  { name: 'cancels', leave: (dialog: Locator) => dialog.getByRole('button', { name: 'Cancelar' }).click() },
  {
    name: 'presses Escape',
    leave: (dialog: Locator) => dialog.getByRole('button', { name: 'Cancelar' }).press('Escape'),
  },
])('who $name keeps the present certificate', async ({ leave }) => {
  const { page, close } = await visit();
  const { confirmed } = await answerImports(page);
  await choose(page);
  await leave(page.getByRole('dialog', { name: '¿Es este el certificado?' }));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(confirmed).toEqual([undefined]);
  // The keyboard continues at the button that opened the first dialog.
  await page.locator('button:focus', { hasText: 'Importar certificado' }).waitFor();
  await close();
});

test('a replaced certificate that is still valid can be used again', async () => {
  const { page, close, faults } = await visit();
  await page.getByRole('button', { name: 'Usar este' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usar este' });
  await dialog.getByText('OTRA PERSONA DE PRUEBA').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar este' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  expect(site.fixture.received).toMatchObject([
    { method: 'POST', path: `/companies/1/certificates/${certificates[1]!.fingerprint}/use`, body: {} },
  ]);
  expect(faults).toEqual([]);
  await close();
});

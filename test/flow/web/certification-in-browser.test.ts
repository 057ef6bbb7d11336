/** A certification run in a real browser, with the worker, the ledger and the simulator: start, progress, rejection, repetition, files. */
import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { testBrowser, type Opened, type TestBrowser } from '../../web/harness.js';
import { testSetSheets } from '../../../tools/demo/test-set/dgii-workbooks.js';
import { xlsxOf } from '../../../tools/demo/test-set/xlsx.js';
import { smallConsumption } from '../../../tools/demo/test-set/demo-set.js';
import { sampleVoucher } from '../../../tools/demo/test-set/sample-set.js';
import { addPersonOf, logInAt } from './person.js';
import { patient, startService, type OtherCompany, type Service } from '../../harness/service.js';

const email = 'certificadora@prueba.example';
/** An invoice, and a consumption invoice. DGII gets a summary of the second. */
const [invoice, small] = ['E310000000051', 'E320000000051'];

let service: Service;
let browser: TestBrowser;
let company: OtherCompany;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ env: { ...patient, ECF_WEB: 'on' } }),
    testBrowser(),
  ]);
  company = await service.addCompany({ environment: 'certification' });
  await addPersonOf(service, company.companyId, email);
}, 240_000);

afterAll(() => browser.close());

const list = () => `/app/empresas/${company.companyId}/certification/certificacion/corridas`;

async function loggedIn(path: string): Promise<Opened> {
  const opened = await browser.open();
  const { page } = opened;
  await logInAt(page, `${service.apiUrl}${path}`, email);
  return opened;
}

/** DGII's workbook for the company, with the consumption invoice first. @param rncEmisor the issuer that its rows name */
function workbook(rncEmisor = company.rnc): Buffer {
  const vouchers = [smallConsumption(51), sampleVoucher(31, 51)];
  for (const { ECF } of vouchers) ECF.Encabezado.Emisor.RNCEmisor = rncEmisor;
  return Buffer.from(xlsxOf(testSetSheets(vouchers)));
}

async function upload({ page }: Pick<Opened, 'page'>, name: string, buffer: Buffer): Promise<void> {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('Archivo de Excel').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Subir y revisar' }).dblclick();
}

async function textOf(saved: Download): Promise<string> {
  return readFile(await saved.path(), 'utf8');
}

test('a person uploads the workbook, follows the run to a rejection, repeats it, and gets the files', async () => {
  await service.simulate({
    certificationSet: 'starts-again',
    rejectEncfs: [{ encf: small, codigo: 999, valor: 'Monto distinto del set.' }],
  });
  const opened = await loggedIn(list());
  const { page, context, faults } = opened;
  await upload(opened, 'set.xlsx', workbook());
  await page.getByRole('button', { name: 'Iniciar' }).dblclick();
  // Without a reload.
  await page.getByRole('status').getByText('Detenida').waitFor();
  await page.getByText(`La DGII rechazó ${small}`).waitFor();
  await page.locator('.notice').getByText('Monto distinto del set.').waitFor();
  await page.getByRole('status').getByText('1 de 2 aceptados').waitFor();

  const stopped = page.url();
  await service.simulate({ rejectEncfs: [] });
  await page.getByRole('button', { name: 'Repetir' }).dblclick();
  await page.getByText(`Estos números ya tienen un comprobante enviado: ${small}.`).waitFor();
  expect((await service.store.listRuns(company.companyId, 10)).rows).toHaveLength(2);
  await page.getByLabel('La DGII reinició todo').check();
  await page.getByLabel('Por qué se repite').fill('El portal muestra 0 de 2.');
  await page.getByRole('button', { name: 'Iniciar' }).click();
  await page.getByRole('status').getByText('Terminada').waitFor({ timeout: 60_000 });

  await page.getByText('suba la factura de consumo completa').waitFor();
  const full = page.waitForEvent('download');
  await page.getByRole('link', { name: `${small} · XML completo` }).click();
  expect((await full).suggestedFilename()).toBe(`${company.rnc}${small}.xml`);
  expect(await textOf(await full)).toContain('<DetallesItems>');
  const zip = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Archivos XML (ZIP)' }).click();
  expect(await textOf(await zip)).toContain(`subir-al-portal/${company.rnc}${small}.xml`);
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Informe (CSV)' }).click();
  expect(await textOf(await report)).toMatch(new RegExp(`3,"${invoice}","[^"]+",2,"Aceptado","[^"]+",`));

  // The first run keeps what DGII said about its attempts.
  await page.goto(stopped);
  await page.locator('.notice').getByText('Monto distinto del set.').waitFor();

  await page.getByRole('link', { name: invoice, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: invoice }).waitFor();
  expect((await service.seenByDgii(invoice, company.rnc)).received).toHaveLength(2);
  expect(faults).toEqual([]);
  await context.close();
}, 180_000);

test('a file that is no workbook, or another company’s, is refused in words, and no run is made', async () => {
  const before = (await service.store.listRuns(company.companyId, 10)).rows.length;
  const opened = await loggedIn(list());
  const { page, context, faults } = opened;
  await upload(opened, 'recibo.xlsx', Buffer.from('no es un libro'));
  await page.getByText('El archivo no se puede leer como un archivo de Excel (.xlsx).').waitFor();
  await upload(opened, 'ajeno.xlsx', workbook('131880681'));
  await page.getByText('El RNC del emisor no es el de la empresa.').first().waitFor();
  expect((await service.store.listRuns(company.companyId, 10)).rows).toHaveLength(before);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

/**
 * `npm run screenshots`: takes the pictures of README and docs/usar from the running demo, so that they stay true.
 * Start the demo first.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { demoCompany } from '../demo/demo-data.js';
import { demoSet } from '../demo/test-set/demo-set.js';
import { testSetSheets } from '../demo/test-set/dgii-workbooks.js';
import { xlsxOf } from '../demo/test-set/xlsx.js';
import { fillAnnulment, untilLoaded, prepareDemo, type Place } from './demo-events.js';
import { launchBrowser } from './launch-browser.js';

const [address = 'http://127.0.0.1:8080', folder = 'docs/images'] = process.argv.slice(2);

const password = 'demo-2026';
const limitMs = 20_000;
/** 25 vouchers, one after the other. */
const runLimitMs = 120_000;
/** A request that the pictures show filled in. It is never sent. */
const wish = {
  desde: 'E460000000901',
  hasta: 'E460000000950',
  count: '50',
  note: 'La empresa ya no exporta.',
};
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" fill="#1a5276"/>' +
  '<circle cx="44" cy="40" r="22" fill="#fff"/><path d="M92 28h120v8H92zM92 46h84v8H92z" fill="#fff"/></svg>';

const launched = await launchBrowser();
if (launched.outcome === 'none') {
  process.stderr.write(`No browser:\n${launched.reasons.join('\n')}\n`);
  process.exitCode = 1;
} else {
  const { browser } = launched;
  try {
    mkdirSync(folder, { recursive: true });
    const voucher = await asOperator(await newPage(browser));
    await asSupport(await newPage(browser), voucher);
    await asAdministrator(await newPage(browser));
  } catch (error) {
    if (!String(error).includes('ERR_CONNECTION_REFUSED')) throw error;
    process.stderr.write(`Nothing runs at ${address}. Start "npm run demo" first, or name its address.\n`);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1.5,
    locale: 'es-DO',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(limitMs);
  return context.newPage();
}

/** @returns the address of a voucher */
async function asOperator(page: Page): Promise<string> {
  await fillLogin(page, 'operador@demo.example');
  await take(page, 'web-login');
  await enter(page);
  const place = await prepareDemo(page, address);
  const here = pathOf(place);
  await open(page, `${here}/resumen`, 'web-summary');
  await open(page, `${here}/cierre?mes=${new Date().toISOString().slice(0, 7)}`, 'web-month');
  await open(page, `${here}/maestro`, 'web-master');
  await open(page, `${here}/maestro/anulaciones`);
  await fillAnnulment(page, wish);
  await take(page.locator('#main'), 'web-annulments');
  await open(page, `${here}/comprobantes`, 'web-vouchers');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Abrir' }).click();
  await page.getByRole('img', { name: 'Código QR del comprobante' }).waitFor();
  await take(page, 'web-voucher');
  const voucher = page.url();
  await open(page, `${here}/comprobantes/${place.delivered}`);
  await page.getByText('Detalles técnicos').click();
  await take(page.getByRole('region', { name: 'Entrega y respuesta del comprador' }), 'web-buyer');
  await open(page, `${here}/recibidos`, 'web-received');
  await open(page, `${here}/recibidos/${place.approved.rncEmisor}/${place.approved.encf}`);
  await take(page, 'web-received-voucher');
  await open(page, `/empresas/${place.companyId}/certification/certificacion?tipo=31`);
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await page.getByLabel('El del set de pruebas').check();
  await page.getByLabel(/Número del comprobante/).fill('E310000000051');
  await page.getByText('Revisando…').waitFor({ state: 'hidden' });
  await take(page, 'web-certification');
  await takeRun(page);
  return voucher;
}

/** Only support sees the link. @param voucher the address of a voucher */
async function asSupport(page: Page, voucher: string): Promise<void> {
  await fillLogin(page, 'soporte@demo.example');
  await enter(page);
  await page.goto(voucher);
  await page.getByText('Detalles técnicos').click();
  const temporal = await page.getByRole('link', { name: 'Ver en Temporal' }).getAttribute('href');
  if (temporal !== null) await takeTemporal(page, temporal);
}

async function takeRun(page: Page): Promise<void> {
  const company = demoCompany(3);
  await open(page, `/empresas/${company.companyId}/certification/certificacion/corridas`);
  const earlier = page.getByRole('row').getByRole('link').first();
  if (await earlier.isVisible()) await earlier.click();
  else {
    const buffer = Buffer.from(xlsxOf(testSetSheets(demoSet(company))));
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page
      .getByLabel('Archivo de Excel')
      .setInputFiles({ name: 'set-de-pruebas.xlsx', mimeType, buffer });
    await page.getByRole('button', { name: 'Subir y revisar' }).click();
    await page.getByRole('button', { name: 'Iniciar' }).click();
  }
  await page.getByText('La DGII aceptó todos los comprobantes').waitFor({ timeout: runLimitMs });
  await take(page, 'web-certification-run');
}

async function asAdministrator(page: Page): Promise<void> {
  await fillLogin(page, 'admin@demo.example');
  await enter(page);
  const place = await prepareDemo(page, address);
  await open(page, `/empresas/${place.companyId}/empresa`);
  const form = page.getByRole('region', { name: 'Representación impresa' });
  const buffer = Buffer.from(logo);
  await form
    .getByLabel('Logotipo')
    .setInputFiles({ name: 'logotipo.svg', mimeType: 'image/svg+xml', buffer });
  await form.getByLabel('Color de títulos y líneas').first().fill('#1a5276');
  await form.getByRole('img', { name: 'Logotipo' }).waitFor();
  await take(form, 'web-printed-form');
}

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.goto(`${address}/app/`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Clave').fill(password);
}

async function enter(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salir' }).waitFor();
}

function pathOf({ companyId, environment }: Place): string {
  return `/empresas/${companyId}/${environment}`;
}

async function open(page: Page, path: string, name?: string): Promise<void> {
  await page.goto(`${address}/app${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilLoaded(page);
  if (name !== undefined) await take(page, name);
}

async function takeTemporal(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page
    .getByText(/History/)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  await take(page, 'temporal-voucher');
}

async function take(shown: Page | Locator, name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await shown.screenshot({ path, animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}

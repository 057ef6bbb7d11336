/**
 * `npm run screenshots`: pictures of the running demo for README and docs/web.md, so that they stay true. Start the demo first.
 * `npm run screenshots -- http://127.0.0.1:8080 docs/images` names another address or folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.js';

const [address = 'http://127.0.0.1:8080', folder = 'docs/images'] = process.argv.slice(2);

/** The demo's people have this public password. */
const password = 'demo-2026';
const limitMs = 20_000;

interface Session {
  readonly companies: readonly { readonly companyId: number; readonly environment: string }[];
}

const launched = await launchBrowser();
if (launched.outcome === 'none') {
  process.stderr.write(`No browser:\n${launched.reasons.join('\n')}\n`);
  process.exitCode = 1;
} else {
  const { browser } = launched;
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 1.5,
      locale: 'es-DO',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(limitMs);
    await takeAll(await context.newPage());
  } finally {
    await browser.close();
  }
}

async function takeAll(page: Page): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.goto(`${address}/app/`);
  await page.getByLabel('Correo electrónico').fill('operador@demo.example');
  await page.getByLabel('Clave').fill(password);
  await take(page, 'web-login');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salir' }).waitFor();
  const answer = await page.request.get(`${address}/app/api/session`);
  const { companies } = (await answer.json()) as Session;
  const numbered = await companyWithRanges(page, companies);
  await open(page, `${numbered}/resumen`, 'web-summary');
  await open(page, `${numbered}/maestro`, 'web-master');
  await open(page, `${numbered}/comprobantes`, 'web-vouchers');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('img', { name: 'Código QR del comprobante' }).waitFor();
  await take(page, 'web-voucher');
  const temporal = await page.getByRole('link', { name: 'Ver en Temporal' }).getAttribute('href');
  await open(page, `${numbered.slice(0, numbered.lastIndexOf('/'))}/certification/certificacion`);
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  await page.getByLabel('El del set de pruebas').check();
  await page.getByLabel(/Número del comprobante/).fill('E310000000051');
  await page.getByText('Revisando…').waitFor({ state: 'hidden' });
  await take(page, 'web-certification');
  if (temporal !== null) await takeTemporal(page, temporal);
}

/** The first company of the demo whose numbers the service assigns, as `/empresas/1/certification`. */
async function companyWithRanges(page: Page, companies: Session['companies']): Promise<string> {
  for (const { companyId, environment } of companies) {
    const path = `/companies/${companyId}/${environment}/sequences`;
    const sequences = (await (await page.request.get(`${address}/app/api${path}`)).json()) as {
      authorizations: unknown[];
    }[];
    if (sequences.some(({ authorizations }) => authorizations.length > 0))
      return `/empresas/${companyId}/${environment}`;
  }
  throw new Error('no company of the demo has a range');
}

async function open(page: Page, path: string, name?: string): Promise<void> {
  await page.goto(`${address}/app${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
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

async function take(page: Page, name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}

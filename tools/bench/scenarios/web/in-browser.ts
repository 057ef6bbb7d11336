/** What a person feels in a real browser: how soon a list shows, and whether a large voucher stops the page. */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../../browser/launch-browser.js';
import { demoUser } from '../../../../src/boot/demo-users.js';
import { median, timed } from '../../measure.js';
import { place } from './seed.js';

const viewport = { width: 1280, height: 800 };
const rounds = 7;
const lines = 1_000;
const stepLimitMs = 60_000;

export interface BrowserFigures {
  /** From the address to the rows on the screen. */
  readonly listMs: number;
  /** The longest task of the page's main thread while a voucher of 1,000 lines is opened, checked and changed. */
  readonly longestTaskMs: number;
}

export async function measureInBrowser(apiUrl: string): Promise<BrowserFigures> {
  const launched = await launchBrowser();
  if (launched.outcome === 'none') throw new Error(`no browser:\n${launched.reasons.join('\n')}`);
  try {
    const page = await launched.browser.newPage({ viewport });
    page.setDefaultTimeout(stepLimitMs);
    const app = `${apiUrl}/app/empresas/${place.companyId}`;
    await logIn(page, `${app}/${place.environment}/resumen`);
    const shown: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      shown.push(await timed(() => showList(page, `${app}/${place.environment}/comprobantes`)));
    const longestTaskMs = await longestTask(page, `${app}/certification/certificacion?tipo=31`);
    return { listMs: median(shown), longestTaskMs };
  } finally {
    await launched.browser.close();
  }
}

async function logIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Correo electrónico').fill('operador@demo.example');
  await page.getByLabel('Clave').fill(demoUser.clave);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salir' }).waitFor();
}

async function showList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('tbody tr').nth(49).waitFor();
}

async function longestTask(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
  const text = await page.getByLabel('JSON', { exact: true }).inputValue();
  const buffer = Buffer.from(withLines(text));
  await page.evaluate(`globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'longtask' });`);
  const file = { name: 'v.json', mimeType: 'application/json', buffer };
  await page.getByLabel('Abrir un archivo JSON').setInputFiles(file);
  await page.getByText(`1–5 de ${lines}`).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /error|aviso/ })
    .waitFor();
  await page.getByLabel('Precio unitario').first().fill('101');
  await page.getByText('Revisando…').waitFor({ state: 'hidden' });
  return page.evaluate<number>('globalThis.longest');
}

function withLines(text: string): string {
  const voucher = JSON.parse(text) as { ECF: { DetallesItems: { Item: object[] } } };
  const { DetallesItems } = voucher.ECF;
  const [line] = DetallesItems.Item;
  DetallesItems.Item = Array.from({ length: lines }, (_, n) => ({ ...line, NumeroLinea: n + 1 }));
  return JSON.stringify(voucher, undefined, 2);
}

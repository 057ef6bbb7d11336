/** Light and dark: as the system has it, or as the person chose. */
import type { Page } from 'playwright-core';
import { expectSoon } from '../../harness/expect-soon.js';
import { openSite } from '../open-site.js';

const site = openSite();

const white = 'rgb(255, 255, 255)';
const background = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

test('the theme is the one of the system until a person chooses another, and the browser keeps the choice', async () => {
  const { page, close, faults } = await site.open('/empresas/1/certification/comprobantes', 'consulta');
  const themes = page.getByRole('group', { name: 'Tema' });
  const theme = (name: string) => themes.getByRole('button', { name });
  await theme('Sistema').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectSoon(() => background(page)).toBe(white);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSoon(() => background(page)).not.toBe(white);
  await theme('Claro').click();
  await expectSoon(() => background(page)).toBe(white);
  await expectSoon(() => theme('Claro').getAttribute('aria-pressed')).toBe('true');
  await expectSoon(() => theme('Sistema').getAttribute('aria-pressed')).toBe('false');
  await page.reload();
  await theme('Claro').waitFor();
  await expectSoon(() => background(page)).toBe(white);
  await theme('Sistema').click();
  await expectSoon(() => background(page)).not.toBe(white);
  await page.emulateMedia({ colorScheme: 'light' });
  await theme('Oscuro').click();
  await expectSoon(() => background(page)).not.toBe(white);
  expect(faults).toEqual([]);
  await close();
});

/** What every page has to pass: accessibility rules, and no sideways scrolling when it is narrow or its text is large. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Axe {
  run(part: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Each broken rule with the first elements that break it. @param part a CSS selector */
export async function axeFaults(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await giveAxe(page);
  const runAxe = async ({ values, within }: { values: string[]; within: string }) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Otherwise axe also describes every element that breaks no rule.
    const resultTypes = ['violations'];
    return (await axe.run(within, { runOnly: { type: 'tag', values }, resultTypes })).violations;
  };
  const violations = await page.evaluate(runAxe, { values: rules, within: part });
  return violations.map(({ id, nodes }) => {
    const examples = nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
    return `${id}: ${examples.join(' | ')}`;
  });
}

/**
 * Evaluated, not added as a script element: the page's policy allows none. Playwright's `evaluate` would wrap its half megabyte, and the
 * browser would then compile it anew for each document. It compiles a script of the same text once.
 */
async function giveAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
}

/** How many CSS pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** What is wrong with a page: broken rules, and sideways scrolling in a narrow window or with large text. */
export async function lookFaults(page: Page): Promise<string[]> {
  const broken = await axeFaults(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = await overflow(page);
  // Twice the text in a usual window; the window's own width does not grow with it.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const large = await overflow(page);
  return [
    ...broken,
    ...(narrow === 0 ? [] : [`${narrow} px too wide at 320 px`]),
    ...(large === 0 ? [] : [`${large} px too wide with large text`]),
  ];
}

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
  // Evaluated, not added as a script element: the page's policy allows none.
  await page.evaluate(axeSource);
  const runAxe = async ({ values, within }: { values: string[]; within: string }) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run(within, { runOnly: { type: 'tag', values } })).violations;
  };
  const violations = await page.evaluate(runAxe, { values: rules, within: part });
  return violations.map(({ id, nodes }) => {
    const examples = nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
    return `${id}: ${examples.join(' | ')}`;
  });
}

/** How many CSS pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

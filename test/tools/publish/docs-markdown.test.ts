/** Our Markdown on the site: tabs, links out of the site, anchors, braces; and what the side bar and llms.txt take from a page. */
import { join } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { markdownOptions } from '../../../docs/.vitepress/markdown.js';
import { descriptionOf, titleOf } from '../../../docs/.vitepress/page-text.js';
import { sets, sidebarOf } from '../../../docs/.vitepress/sets.js';
import { root } from '../../tidy/project-files.js';

const docs = join(root, 'docs');
const page = join(docs, 'develop/index.md');
const markdown = createMarkdownRenderer(docs, markdownOptions(docs), '/docs/');
const htmlOf = async (text: string) =>
  (await markdown).render(text, { path: page, relativePath: 'develop/index.md', cleanUrls: true });

const block = (language: string, title = '') => `\`\`\`${language}${title}\ncall ${language}\n\`\`\`\n`;
const two = `${block('bash', ' [curl]')}\n${block('python', ' [Python]')}`;

test('blocks between the marks become tabs with their titles, the first one open', async () => {
  const html = await htmlOf(`<!-- tabs -->\n\n${two}\n<!-- /tabs -->\n\nAfter.\n`);
  expect([...html.matchAll(/data-title="([^"]+)"/g)].map(([, title]) => title)).toEqual(['curl', 'Python']);
  const blocks = html.match(/class="language-\w+[^"]*"/g) ?? [];
  expect(blocks.map((one) => / active"$/.test(one))).toEqual([true, false]);
  expect(html).toMatch(/<\/div><\/div>\s*<p>After/);
});

test('the marks need no empty line, and two groups on a page are apart', async () => {
  const group = `<!-- tabs -->\n${two}<!-- /tabs -->\n`;
  const names = [...(await htmlOf(`${group}\n${group}`)).matchAll(/name="(group-[^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect([names.length, new Set(names).size]).toEqual([4, 2]);
});

test.each([
  { name: 'without an end', text: `<!-- tabs -->\n\n${two}`, fault: '<!-- /tabs --> is missing' },
  { name: 'without a start', text: `${two}\n<!-- /tabs -->\n`, fault: 'must alternate' },
  { name: 'in tabs', text: `<!-- tabs -->\n\n<!-- tabs -->\n\n${two}`, fault: 'must alternate' },
  {
    name: 'around a block without a title',
    text: `<!-- tabs -->\n\n${block('bash')}\n<!-- /tabs -->\n`,
    fault: 'a [title]',
  },
  { name: 'around prose', text: `<!-- tabs -->\n\n${two}\nProse.\n\n<!-- /tabs -->\n`, fault: 'a [title]' },
])('tabs $name are refused, with the name of the page', async ({ text, fault }) => {
  await expect(htmlOf(text)).rejects.toThrow(fault);
  await expect(htmlOf(text)).rejects.toThrow('develop/index.md');
});

test.each([
  { link: 'architecture.md', href: './architecture' },
  { link: 'architecture.md#nothing', href: './architecture#nothing' },
  { link: 'adr', href: './adr/README' },
  { link: '../develop/', href: './../develop/' },
  { link: '#develop', href: '#develop' },
  { link: 'https://dgii.gov.do/', href: 'https://dgii.gov.do/' },
  { link: '../../CONTRIBUTING.md', href: undefined },
  { link: '../../src/ecf', href: undefined },
  { link: 'nothing.md', href: undefined },
])('on the site, a link to $link leads to $href', async ({ link, href }) => {
  const html = await htmlOf(`A [text](${link}).`);
  expect(/<a href="([^"]+)"/.exec(html)?.[1]).toBe(href);
  expect(html).toContain('text');
});

test('a bare name of a file is no link', async () => {
  expect(await htmlOf('See errores.md, e@x.do and www.x.do.')).not.toContain('<a ');
});

test('no style is left in a page, and braces are text', async () => {
  const html = await htmlOf(`| a | b |\n| :- | -: |\n| {{ 1 + 1 }} | 2 |\n\n${block('ts')}`);
  expect(html).not.toMatch(/ style="/);
  expect(html).toContain('class="align-right"');
  expect(html).toContain('&#123;&#123; 1 + 1 }}');
});

test('a heading has the anchor that GitHub gives it', async () => {
  expect(await htmlOf('## Números: ¿qué es `eNCF`?\n')).toContain('id="números-qué-es-encf"');
});

test.each([
  {
    text: '# Title `x`\n\nFirst [link](y.md) line\nsecond line.\n',
    title: 'Title x',
    about: 'First link line second line.',
  },
  {
    text: '```\n# no title\n```\n\n# T\n\n| a |\n| - |\n\nShort.\n\nThe first real paragraph.\n',
    title: 'T',
    about: 'The first real paragraph.',
  },
  { text: `# T\n\n${'A sentence. '.repeat(30)}\n`, title: 'T', about: 'A sentence. '.repeat(16).trim() },
  { text: 'No heading, only this text.\n', title: undefined, about: 'No heading, only this text.' },
  { text: '# T\n', title: 'T', about: '' },
])('$text gives its title and description', ({ text, title, about }) => {
  expect([titleOf(text), descriptionOf(text)]).toEqual([title, about]);
});

test('the side bar of each set has every page, in the given order, also one that is not in the order', () => {
  const develop = sets.find(({ name }) => name === 'develop')!;
  const links = (order: readonly string[]) =>
    sidebarOf(docs, { ...develop, order }).flatMap((item) => item.items ?? [item]);
  const all = links(develop.order).map(({ link }) => link);
  expect(all.slice(0, 2)).toEqual(['/develop/', '/develop/architecture']);
  const others = links(['glossary']).map(({ link }) => link);
  expect(others[0]).toBe('/develop/glossary');
  expect([...others].sort()).toEqual([...all].sort());
});

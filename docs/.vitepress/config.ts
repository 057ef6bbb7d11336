/** The documentation site: VitePress over the Markdown of docs/. tools/scripts/build-docs.mjs builds it into dist/docs. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { writeMachinePages } from './machine-pages.js';
import { markdownOptions } from './markdown.js';
import { miniSearch } from './search.js';
import { sets, sidebarOf } from './sets.js';
import { strictPages } from './strict-pages.js';

const docs = dirname(dirname(fileURLToPath(import.meta.url)));
const strict = strictPages();

const searchOptions: DefaultTheme.LocalSearchOptions = {};
// Not enumerable, so that VitePress does not copy the functions into the pages, which would have to evaluate their text. The theme gives
// the same functions to the search in the browser.
Object.defineProperty(searchOptions, 'miniSearch', { value: miniSearch, enumerable: false });

export default defineConfig({
  srcDir: docs,
  outDir: join(docs, '../dist/docs'),
  cacheDir: join(docs, '../.cache/vitepress'),
  base: '/docs/',
  lang: 'es',
  title: 'e-CF',
  description: 'Emisión de comprobantes fiscales electrónicos',
  // To switch transitions off while the colours change, it would add a style element.
  appearance: { disableTransition: false },
  cleanUrls: true,
  metaChunk: true,
  // The index of the search is one file, which the browser loads at the first search.
  vite: { build: { chunkSizeWarningLimit: 1_000 } },
  // test/tidy/links.test.ts checks every link and anchor, and says where. A start of the service must not fail because of one.
  ignoreDeadLinks: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }]],
  markdown: markdownOptions(docs),
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md' ? { frontmatter: { aside: false, sidebar: false } } : undefined,
  transformHtml: strict.transformHtml,
  buildEnd: ({ outDir }) => {
    strict.writeFiles(outDir);
    writeMachinePages(docs, outDir);
  },
  themeConfig: {
    nav: [
      ...sets.map(({ name, label }) => ({ text: label, link: `/${name}/`, activeMatch: `^/${name}/` })),
      // Not a page of VitePress, so the browser loads it.
      { text: 'API', link: '/api/', target: '_self' },
    ],
    sidebar: Object.fromEntries(sets.map((set) => [`/${set.name}/`, sidebarOf(docs, set)])),
    search: { provider: 'local', options: searchOptions },
  },
});

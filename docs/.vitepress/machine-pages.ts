/** For programs that read: each page as Markdown beside its HTML, llms.txt (llmstxt.org), and the most asked pages in one file. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { descriptionOf } from './page-text.js';
import { pagesOf, sets, type DocsPage } from './sets.js';

/** A language model reads this much at once without losing the start. The pages that come later are named, not quoted. */
const fullBytesMax = 256 * 1024;

const about = `# e-CF

> Servicio que emite comprobantes fiscales electrónicos (e-CF) ante la DGII de la República Dominicana para muchas empresas, cada uno exactamente una vez. Issues electronic fiscal vouchers to the Dominican tax authority, each exactly once.

The API is described by [openapi.json](/openapi.json). Each page below is Markdown; without \`.md\` the same address is a page for people.
`;

/** @param docs the folder docs/ @param folder of the built site */
export function writeMachinePages(docs: string, folder: string): void {
  const pages = sets.map((set) => ({ set, pages: pagesOf(docs, set) }));
  const all = pages.flatMap((one) => one.pages);
  for (const path of ['index', ...all.map((page) => page.path)]) {
    const copy = join(folder, `${path}.md`);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(docs, `${path}.md`), copy);
  }
  const lists = pages.map(
    ({ set, pages: ofSet }) => `## ${set.label}\n\n${set.about}.\n\n${ofSet.map(entry).join('')}`,
  );
  writeFileSync(join(folder, 'llms.txt'), [about, ...lists].join('\n'));
  writeFileSync(join(folder, 'llms-full.txt'), fullText(all));
}

function entry(page: DocsPage): string {
  const description = descriptionOf(page.text);
  return `- [${page.title}](/docs/${page.path}.md)${description === '' ? '' : `: ${description}`}\n`;
}

/** As many pages as fit, in the order of the sets. A page that does not fit is listed at the end. */
function fullText(pages: readonly DocsPage[]): string {
  const parts: string[] = [about];
  const left: DocsPage[] = [];
  let bytes = 0;
  for (const page of pages) {
    const part = `<!-- /docs/${page.path}.md -->\n\n${page.text.trim()}\n`;
    bytes += Buffer.byteLength(part);
    if (bytes <= fullBytesMax) parts.push(part);
    else {
      bytes -= Buffer.byteLength(part);
      left.push(page);
    }
  }
  if (left.length > 0) parts.push(`## Left out\n\n${left.map(entry).join('')}`);
  return parts.join('\n');
}

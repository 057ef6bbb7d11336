/** The documentation, for programs: its pages, and a search over their sections. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import MiniSearch from 'minisearch';
import { withoutAccents } from '../ecf/without-accents.js';

export interface Page {
  /** Below docs/, for example `integrar/numeros.md`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

interface Section {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found {
  readonly pagina: string;
  readonly titulo: string;
  readonly seccion: string;
  readonly texto: string;
}

export interface Docs {
  readonly pages: readonly Page[];
  search(words: string): readonly Found[];
}

const foundMax = 6;
/** A section of a reference may have thousands of lines. */
const shownMax = 1_500;

export function openDocs(folder: string): Docs {
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => readPage(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const search = indexOf(pages);
  return {
    pages,
    search: (words) =>
      search
        .search(words)
        .slice(0, foundMax)
        .map((hit) => ({
          pagina: String(hit['path']),
          titulo: String(hit['title']),
          seccion: String(hit['heading']),
          texto: String(hit['text']).slice(0, shownMax),
        })),
  };
}

function readPage(folder: string, file: string): Page {
  const text = readFileSync(file, 'utf8');
  const path = relative(folder, file).split(sep).join('/');
  return { path, title: /^# (.+)$/m.exec(text)?.[1] ?? path, text };
}

function indexOf(pages: readonly Page[]): MiniSearch<Section> {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['path', 'title', 'heading', 'text'],
    processTerm: folded,
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: true, fuzzy: 0.15, processTerm: folded },
  });
  index.addAll(pages.flatMap(sectionsOf));
  return index;
}

/** `número` and `numero` are the same word. */
function folded(word: string): string {
  return withoutAccents(word).toLowerCase();
}

function sectionsOf({ path, title, text }: Page): Section[] {
  const [intro = '', ...rest] = text.split(/^##+ /m);
  const sections = [{ heading: title, text: intro }, ...rest.map(headed)];
  return sections.map((one, n) => ({ id: `${path}#${n}`, path, title, ...one }));
}

function headed(section: string): { readonly heading: string; readonly text: string } {
  const [heading = '', ...lines] = section.split('\n');
  return { heading, text: lines.join('\n').trim() };
}

/** The four sets of pages: their language, their order, and the side bars that follow from the files that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { titleOf } from './page-text.js';

export interface DocsSet {
  /** Its folder below docs/. */
  readonly name: string;
  readonly lang: 'es' | 'en';
  /** In the bar on top. */
  readonly label: string;
  /** For whom it is, in one line of llms.txt. */
  readonly about: string;
  /** Pages in the order of the side bar. A page that is not named here comes after these. */
  readonly order: readonly string[];
}

const recipes = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'].map((type) => `recetas/${type}`);

export const sets: readonly DocsSet[] = [
  {
    name: 'integrar',
    lang: 'es',
    label: 'Integrar',
    about:
      'Para quien escribe programas: la API, los números, los errores y una receta por tipo (en español)',
    order: [
      ...[
        'index',
        'primer-comprobante',
        'numeros',
        'consultas',
        'eventos',
        'tipos-de-evento',
        'webhooks',
        'errores',
        'validacion',
        ...recipes,
      ],
      ...['claves', 'clientes', 'mcp', 'migrar-v1', 'simulador', 'produccion'],
    ],
  },
  {
    name: 'usar',
    lang: 'es',
    label: 'Usar',
    about:
      'Para las personas de la empresa: la aplicación web, la certificación y el fin de mes (en español)',
    order: [
      ...['index', 'entrar', 'comprobantes', 'numeracion', 'anulaciones', 'recibidos', 'compradores'],
      ...['certificacion', 'representacion-impresa', 'empresa', 'eventos', 'fin-de-mes', 'archivo'],
      ...['contingencia', 'comandos', 'permisos'],
    ],
  },
  {
    name: 'operate',
    lang: 'en',
    label: 'Operate',
    about: 'For those who run the service: install, configure, watch, back up, upgrade',
    order: [
      ...['index', 'install', 'kubernetes', 'configure', 'limits', 'proxy', 'temporal', 'receiver', 'events'],
      ...[
        'registry',
        'monitor',
        'traces',
        'backup',
        'archive',
        'keys',
        'upgrade',
        'incidents',
        'settings',
        'metrics',
      ],
    ],
  },
  {
    name: 'develop',
    lang: 'en',
    label: 'Develop',
    about: 'For those who change the service: how it is built and why',
    order: [
      ...['index', 'architecture', 'one-voucher', 'recovery', 'numbers', 'annulment', 'delivering'],
      ...[
        'receiving',
        'simulator',
        'simulator-settings',
        'scaling',
        'glossary',
        'tests',
        'releases',
        'adr/README',
      ],
    ],
  },
];

export interface DocsPage {
  readonly set: DocsSet;
  /** Below docs/, without its ending: `integrar/recetas/31`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** Pages in folders of these names are one group of the side bar, closed until it is wanted. */
const groups: Readonly<Record<string, string>> = { recetas: 'Recetas', adr: 'Decisions' };

/** @param docs the folder docs/ */
export function pagesOf(docs: string, set: DocsSet): DocsPage[] {
  const folder = join(docs, set.name);
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length));
  const place = (path: string) => (set.order.includes(path) ? set.order.indexOf(path) : set.order.length);
  return found
    .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
    .map((path) => {
      const text = readFileSync(join(folder, `${path}.md`), 'utf8');
      return { set, path: `${set.name}/${path}`, title: titleOf(text) ?? path, text };
    });
}

/** The address of a page below /docs/. */
export function addressOf({ path }: Pick<DocsPage, 'path'>): string {
  return path.replace(/(^|\/)index$/, '$1');
}

/** @param docs the folder docs/ */
export function sidebarOf(docs: string, set: DocsSet): DefaultTheme.SidebarItem[] {
  const items: DefaultTheme.SidebarItem[] = [];
  for (const page of pagesOf(docs, set)) {
    const item = { text: page.title, link: `/${addressOf(page)}` };
    const text = groups[page.path.split('/').at(-2) ?? ''];
    const group = items.find((one) => one.text === text && one.items !== undefined);
    if (text === undefined) items.push(item);
    else if (group !== undefined) group.items?.push(item);
    // With a link of its own: without one, VitePress makes a button that contains another.
    else items.push({ text, link: item.link, collapsed: true, items: [item] });
  }
  return items;
}

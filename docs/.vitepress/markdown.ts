/** What our pages need beyond VitePress's Markdown, so that the same files also read well on GitHub. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { anchorOf } from './page-text.js';

/** Colours of code as classes: the policy of the pages allows no style attributes. */
export const codeClasses = transformerStyleToClass({ classPrefix: 'code-' });

/** @param docs the folder docs/ */
export function markdownOptions(docs: string): MarkdownOptions {
  return {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeClasses],
    // Its highlighter does not know the language of the alarms, and would warn at each of them.
    languageAlias: { promql: 'sql' },
    anchor: { slugify: anchorOf },
    config: (md) => {
      // GitHub links no bare words either: `errores.md` is a file here, not a host in Moldova.
      md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
      codeTabs(md);
      linksWithinTheSite(md, docs);
      alignmentAsClass(md);
      literalBraces(md);
    },
  };
}

/** Fenced blocks between `<!-- tabs -->` and `<!-- /tabs -->` become tabs. GitHub shows them one below the other. */
export function codeTabs(md: MarkdownRenderer): void {
  md.core.ruler.after('block', 'code-tabs', ({ tokens, env }) => {
    const page = (env as { path?: string }).path ?? 'a page';
    let open = false;
    for (const token of tokens) {
      const mark = token.type === 'html_block' ? /^<!-- (\/?)tabs -->\s*$/.exec(token.content) : null;
      if (mark !== null) {
        const opens = mark[1] === '';
        if (opens === open) throw new Error(`${page}: <!-- tabs --> and <!-- /tabs --> must alternate`);
        open = opens;
        token.type = open ? 'container_code-group_open' : 'container_code-group_close';
        token.tag = 'div';
        token.nesting = open ? 1 : -1;
        token.info = ' code-group';
      } else if (open && !(token.type === 'fence' && / \[[^\]]+\]$/.test(token.info.trim())))
        throw new Error(`${page}: between <!-- tabs --> and <!-- /tabs --> stand only blocks with a [title]`);
    }
    if (open) throw new Error(`${page}: <!-- /tabs --> is missing`);
  });
}

/** The site has the pages, not the sources: a link to a file outside docs/ becomes plain text. A folder means its first page. */
function linksWithinTheSite(md: MarkdownRenderer, docs: string): void {
  md.core.ruler.push('links-within-the-site', ({ tokens, env }) => {
    const { path } = env as { path?: string };
    if (path === undefined) return;
    for (const { children } of tokens) {
      if (children === null) continue;
      let dropping = false;
      for (const token of children) {
        if (token.type === 'link_open') {
          const address = siteAddress(docs, path, token.attrGet('href') ?? '');
          dropping = address === undefined;
          if (address !== undefined) token.attrSet('href', address);
        }
        if (dropping && (token.type === 'link_open' || token.type === 'link_close')) {
          token.type = 'text';
          token.content = '';
          token.nesting = 0;
        }
      }
    }
  });
}

/** @returns nothing when the site does not have the target */
function siteAddress(docs: string, page: string, href: string): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = join(dirname(page), decodeURIComponent(path));
  if (relative(docs, target).startsWith('..') || !existsSync(target)) return undefined;
  if (!statSync(target).isDirectory()) return href;
  const first = ['index.md', 'README.md'].find((name) => existsSync(join(target, name)));
  if (first === undefined) return undefined;
  return `${path.replace(/\/$/, '')}/${first}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** markdown-it writes the alignment of a column into a style attribute. */
function alignmentAsClass(md: MarkdownRenderer): void {
  md.core.ruler.push('alignment-as-class', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(left|center|right)$/.exec(token.attrGet('style') ?? '')?.[1];
      if (align === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${align}`);
    }
  });
}

/** VitePress compiles a page as a Vue template, in which `{{ }}` is code. In our pages it is text. */
function literalBraces(md: MarkdownRenderer): void {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...args) => {
    const html = text === undefined ? (args[0][args[1]]?.content ?? '') : text(...args);
    return html.replaceAll('{{', '&#123;&#123;');
  };
}

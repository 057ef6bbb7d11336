/**
 * Makes VitePress's pages fit for a policy without inline scripts and styles: the scripts and the colours of code move into files of their
 * own. The build fails when anything inline is left.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeClasses } from './markdown.js';
import { textsFor } from './texts.js';

export interface StrictPages {
  readonly transformHtml: (html: string, file: string, context: { page: string }) => string;
  /** @param folder of the built site */
  readonly writeFiles: (folder: string) => void;
}

export function strictPages(): StrictPages {
  const files = new Map<string, string>();
  /** @returns the address of a file with this content */
  const fileOf = (name: string, ending: string, content: string): string => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const path = `assets/${name}.${hash}.${ending}`;
    files.set(path, content);
    return `/docs/${path}`;
  };
  return {
    transformHtml: (html, file, { page }) => {
      const strict = html
        .replace(/<html lang="[^"]*"/, `<html lang="${textsFor(page).lang}"`)
        .replace(/<script id="([\w-]+)">([^]*?)<\/script>/g, (_, id: string, code: string) => {
          // Before the first paint, or a dark page would flash.
          return `<script src="${fileOf(id, 'js', code)}"></script>`;
        })
        // VitePress sets both again when it needs them, from a script. Until then style.css does.
        .replace(/ style="(?:--vp-vh:0px|position:relative);"/g, '')
        .replace('</head>', () => {
          const colours = codeClasses.getCSS();
          return `<link rel="stylesheet" href="${fileOf('code', 'css', colours)}"></head>`;
        });
      const inline =
        /<script(?![^>]* src=)[^>]*>|<style|<[a-z][^>]*? style="[^"]*"|<[a-z][^>]*? on[a-z]+="/.exec(strict);
      if (inline !== null)
        throw new Error(`${relative('', file)}: the pages' policy forbids ${inline[0].slice(0, 200)}`);
      return strict;
    },
    writeFiles: (folder) => {
      mkdirSync(join(folder, 'assets'), { recursive: true });
      for (const [path, content] of files) writeFileSync(join(folder, path), content);
    },
  };
}

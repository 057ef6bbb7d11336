/**
 * The fonts of the printed form, and the characters that they have. DejaVu Sans Condensed is free, has Spanish and many other scripts, and
 * its figures all have the same width. A PDF contains only the characters that it uses (docs/develop/adr/0018-printed-form.md).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { inBothDirections } from './directions.js';

export type FontName = 'regular' | 'bold';

export interface LoadedFonts {
  readonly fonts: Readonly<Record<FontName, Font>>;
  /**
   * Maps each character that both fonts have to the first character with the same glyphs. Without this map, two characters with one glyph
   * would make the bytes of a PDF depend on what this process printed before.
   */
  readonly characters: ReadonlyMap<number, string>;
}

const files: Readonly<Record<FontName, string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
};

let loaded: LoadedFonts | undefined;

/** Reads the fonts once per process, because reading them takes longer than printing a page. */
export function loadFonts(): LoadedFonts {
  return (loaded ??= readFonts());
}

function readFonts(): LoadedFonts {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
    'ttf',
  );
  const fonts = { regular: read(join(folder, files.regular)), bold: read(join(folder, files.bold)) };
  const inBold = new Set(fonts.bold.characterSet);
  const first = new Map<string, string>();
  const characters = new Map<number, string>();
  for (const code of [...fonts.regular.characterSet].sort((a, b) => a - b)) {
    if (!inBold.has(code)) continue;
    const glyphs = `${fonts.regular.glyphForCodePoint(code).id} ${fonts.bold.glyphForCodePoint(code).id}`;
    const same = first.get(glyphs) ?? String.fromCodePoint(code);
    first.set(glyphs, same);
    characters.set(code, same);
  }
  return { fonts, characters };
}

function read(file: string): Font {
  const font = create(readFileSync(file));
  if (!('characterSet' in font)) throw new Error(`${file} is a collection of fonts`);
  return inBothDirections(font);
}

/**
 * Lays out texts that have words from right to left, such as Arabic and Hebrew, by the Unicode Bidirectional Algorithm. fontkit gives a whole
 * text one direction: figures and Latin words in an Arabic name would be drawn backwards.
 */
import bidiFactory, { type Bidi } from 'bidi-js';
import type { Font, GlyphRun } from 'fontkit';

/** The blocks of these scripts, as far as the font has them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

// The package is CommonJS, and its types describe its other form.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** @returns the same font, whose layout of a text is in the order in which it is seen */
export function inBothDirections(font: Font): Font {
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    if (!hasRightToLeft(text)) return layout(text, features);
    const runs = runsOf(text);
    return joined(runs.map((run) => layout(run.text, features, undefined, undefined, run.direction)));
  };
  return font;
}

export interface Run {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The parts of a text in one direction each, from left to right on the paper; their characters are in the order of the text. */
export function runsOf(text: string): readonly Run[] {
  // A line of the form starts at its left, also if its first word is Arabic.
  const found = bidi.getEmbeddingLevels(text, 'ltr');
  const { levels } = found;
  const order = bidi.getReorderedIndices(text, found);
  const runs: Run[] = [];
  for (let start = 0; start < order.length;) {
    const first = order[start] ?? 0;
    const isReversed = (levels[first] ?? 0) % 2 === 1;
    const step = isReversed ? -1 : 1;
    let end = start + 1;
    while (order[end] === first + step * (end - start) && levels[order[end] ?? 0] === levels[first]) end++;
    const last = order[end - 1] ?? 0;
    runs.push(
      isReversed
        ? { text: mirrored(text.slice(last, first + 1)), direction: 'rtl' }
        : { text: text.slice(first, last + 1), direction: 'ltr' },
    );
    start = end;
  }
  return runs;
}

/** An opening bracket from right to left looks like a closing one. */
function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

function joined(runs: readonly GlyphRun[]): GlyphRun {
  const [first] = runs;
  if (first === undefined) throw new Error('A text from right to left has no runs');
  return Object.assign(first, {
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    positions: runs.flatMap(({ positions }) => positions),
  });
}

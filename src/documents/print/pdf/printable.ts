/** Makes a client's text printable: it cannot change how other text is shown, and each of its characters has a glyph. */
import { drawnText, isUsual } from '../../../ecf/drawn-text.js';
import { loadFonts } from './fonts.js';

export function printable(text: string): string {
  if (isUsual(text)) return text;
  const { characters } = loadFonts();
  return Array.from(
    drawnText(text).text,
    (character) => characters.get(character.codePointAt(0) ?? 0) ?? character,
  ).join('');
}

interface Widths {
  readonly text: (text: string) => number;
  readonly piece: (text: string) => number;
}

export function wrap(text: string, width: number, widthOf: Widths): readonly string[] {
  if (widthOf.text(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf.text(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = broken(word, width, widthOf.piece);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Breaks a word that is too long for a line, after a slash if it has one, as in Caja/Cajón. It does not break after a hyphen: a PDF reader
 * takes a hyphen at the end of a line for hyphenation and leaves it out of the copied text.
 */
function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let rest = Array.from(word);
  for (;;) {
    const count = fitting(rest, width, widthOf);
    if (count >= rest.length) return [...pieces, rest.join('')];
    const end = rest.lastIndexOf('/', count - 1) + 1 || count;
    pieces.push(rest.slice(0, end).join(''));
    rest = rest.slice(end);
  }
}

/** Each width is the layout of a text, which costs time. So this halves the range instead of trying each length. */
function fitting(characters: readonly string[], width: number, widthOf: (text: string) => number): number {
  let fits = 1;
  let tooMany = characters.length + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(characters.slice(0, middle).join('')) <= width) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

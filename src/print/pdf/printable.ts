/** Makes a text of a client printable: nothing in it may change how other text is shown, and each character has a glyph. */
import { loadFonts } from './fonts.js';

/** The usual case: nothing needs to change. */
const plain = /^[ -~¡-¬®-´¶-ÿ]*$/;
/** Printed where the fonts have no glyph. */
const unknownCharacter = '\u25a1';

export function printable(text: string): string {
  if (plain.test(text)) return text;
  const { characters } = loadFonts();
  const cleaned = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    // Signs without a shape: they reverse or join other text. The last ones choose the colour of an emoji.
    .replace(/[\p{Cf}\ufe00-\ufe0f]/gu, '')
    // Ligatures of two letters, such as ﬁ, have the same glyph as their letters.
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
  return Array.from(
    cleaned,
    (character) => characters.get(character.codePointAt(0) ?? 0) ?? unknownCharacter,
  ).join('');
}

/** Breaks a text into lines of at most this width, between words if possible. */
export function wrap(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = broken(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Breaks a word that is too long for a line: after a slash if it has one, as in Caja/Cajón. Not after a hyphen: readers of PDF take one
 * at the end of a line for a hyphenation, and leave it out of the text.
 */
function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character) > width) {
      const end = piece.lastIndexOf('/') + 1 || piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += character;
  }
  return [...pieces, piece];
}

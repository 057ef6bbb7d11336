/** Makes a client's text printable: it cannot change how other text is shown, and each of its characters has a glyph. */
import { loadFonts } from './fonts.js';

/** The usual characters; a text of only these needs no change. */
const plain = /^[ -~¡-¬®-´¶-ÿ]*$/;
/** The PDF shows this sign instead of a character that the fonts do not have. */
const unknownCharacter = '\u25a1';

export function printable(text: string): string {
  if (plain.test(text)) return text;
  const { characters } = loadFonts();
  const cleaned = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    // Removes invisible characters that reverse or join other text, and those that choose the colour of an emoji.
    .replace(/[\p{Cf}\ufe00-\ufe0f]/gu, '')
    // A ligature of two letters, such as ﬁ, has the same glyph as its letters.
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
  return Array.from(
    cleaned,
    (character) => characters.get(character.codePointAt(0) ?? 0) ?? unknownCharacter,
  ).join('');
}

/** Breaks a text into lines of at most this width, between two words where possible. */
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
 * Breaks a word that is too long for a line, after a slash if it has one, as in Caja/Cajón. It does not break after a hyphen: a PDF reader
 * takes a hyphen at the end of a line for hyphenation and leaves it out of the copied text.
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

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
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    // Marks above each other grow across other lines. No usual text has more than two on one letter.
    .replace(/([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu, '$1')
    // A ligature of two letters, such as ﬁ, has the same glyph as its letters.
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
  return Array.from(
    cleaned,
    (character) => characters.get(character.codePointAt(0) ?? 0) ?? unknownCharacter,
  ).join('');
}

/** The widths of texts that may repeat, and of pieces of a long word, which do not. */
interface Widths {
  readonly text: (text: string) => number;
  readonly piece: (text: string) => number;
}

/** Breaks a text into lines of at most this width, between two words where possible. */
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

/**
 * How many of the characters fit, at least one. Each width is the layout of a text, which costs time. So this halves the range instead of
 * trying each length.
 */
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

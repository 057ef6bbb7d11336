/**
 * What the printed form draws of a client's text. Its font has no Chinese, no emoji of people and much else; instead of such a character
 * the form shows a box. Validation warns about it (rules/printed-form.ts), and the form itself draws this text (print/pdf/printable.ts).
 */
import drawable from './codes/drawable.json' with { type: 'json' };

/** The usual characters; a text of only these is drawn as it is. */
const usual = /^[ -~¡-¬®-´¶-ÿ]*$/;
export const unknownCharacter = '\u25a1';

/** The characters that the font has. `npm run generate` reads them from its files. */
const classOfFont = drawable.ranges
  .replace(/[\da-f]+/g, (point) => String.raw`\u{${point}}`)
  .replaceAll(' ', '');
const inFont = new RegExp(`^[${classOfFont}]*$`, 'u');

export interface DrawnText {
  readonly text: string;
  readonly missing: readonly string[];
}

export function isUsual(text: string): boolean {
  return usual.test(text);
}

export function drawnText(text: string): DrawnText {
  if (isUsual(text)) return { text, missing: [] };
  const missing = new Set<string>();
  const drawn = Array.from(cleaned(text), (character) => {
    if (inFont.test(character)) return character;
    // The letters of a full-width sign or of a unit in one character, such as ㎏.
    const parts = character.normalize('NFKD');
    if (inFont.test(parts)) return parts;
    missing.add(character);
    return unknownCharacter;
  });
  return { text: drawn.join(''), missing: [...missing] };
}

function cleaned(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      // Removes invisible characters that reverse or join other text, and those that choose the colour of an emoji.
      .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
      // Marks above each other grow across other lines. No usual text has more than two on one letter.
      .replace(/([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu, '$1')
      // A ligature of two letters, such as ﬁ, has the same glyph as its letters.
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
  );
}

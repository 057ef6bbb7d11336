/**
 * Characters that nobody sees: they turn the direction of the text around them, have no width, or control a terminal. With them a stranger's
 * name can look like another one (Unicode Technical Report 36). Every place that shows a stranger's text to a person passes it through here,
 * and names and notes that people type must not have them.
 */

/**
 * Bidi_Control and Default_Ignorable_Code_Point are Unicode's own lists. The rest: annotations, the blank Braille pattern, separators of
 * lines, and control characters other than white space.
 */
const hidden = String.raw`[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800\p{Zl}\p{Zp}]|(?![\t\n\r])\p{Cc}`;

/**
 * Emoji that people use are made with two of them: `☕️` chooses the colour, and a joiner makes one picture of two. Without a lookbehind, which
 * Safari has only since 16.4.
 */
const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d(?=\p{Extended_Pictographic})|\p{Emoji}\ufe0f`;

const partOfEmojiOrHidden = new RegExp(`(${emoji})|${hidden}`, 'gu');

/** The text with each hidden character as `[U+202E]`, so that a person sees that it is there. */
export function withHiddenShown(text: string): string {
  return replaceHidden(text, (character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${point}]`;
  });
}

export function hasHidden(text: string): boolean {
  return replaceHidden(text, () => '') !== text;
}

export function replaceHidden(text: string, by: (character: string) => string): string {
  return text.replace(partOfEmojiOrHidden, (character, ofEmoji?: string) => ofEmoji ?? by(character));
}

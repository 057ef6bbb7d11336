/**
 * Recognises a sentence by some of its words, without regular expressions. It searches for each fragment once, from the end
 * of the last one, so the time is proportional to the length of the text, whatever its content.
 *
 * - `certificado … vencid*|expirad*`: the word certificado and, anywhere after it, a word that begins with one of these.
 * - `*emisor`: a word that ends like this. `secuencia ya [ha sido] utilizad*`: with or without the words in brackets.
 */

/** For each step, the alternative fragments: one of them must follow. A blank at an end is the border of a word. */
export type Phrase = readonly (readonly string[])[];

export function phrase(written: string): Phrase {
  return written.split('…').map((step) => step.split('|').flatMap(variants).map(fragment));
}

export function says(words: string, steps: Phrase): boolean {
  let from = 0;
  for (const fragments of steps) {
    // The earliest end leaves the most text for the next steps, so nothing has to be tried twice.
    const end = Math.min(...fragments.map((one) => endOf(words, one, from)));
    if (end === Infinity) return false;
    // A border ends one word and starts the next one.
    from = words[end - 1] === ' ' ? end - 1 : end;
  }
  return true;
}

/** Longer than any text that we know from DGII; the rest adds nothing new. */
const textLengthMax = 4_000;

/** ` el certificado esta vencido `: the text after {@link plain}, with one blank for each run of other characters. */
export function wordsOf(text: string): string {
  return ` ${plain(text.slice(0, textLengthMax)).replace(/[^a-z0-9]+/g, ' ')} `;
}

/** Lower case, accents removed, white space collapsed: DGII writes one text in several ways. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function endOf(words: string, fragment: string, from: number): number {
  const found = words.indexOf(fragment, from);
  return found === -1 ? Infinity : found + fragment.length;
}

/** `a [b] c` → `a b c` and `a c`. */
function variants(written: string): string[] {
  const optional = /\[([^[\]]*)\]/.exec(written);
  if (optional === null) return [written];
  const [brackets, inside = ''] = optional;
  return [inside, ''].flatMap((replacement) => variants(written.replace(brackets, replacement)));
}

function fragment(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim();
  const inner = text.replaceAll('*', '');
  return `${text.startsWith('*') ? '' : ' '}${inner}${text.endsWith('*') ? '' : ' '}`;
}

/** Compares words as people write them: with or without accents. */

/** The same letters without their marks: `número` becomes `numero`, and `ñ` becomes `n`. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

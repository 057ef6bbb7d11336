/** A number of a range as people type it: the ten digits, with or without `E31` before them and zeros in front. */
export function serialOf(text: string): number {
  const digits = text
    .trim()
    .replace(/^E\d{2}(?=\d{10}$)/i, '')
    .replaceAll(/[\s,.]/g, '');
  // What is no number becomes zero, and the service answers with the refusal that belongs to the field.
  return /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
}

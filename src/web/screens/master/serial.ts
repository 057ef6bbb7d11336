/** Reads a range's number as people type it: up to ten digits, with or without `E31` before them. */
export function serialOf(text: string): number {
  const digits = text
    .trim()
    .replace(/^E\d{2}(?=\d{10}$)/i, '')
    .replaceAll(/[\s,.]/g, '');
  // A text that is not a number becomes zero; the service then refuses it at this field.
  return /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
}

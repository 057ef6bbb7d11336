/** CSV for a spreadsheet. */

/** @param rows the heads, and a line for each record */
export function csvText(rows: readonly (readonly string[])[]): string {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

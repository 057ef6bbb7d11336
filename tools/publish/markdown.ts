/** Markdown as Prettier formats it. */

export function quoted(code: string): string {
  return `\`${code}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escaped));
  const widths = head.map((title, column) =>
    Math.max(...[head, ...cells].map((row) => (row[column] ?? title).length)),
  );
  const aligned = head.length * 3 + 1 + widths.reduce((sum, width) => sum + width, 0) <= lineWidth;
  const padding = (cell: string, column: number) => (aligned ? (widths[column] ?? 0) - cell.length : 0);
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell + ' '.repeat(padding(cell, column))).join(' | ')} |\n`;
  const rule = widths.map((width) => '-'.repeat(aligned ? width : 3));
  return [line(head), line(rule), ...cells.map(line)].join('');
}

/** Prettier's: a table that is wider has no padding. */
const lineWidth = 110;

/** Escapes the characters that have a meaning in Markdown. */
export function escaped(cell: string): string {
  return cell.replace(/[|*_<]/gu, (sign) => (cell.startsWith('`') ? sign : `\\${sign}`));
}

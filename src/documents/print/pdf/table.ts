/**
 * The table of the lines on the page form. Each column is as wide as its texts need. If no font size leaves room for the description, the
 * columns that only some vouchers have become text below it.
 */
import {
  isOptional,
  optionalText,
  type Column,
  type ColumnName,
  type PrintedLine,
  type PrintedLines,
} from '../content/lines.js';
import { lineSpacing, type Canvas } from './canvas.js';

export interface PlacedColumn extends Column {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'center' | 'right';
}

export interface Table {
  readonly columns: readonly PlacedColumn[];
  readonly belowDescription: readonly Column[];
  readonly x: number;
  readonly width: number;
  readonly size: number;
  readonly headHeight: number;
}

const padding = 4;
const rowPadding = 3.2;
/** Font sizes to try, largest first. Only a voucher with many taxes needs a smaller one. */
const sizes = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const;
const descriptionMin = 110;
/** At the smallest size a description of 80 letters has four lines in this width. */
const descriptionMinAtSmallest = 60;
const unitMax = 58;
const headFill = '#d9d9d9';
const valueFill = '#f2f2f2';

const aligned: Readonly<Partial<Record<ColumnName, PlacedColumn['align']>>> = {
  cantidad: 'center',
  descripcion: 'left',
  unidad: 'center',
  grados: 'center',
};

export function placeTable(canvas: Canvas, detail: PrintedLines, x: number, width: number): Table {
  const { columns, lines } = detail;
  const below = columns.filter(isOptional);
  const whole = fitted(canvas, detail, x, width);
  const table =
    whole ?? fitted(canvas, { lines, columns: columns.filter((one) => !isOptional(one)) }, x, width);
  if (table === undefined) throw new Error('The columns are wider than the page');
  return whole ?? { ...table, belowDescription: below };
}

function fitted(
  canvas: Canvas,
  { columns, lines }: PrintedLines,
  x: number,
  width: number,
): Table | undefined {
  for (const size of sizes) {
    const widths = columns.map((column) => columnWidth(canvas, column, lines, size));
    const rest = width - widths.reduce((sum, own) => sum + own, 0);
    if (rest < (size === sizes.at(-1) ? descriptionMinAtSmallest : descriptionMin)) continue;
    let left = x;
    const placed = columns.map((column, index) => {
      const own = column.name === 'descripcion' ? rest : (widths[index] ?? 0);
      const result = { ...column, x: left, width: own, align: aligned[column.name] ?? ('right' as const) };
      left += own;
      return result;
    });
    const heads = placed.map(({ label, width: own }) => headLines(canvas, label, own, size).length);
    const headHeight = Math.max(...heads) * size * lineSpacing + 2 * rowPadding;
    return { columns: placed, belowDescription: [], x, width, size, headHeight };
  }
  return undefined;
}

function columnWidth(
  canvas: Canvas,
  { name, label }: Column,
  lines: readonly PrintedLine[],
  size: number,
): number {
  if (name === 'descripcion') return 0;
  let longest = '';
  for (const { cells } of lines) {
    const text = cells[name] ?? '';
    if (text.length > longest.length) longest = text;
  }
  // "Unidad de" stays in one line, as in DGII's models.
  const parts = name === 'unidad' ? ['Unidad de'] : label.split(' ');
  const words = parts.map((word) => canvas.widthOf(word, { size, font: 'bold' }));
  const content = canvas.widthOf(longest, { size });
  // The column Valor is wider than its amounts, as in DGII's models.
  const room = name === 'valor' ? 2 * padding : 0;
  return Math.max(...words, name === 'unidad' ? Math.min(content, unitMax) : content) + 2 * padding + room;
}

function headLines(canvas: Canvas, label: string, width: number, size: number): readonly string[] {
  return canvas.lines(label, width - 2 * padding + 0.1, { size, font: 'bold' });
}

export function drawHead(canvas: Canvas, table: Table, y: number): void {
  const { size, headHeight } = table;
  canvas.box([table.x, y, table.width, headHeight], headFill);
  const style = { size, font: 'bold', align: 'center' } as const;
  canvas.tag('TR', () => {
    for (const { x, width, label } of table.columns) {
      const lines = headLines(canvas, label, width, size);
      const top = y + (headHeight - lines.length * size * lineSpacing) / 2;
      const draw = () =>
        lines.forEach((line, index) =>
          canvas.write(line, x + width / 2, top + index * size * lineSpacing, style),
        );
      canvas.tag('TH', draw, { scope: 'Column' });
    }
  });
}

export interface Row {
  readonly line: PrintedLine;
  readonly description: readonly string[];
  readonly unit: readonly string[];
  readonly height: number;
}

export function rowOf(canvas: Canvas, table: Table, line: PrintedLine): Row {
  const { size } = table;
  const lines = (name: ColumnName, text: string | undefined, indent = 0) => {
    const column = table.columns.find((one) => one.name === name);
    return canvas.lines(text ?? '', (column?.width ?? 0) - 2 * padding - indent + 0.1, { size });
  };
  const indent = line.exempt ? exemptIndent(size) : 0;
  const below = optionalText(line, table.belowDescription);
  const description = [
    ...lines('descripcion', line.cells.descripcion, indent),
    ...(below === undefined ? [] : lines('descripcion', below, indent)),
  ];
  const unit = lines('unidad', line.cells.unidad);
  const height = Math.max(description.length, unit.length) * size * lineSpacing + 2 * rowPadding;
  return { line, description, unit, height };
}

/** The space for the letter E, which is printed left of the description. */
function exemptIndent(size: number): number {
  return size * 1.2;
}

export function drawRows(canvas: Canvas, table: Table, rows: readonly Row[], y: number): number {
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const value = table.columns.find(({ name }) => name === 'valor');
  if (value !== undefined) canvas.box([value.x, y, value.width, height], valueFill);
  let top = y;
  for (const row of rows) {
    const at = top;
    canvas.tag('TR', () => drawRow(canvas, table, row, at));
    canvas.box([table.x, top, table.width, row.height]);
    top += row.height;
  }
  for (const { x } of table.columns.slice(1))
    canvas.vertical(x, y - table.headHeight, height + table.headHeight);
  return top;
}

function drawRow(
  canvas: Canvas,
  { columns, size }: Table,
  { line, description, unit, height }: Row,
  y: number,
): void {
  const middle = (count: number) => y + (height - count * size * lineSpacing) / 2;
  for (const { name, x, width, align } of columns) {
    const texts = name === 'descripcion' ? description : name === 'unidad' ? unit : [line.cells[name] ?? ''];
    const indent = name === 'descripcion' && line.exempt ? exemptIndent(size) : 0;
    const at =
      align === 'left' ? x + padding + indent : align === 'right' ? x + width - padding : x + width / 2;
    canvas.tag('TD', () => {
      if (indent > 0) canvas.write('E', x + padding, middle(texts.length), { size });
      texts.forEach((text, index) => {
        if (text !== '')
          canvas.write(text, at, middle(texts.length) + index * size * lineSpacing, { size, align });
      });
    });
  }
}

/**
 * The page form, on A4 or Letter. Every sheet has the header and the QR code; the last sheet has the totals, and the others have page
 * subtotals. Many totals continue on sheets without lines.
 */
import type { Content } from '../content/content.js';
import type { ValueColumn } from '../../../ecf/codes/value-columns.js';
import type { Labelled } from '../content/texts.js';
import type { Legend } from '../../../ecf/model/legend.js';
import { lineSpacing, millimetres, type Canvas, type PaperSize } from './canvas.js';
import { textShade } from './color.js';
import {
  amountBlock,
  drawHeader,
  drawStamp,
  stampBlock,
  totalHeight,
  type AmountBlock,
  type Frame,
  type StampBlock,
} from './page-parts.js';
import { planSheets, type Sheet } from './page-plan.js';
import type { Tag } from './tags.js';
import { drawHead, drawRows, placeTable, rowOf, type Row, type Table } from './table.js';

export interface PageLook {
  readonly color: string;
  readonly logo?: Uint8Array;
  readonly valueColumn: ValueColumn;
}

interface PageOrder {
  readonly legend: Legend;
  readonly paper: PaperSize;
  readonly look: PageLook;
}

const margin = 15 * millimetres;
const gap = 10;
/** The space below the QR code and its two lines of text. With it the code is 2 cm above the lower edge. */
const bottom = 13 * millimetres;
const legendSize = 8.5;
const footerSize = 8;
/** The space kept for page subtotals, which never have more rows. */
const subtotalRowsMax = 8;

interface Form {
  readonly content: Content;
  readonly legend: Legend;
  readonly paper: PaperSize;
  readonly frame: Frame;
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly stamp: StampBlock | undefined;
  readonly totals: readonly Labelled[];
  readonly totalsBlock: AmountBlock;
  readonly totalsInTable: boolean;
}

export function drawPageForm(canvas: Canvas, content: Content, { legend, paper, look }: PageOrder): void {
  canvas.addPage(paper);
  const frame: Frame = {
    x: margin,
    width: paper.width - 2 * margin,
    top: margin,
    color: look.color,
    titleColor: textShade(look.color),
    logo: look.logo,
  };
  const table = placeTable(canvas, content.detail, frame.x, frame.width);
  const stamp = content.stamp && stampBlock(canvas, content.stamp);
  const totals = [...content.totals, ...content.otherCurrency, ...adjustmentRows(content)];
  const form: Form = {
    content,
    legend,
    paper,
    frame,
    table,
    stamp,
    totals,
    rows: content.detail.lines.map((line) => rowOf(canvas, table, line)),
    totalsBlock: amountBlock(canvas, totals, {
      left: stamp === undefined ? frame.x : stamp.right + gap,
      right: frame.x + frame.width,
    }),
    totalsInTable: look.valueColumn === 'totales-en-detalle',
  };
  let lines: Tag | undefined;
  planSheets(...planInput(canvas, form)).forEach((sheet, index) => {
    if (index > 0) canvas.addPage(paper);
    lines = drawSheet(canvas, form, sheet, lines);
  });
}

function planInput(canvas: Canvas, form: Form): Parameters<typeof planSheets> {
  const { paper, table, stamp, totals, content, totalsBlock, totalsInTable } = form;
  const header = canvas.measure(() => drawHeader(canvas, content, form.frame));
  const room = paper.height - header - table.headHeight - gap - legendHeight(canvas, form) - bottom;
  const stampHeight = stamp?.height ?? 0;
  const middle = room - Math.max(stampHeight, subtotalRowsMax * totalHeight);
  // The totals beside the code may use the whole height. The code always fits, because lines never take more than `middle`.
  const last = room - gap - (totalsInTable ? stampHeight : 0);
  const heights = {
    lines: form.rows.map(({ height }) => height),
    totals: totalsInTable ? totals.map(() => totalHeight) : totalsBlock.heights,
  };
  return [heights, { middle, last }, content.pages];
}

function legendHeight(canvas: Canvas, { legend, frame }: Form): number {
  if (legend.sentence === undefined) return 0;
  const lines = canvas.lines(legend.sentence, frame.width, { size: legendSize, font: 'bold' });
  return lines.length * legendSize * lineSpacing + gap;
}

/** @param lines the tag of the table if it continues from the previous sheet; header, column heads and stamp are then only decoration */
function drawSheet(canvas: Canvas, form: Form, sheet: Sheet, lines: Tag | undefined): Tag | undefined {
  const { content, legend, paper, frame, table, stamp } = form;
  const once = (draw: () => void) => (lines === undefined ? draw() : canvas.decoration(draw));
  let y = 0;
  once(() => {
    if (legend.watermark !== undefined) canvas.watermark(legend.watermark, paper);
    y = drawHeader(canvas, content, frame);
  });
  const tag = lines ?? canvas.openTag('Table');
  if (sheet.to > sheet.from)
    canvas.within(tag, () => {
      once(() => drawHead(canvas, table, y));
      y = drawRows(canvas, table, form.rows.slice(sheet.from, sheet.to), y + table.headHeight);
    });
  const right = frame.x + frame.width;
  const inTable = form.totalsInTable ? sheet.totals : undefined;
  if (inTable) y = drawTotalRows(canvas, table, form.totals.slice(inTable.from, inTable.to), y);
  y += gap;
  const amounts = sheet.totals ? form.totalsBlock : subtotalsBlock(canvas, form, sheet);
  const end = inTable ? y : amounts.draw(y, sheet.totals);
  once(() => {
    if (stamp !== undefined) drawStamp(canvas, stamp, y);
    if (legend.sentence === undefined) return;
    const below = Math.max(end, y + (stamp?.height ?? 0)) + gap;
    canvas.paragraph(legend.sentence, [frame.x, below], frame.width, { size: legendSize, font: 'bold' });
  });
  const footer = { size: footerSize, color: '#666666', align: 'right' } as const;
  const { label } = sheet;
  if (label !== undefined)
    canvas.decoration(() => canvas.write(label, right, paper.height - bottom + 6, footer));
  return tag;
}

function subtotalsBlock(canvas: Canvas, { content, frame }: Form, sheet: Sheet): AmountBlock {
  const rows = sheet.continues ? [] : content.pageSubtotals(sheet.from, sheet.to);
  return amountBlock(canvas, rows, { left: frame.x, right: frame.x + frame.width });
}

/** Draws the totals as rows of the table, as in DGII's model 1.3. */
function drawTotalRows(canvas: Canvas, table: Table, totals: readonly Labelled[], y: number): number {
  totals.forEach(({ label, value }, index) => {
    const top = y + index * totalHeight;
    canvas.box([table.x, top, table.width, totalHeight]);
    canvas.tag('P', () => {
      canvas.write(label, table.x + 8, top + 2, { size: table.size });
      canvas.write(value, table.x + table.width - 4, top + 2, { size: table.size, align: 'right' });
    });
  });
  return y + totals.length * totalHeight;
}

function adjustmentRows({ adjustments }: Content): readonly Labelled[] {
  return adjustments.map(({ label, amount }) => ({ label, value: amount }));
}

/**
 * The receipt, 80 or 58 mm wide: one long page that ends with the QR code in the middle (Informe Técnico e-CF v1.0 pp.41, 48). DGII sets no
 * width; these two are usual. Everything is black: receipt printers have no grey and would print a watermark as dots.
 */
import type { Content } from '../content/content.js';
import { optionalText, type Column, type PrintedLine } from '../content/lines.js';
import type { Labelled } from '../content/texts.js';
import type { Legend } from '../../../ecf/model/legend.js';
import { lineSpacing, millimetres, type Canvas, type TextStyle } from './canvas.js';
import { drawQr, qrOf, wholeDots } from './qr.js';
import type { Tag, TagName } from './tags.js';
import { stampTexts } from './page-parts.js';

export interface ReceiptPaper {
  readonly width: number;
  readonly printed: number;
  readonly size: number;
}

export const receiptPapers = {
  '80mm': { width: 80 * millimetres, printed: 72 * millimetres, size: 8 },
  '58mm': { width: 58 * millimetres, printed: 48 * millimetres, size: 7 },
} as const satisfies Record<string, ReceiptPaper>;

/** Acrobat shows no page higher than 14,400 points. A longer receipt continues on a second page. */
const heightMax = 14_000;
/** Taken off each page size: a program that rounds the size up to pixels must not add a dot, because it would then scale the page. */
const hair = 0.000_1;
const color = '#000000';
const edge = 4 * millimetres;

interface Part {
  readonly height: number;
  readonly draw: (y: number) => void;
}

export function drawReceipt(canvas: Canvas, content: Content, legend: Legend, paper: ReceiptPaper): void {
  const parts = new ReceiptWriter(canvas, paper).parts(content, legend);
  for (const page of pagesOf(parts)) {
    const height = page.reduce((sum, part) => sum + part.height, 2 * edge);
    canvas.addPage({ width: wholeDots(paper.width) - hair, height: wholeDots(height) - hair });
    let y = edge;
    for (const part of page) {
      part.draw(y);
      y += part.height;
    }
  }
}

function pagesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const pages: Part[][] = [[]];
  let used = 0;
  for (const part of parts) {
    if (used + part.height > heightMax) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(part);
    used += part.height;
  }
  return pages;
}

class ReceiptWriter {
  private readonly left: number;
  private readonly style: TextStyle & { readonly color: string };
  private readonly step: number;
  private table: Tag | undefined;

  constructor(
    private readonly canvas: Canvas,
    private readonly paper: ReceiptPaper,
  ) {
    this.left = (paper.width - paper.printed) / 2;
    this.style = { size: paper.size, color };
    this.step = paper.size * lineSpacing;
  }

  parts(content: Content, legend: Legend): readonly Part[] {
    const { issuer } = content;
    const heading =
      legend.watermark === undefined ? [] : [this.stars(), ...this.text(legend.watermark, true)];
    return [
      ...heading,
      ...[issuer.tradeName, issuer.legalName].flatMap((name) =>
        name === undefined ? [] : this.text(name, true),
      ),
      ...(issuer.branch === undefined ? [] : this.text(`Sucursal: ${issuer.branch}`)),
      ...this.text(`Dirección: ${issuer.address}`),
      ...this.text(`RNC: ${issuer.rnc}`),
      this.stars(),
      ...this.text(content.title, true, 'H1'),
      ...content.identification.flatMap(({ label, value }) => this.text(`${label}: ${value}`)),
      ...(content.modification === undefined ? [] : this.text(content.modification, true)),
      this.stars(),
      ...this.text(`Fecha Emisión: ${issuer.issuedOn}`),
      ...content.buyer.flatMap(({ label, value }) => this.text(`${label}: ${value}`)),
      this.dashes(),
      this.row(['Cantidad', 'Descripción', 'Unidad de Medida'], 'TH'),
      this.row(['Precio', 'ITBIS', 'Valor'], 'TH'),
      this.dashes(),
      ...content.detail.lines.flatMap((line) => this.item(line, content.detail.columns)),
      this.dashes(),
      ...content.totals.map((row) => this.amount(row)),
      ...content.otherCurrency.map((row) => this.amount(row)),
      ...content.adjustments.flatMap(({ label, amount }) => this.wrappedAmount({ label, value: amount })),
      this.dashes(),
      ...(content.stamp === undefined ? [] : this.stamp(content.stamp)),
      ...(legend.sentence === undefined ? [] : [this.blank(), ...this.text(legend.sentence, true)]),
      ...heading,
    ];
  }

  private text(text: string, bold = false, name: TagName = 'P'): Part[] {
    const style = { ...this.style, font: bold ? 'bold' : 'regular' } as const;
    let tag: Tag | undefined;
    return this.canvas.lines(text, this.paper.printed, style).map((line) =>
      this.line((y) => {
        this.canvas.within((tag ??= this.canvas.openTag(name)), () =>
          this.canvas.write(line, this.left, y, style),
        );
      }),
    );
  }

  private line(draw: (y: number) => void): Part {
    return { height: this.step, draw };
  }

  private blank(): Part {
    return this.line(() => undefined);
  }

  private stars(): Part {
    return this.filled('*');
  }

  private dashes(): Part {
    return this.filled('-');
  }

  private filled(sign: string): Part {
    const count = Math.floor(this.paper.printed / this.canvas.widthOf(sign, this.style));
    return this.line((y) =>
      this.canvas.decoration(() => this.canvas.write(sign.repeat(count), this.left, y, this.style)),
    );
  }

  private row([first = '', second = '', third = '']: readonly string[], name: 'TH' | 'TD' = 'TD'): Part {
    const { left, style, canvas } = this;
    const right = left + this.paper.printed;
    return this.line((y) =>
      this.tableRow(name, [
        () => canvas.write(first, left, y, style),
        () => canvas.write(second, left + this.middle, y, style),
        () => canvas.write(third, right, y, { ...style, align: 'right' }),
      ]),
    );
  }

  /**
   * The same three columns, in further rows where a cell would run into the next one: a receipt of 58 mm has room for a price below a
   * million.
   */
  private rows(cells: readonly [string, string, string]): Part[] {
    const [first, second, third] = cells;
    const gap = this.canvas.widthOf(' ', this.style);
    const width = (text: string) => (text === '' ? 0 : this.canvas.widthOf(text, this.style) + gap);
    const { printed } = this.paper;
    const besideFirst = second === '' ? printed - width(third) : this.middle;
    if (first !== '' && width(first) > besideFirst)
      return [this.row([first]), ...this.rows(['', second, third])];
    const fits = this.middle + width(second) + width(third) <= printed;
    if (second !== '' && !fits) return [this.row([first, second]), this.row(['', '', third])];
    return [this.row(cells)];
  }

  private tableRow(name: 'TH' | 'TD', cells: readonly (() => void)[]): void {
    this.table ??= this.canvas.openTag('Table');
    this.canvas.within(this.table, () => {
      this.canvas.tag('TR', () => {
        for (const cell of cells)
          this.canvas.tag(name, cell, name === 'TH' ? { scope: 'Column' } : undefined);
      });
    });
  }

  /** Writes all lines of a column one after the other, so that a search finds text across its lines. */
  private column(lines: readonly string[], x: number, y: number, align: 'left' | 'right' = 'left'): void {
    lines.forEach((line, index) => {
      this.canvas.write(line, x, y + index * this.step, { ...this.style, align });
    });
  }

  private get middle(): number {
    return this.paper.printed * 0.28;
  }

  /** Enough for each word of DGII's units, in which a slash also ends a line. The description has the rest of the row. */
  private unitWidth(unit: string): number {
    const { printed } = this.paper;
    const words = unit.split(/ |(?<=\/)/).map((word) => this.canvas.widthOf(word, this.style));
    return Math.min(Math.max(printed * 0.22, ...words), printed * 0.28);
  }

  private item(line: PrintedLine, columns: readonly Column[]): Part[] {
    const { cells, exempt } = line;
    const { printed } = this.paper;
    const { cantidad = '' } = cells;
    const ownRow = this.canvas.widthOf(`${cantidad} `, this.style) > this.middle;
    const unitWidth = this.unitWidth(cells.unidad ?? '');
    const unit = this.canvas.lines(cells.unidad ?? '', unitWidth, this.style);
    const name = `${exempt ? 'E ' : ''}${cells.descripcion ?? ''}`;
    const description = this.canvas.lines(name, printed * 0.98 - this.middle - unitWidth, this.style);
    const further = optionalText(line, columns);
    return [
      ...(ownRow ? [this.row([cantidad])] : []),
      {
        height: Math.max(unit.length, description.length) * this.step,
        draw: (y) =>
          this.tableRow('TD', [
            () => this.canvas.write(ownRow ? '' : cantidad, this.left, y, this.style),
            () => this.column(description, this.left + this.middle, y),
            () => this.column(unit, this.left + printed, y, 'right'),
          ]),
      },
      ...this.rows([cells.precio ?? '', cells.itbis ?? '', cells.valor ?? '']),
      ...(further === undefined ? [] : this.furtherLines(further)),
    ];
  }

  private furtherLines(text: string): Part[] {
    const lines = this.canvas.lines(text, this.paper.printed, this.style);
    return lines.map((line) =>
      this.line((y) => this.tableRow('TD', [() => this.canvas.write(line, this.left, y, this.style)])),
    );
  }

  private amount({ label, value }: Labelled): Part {
    const { left, style } = this;
    const right = left + this.paper.printed;
    const valueWidth = this.canvas.widthOf(` ${value}`, style);
    const labelRight = right - Math.max(this.paper.printed * 0.36, valueWidth);
    if (this.canvas.widthOf(`${label}:`, style) > labelRight - left)
      return joined(this.wrappedAmount({ label, value }));
    return this.line((y) =>
      this.canvas.tag('P', () => {
        this.canvas.write(`${label}:`, labelRight, y, { ...style, align: 'right' });
        this.canvas.write(value, right, y, { ...style, align: 'right' });
      }),
    );
  }

  private wrappedAmount({ label, value }: Labelled): Part[] {
    const right = this.left + this.paper.printed;
    return [
      ...this.text(`${label}:`),
      this.line((y) => this.canvas.write(value, right, y, { ...this.style, align: 'right' })),
    ];
  }

  private stamp(stamp: NonNullable<Content['stamp']>): Part[] {
    const qr = qrOf(stamp.address);
    const centre = this.paper.width / 2;
    return [
      {
        height: wholeDots(qr.side + 2 * qr.quiet),
        draw: (y) => drawQr(this.canvas, qr, centre - qr.side / 2, y + qr.quiet),
      },
      ...stampTexts(stamp)
        .flatMap((text) => this.canvas.lines(text, this.paper.printed, this.style))
        .map((text) =>
          this.line((y) => this.canvas.write(text, centre, y, { ...this.style, align: 'center' })),
        ),
    ];
  }
}

function joined(parts: readonly Part[]): Part {
  return {
    height: parts.reduce((sum, part) => sum + part.height, 0),
    draw: (y) => {
      let top = y;
      for (const part of parts) {
        part.draw(top);
        top += part.height;
      }
    },
  };
}

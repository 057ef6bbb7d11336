/** Draws on the pages of one PDF. Lengths are in points, and the origin is the upper left corner. */
import PDFDocument from 'pdfkit';
import { hasRightToLeft } from './directions.js';
import { loadFonts, type FontName } from './fonts.js';
import { printable, wrap } from './printable.js';
import { Tags, type Tag, type TagName, type TagOptions } from './tags.js';

export interface TextStyle {
  readonly size: number;
  readonly font?: FontName;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
}

export interface DocumentFacts {
  /** Must not contain text of a client, because the library writes it into XML without escaping it. */
  readonly title: string;
  /** Must not be the time of printing, because the same voucher always gives the same bytes. */
  readonly date: Date;
}

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

export const lineSpacing = 1.22;

export const millimetres = 72 / 25.4;
const textColor = '#222222';

export class Canvas {
  private readonly doc: PDFKit.PDFDocument;
  private readonly tags: Tags;
  private font: FontName | undefined;
  private size = 0;
  /** While true, nothing is drawn: the caller only measures a height. */
  private measuring = false;

  constructor({ title, date }: DocumentFacts) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      // Keeps the library from loading Helvetica.
      font: null as never,
      pdfVersion: '1.7',
      lang: 'es-DO',
      displayTitle: true,
      tagged: true,
      // The library computes the document's id from these values, so the same voucher always gives the same bytes.
      info: {
        Title: title,
        Producer: 'ecf-issuer',
        Creator: 'ecf-issuer',
        CreationDate: date,
      },
    });
    this.tags = new Tags(this.doc);
    const { fonts } = loadFonts();
    // The library also accepts parsed fonts, but its types do not say so.
    this.doc.registerFont('regular', fonts.regular as unknown as Buffer);
    this.doc.registerFont('bold', fonts.bold as unknown as Buffer);
  }

  addPage({ width, height }: PaperSize): void {
    this.doc.addPage({ size: [width, height], margin: 0 });
    this.font = undefined;
  }

  widthOf(text: string, style: TextStyle): number {
    this.use(style);
    return this.doc.widthOfString(text);
  }

  tag(name: TagName, draw: () => void, options?: TagOptions): void {
    const tag = this.openTag(name, options);
    this.within(tag, draw);
    tag?.element.end();
  }

  /** Opens a tag that may contain several parts of the document. Undefined while measuring and inside decoration, which have no tags. */
  openTag(name: TagName, options?: TagOptions): Tag | undefined {
    return this.measuring || this.tags.isDecorating ? undefined : this.tags.open(name, options);
  }

  within(tag: Tag | undefined, draw: () => void): void {
    if (tag === undefined) draw();
    else this.tags.within(tag, draw);
  }

  /** A screen reader skips what `draw` draws. */
  decoration(draw: () => void): void {
    this.tags.decoration(draw);
  }

  /** Writes one line and does not check that it fits. Outside every tag, the line becomes a paragraph of its own. */
  write(text: string, x: number, y: number, style: TextStyle): void {
    if (this.measuring) return;
    if (this.tags.unnamed) {
      this.tag('P', () => this.write(text, x, y, style));
      return;
    }
    const { align = 'left', color = textColor } = style;
    const shown = printable(text);
    const width = align === 'left' ? 0 : this.widthOf(shown, style);
    this.use(style);
    this.doc.fillColor(color);
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.tags.content(() => this.doc.text(shown, left, y, { lineBreak: false, ...wholeIfNeeded(shown) }));
  }

  lines(text: string, width: number, style: TextStyle): readonly string[] {
    return wrap(printable(text), width, {
      text: (part) => this.widthOf(part, style),
      piece: (part) => this.widthOfPiece(part, style),
    });
  }

  paragraph(text: string, [x, y]: readonly [number, number], width: number, style: TextStyle): number {
    const step = style.size * lineSpacing;
    const lines = this.lines(text, width, style);
    const draw = () => lines.forEach((line, index) => this.write(line, x, y + index * step, style));
    if (this.tags.unnamed) this.tag('P', draw);
    else draw();
    return y + lines.length * step;
  }

  /** Returns the height that `draw` takes from y = 0, and draws nothing. `draw` must not call `fill`, which also draws while measuring. */
  measure(draw: () => number): number {
    this.measuring = true;
    const height = draw();
    this.measuring = false;
    return height;
  }

  rule(x: number, y: number, width: number, color: string): void {
    this.adorn(() => this.doc.rect(x, y, width, 1.2).fill(color));
  }

  box([x, y, width, height]: readonly [number, number, number, number], fill?: string): void {
    this.adorn(() => {
      if (fill !== undefined) this.doc.rect(x, y, width, height).fill(fill);
      this.doc.lineWidth(0.5).rect(x, y, width, height).stroke('#9a9a9a');
    });
  }

  vertical(x: number, y: number, height: number): void {
    this.adorn(() =>
      this.doc
        .lineWidth(0.5)
        .moveTo(x, y)
        .lineTo(x, y + height)
        .stroke('#9a9a9a'),
    );
  }

  /** Fills rectangles as one shape, so that no seam shows between them. */
  fill(rectangles: readonly (readonly [number, number, number, number])[], color: string): void {
    this.tags.content(() => {
      for (const [x, y, width, height] of rectangles) this.doc.rect(x, y, width, height);
      this.doc.fill(color);
    });
  }

  image(png: Uint8Array, x: number, y: number, fit: readonly [number, number]): void {
    if (this.measuring) return;
    this.tags.content(() => this.doc.image(Buffer.from(png), x, y, { fit: [fit[0], fit[1]] }));
  }

  /** Writes a large pale text across the page; everything drawn later covers it. */
  watermark(text: string, { width, height }: PaperSize): void {
    const style = { size: 64, font: 'bold', color: '#e6e6e6', align: 'center' } as const;
    this.doc.save().rotate(-52, { origin: [width / 2, height / 2] });
    this.write(text, width / 2, height / 2 - style.size / 2, style);
    this.doc.restore();
    this.font = undefined;
  }

  bytes(): Uint8Array {
    this.doc.end();
    // The whole document is already in memory, because the library compresses synchronously.
    const bytes: unknown = this.doc.read();
    if (!(bytes instanceof Uint8Array)) throw new Error('The PDF is not complete');
    return bytes;
  }

  private adorn(draw: () => void): void {
    if (!this.measuring) this.tags.decoration(() => this.tags.content(draw));
  }

  /** The library keeps each layout, but not with a list of features, even an empty one. The layouts of pieces would fill the memory. */
  private widthOfPiece(text: string, style: TextStyle): number {
    this.use(style);
    return this.doc.widthOfString(text, { features: [] });
  }

  private use({ font = 'regular', size }: TextStyle): void {
    if (this.font === font && this.size === size) return;
    this.doc.font(font).fontSize(size);
    this.font = font;
    this.size = size;
  }
}

/**
 * The library lays out each word with the blank after it. A word from right to left would then stand after that blank, and the words in the
 * wrong order. With a list of features, even an empty one, it lays out the whole text. Widths do not need this: they are the same in any order.
 */
function wholeIfNeeded(text: string): { readonly features?: [] } {
  return hasRightToLeft(text) ? { features: [] } : {};
}

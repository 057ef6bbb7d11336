/** Opens a PDF with another program than the one that made it: PDFium, which Chrome uses too. Reads QR codes with jsQR. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';
import { drawnOf, fontsOf, tagsOf, type Drawn, type TagNode } from './page-facts.js';

export interface OpenedPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The fonts in which this text is drawn. */
  fonts(text: string): readonly string[];
  tags(): readonly TagNode[];
  drawn(): readonly Drawn[];
  bitmap(dpi: number): Promise<Bitmap>;
}

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

/** Where a QR code is, in pixels. */
export interface FoundQr {
  readonly text: string;
  readonly version: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const pointsPerInch = 72;

/** One for each test file: to compile PDFium takes half a second. */
let pdfium: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** Opens the PDF while `use` runs. */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (pages: readonly OpenedPage[]) => Promise<T> | T,
): Promise<T> {
  const library = await (pdfium ??= PDFiumLibrary.init());
  const document = await library.loadDocument(bytes);
  try {
    const pages = [...document.pages()].map((page): OpenedPage => {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      return {
        width,
        height,
        get text() {
          return page.getText();
        },
        fonts: (text) => fontsOf(page, text),
        tags: () => tagsOf(page),
        drawn: () => drawnOf(page),
        bitmap: async (dpi) => {
          // By its scale alone the library would first round the page to whole points.
          const pixels = (points: number) => Math.round((points * dpi) / pointsPerInch);
          const size = { width: pixels(width), height: pixels(height) };
          const made = await page.render({ ...size, render: 'bitmap' });
          return { width: made.width, height: made.height, rgba: new Uint8ClampedArray(made.data) };
        },
      };
    });
    return await use(pages);
  } finally {
    document.destroy();
  }
}

export function textOf(bytes: Uint8Array): Promise<string> {
  return withPdf(bytes, (pages) => pages.map(({ text }) => text).join('\n'));
}

export function readQr({ rgba, width, height }: Bitmap): FoundQr | undefined {
  const found = jsQR.default(rgba, width, height, { inversionAttempts: 'dontInvert' });
  if (found === null) return undefined;
  const { topLeftCorner: from, bottomRightCorner: to } = found.location;
  return {
    text: found.data,
    version: found.version,
    left: from.x,
    top: from.y,
    right: to.x,
    bottom: to.y,
  };
}

/** Without blanks, so that a text that the form breaks into lines is found. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

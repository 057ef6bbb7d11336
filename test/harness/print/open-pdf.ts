/** Opens a PDF with another program than the one that made it: PDFium, which Chrome uses too. Reads QR codes with jsQR. */
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import jsQR from 'jsqr';
import { bitmapOf, type Area, type Bitmap } from './bitmap.js';
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
  /** Of the whole page, or only of this part: most of the work is to draw and to read pixels. */
  bitmap(dpi: number, area?: Area): Bitmap;
}

/** Where a QR code is, in pixels of the whole page. */
export interface FoundQr {
  readonly text: string;
  readonly version: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One for each test file: to compile PDFium takes half a second. */
let pdfium: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** Opens the PDF while `use` runs. */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (pages: readonly OpenedPage[]) => Promise<T> | T,
): Promise<T> {
  const library = await (pdfium ??= PDFiumLibrary.init());
  const document = await library.loadDocument(bytes);
  // Of a long document most tests read only some pages.
  const loaded = new Map<number, PDFiumPage>();
  const load = (index: number): PDFiumPage => {
    const page = loaded.get(index) ?? document.getPage(index);
    loaded.set(index, page);
    return page;
  };
  try {
    const pages = Array.from({ length: document.getPageCount() }, (_, index) =>
      openedPage(() => load(index)),
    );
    return await use(pages);
  } finally {
    document.destroy();
  }
}

function openedPage(page: () => PDFiumPage): OpenedPage {
  return {
    get width() {
      return page().getOriginalSize().originalWidth;
    },
    get height() {
      return page().getOriginalSize().originalHeight;
    },
    get text() {
      return page().getText();
    },
    fonts: (text) => fontsOf(page(), text),
    tags: () => tagsOf(page()),
    drawn: () => drawnOf(page()),
    bitmap: (dpi, area) => bitmapOf(page(), dpi, area),
  };
}

export function textOf(bytes: Uint8Array): Promise<string> {
  return withPdf(bytes, (pages) => pages.map(({ text }) => text).join('\n'));
}

/** The part of a page where the code belongs: above its label, on a sheet at the left. */
export function areaOfCode(page: OpenedPage): Area {
  const { width, height } = page;
  const characters = page.drawn();
  const label = characters.map(({ character }) => character).join('');
  const first = characters[label.indexOf('CódigodeSeguridad')];
  if (first === undefined) throw new Error('The page has no label of a code');
  const bottom = height - first.bottom;
  const isSheet = width > sheetWidthMin;
  return {
    from: [0, Math.max(0, bottom - codeHeightMax) / height],
    to: [isSheet ? 0.4 : 1, bottom / height],
  };
}

/** In points: a receipt is narrower. The code and its clear space are half as high. */
const sheetWidthMin = 500;
const codeHeightMax = 200;

export function readQr({ rgba, width, height, left, top }: Bitmap): FoundQr | undefined {
  const found = jsQR.default(rgba, width, height, { inversionAttempts: 'dontInvert' });
  if (found === null) return undefined;
  const { topLeftCorner: from, bottomRightCorner: to } = found.location;
  return {
    text: found.data,
    version: found.version,
    left: left + from.x,
    top: top + from.y,
    right: left + to.x,
    bottom: top + to.y,
  };
}

/** Without blanks, so that a text that the form breaks into lines is found. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Draws a page of a PDF with PDFium, or a part of it: to draw a whole sheet only to read its code takes four times as long. */
import type { PDFiumPage } from '@hyzyla/pdfium';
import { rawOf } from './page-facts.js';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Where it begins in the bitmap of the whole page. */
  readonly left: number;
  readonly top: number;
  readonly rgba: Uint8ClampedArray;
}

/** Upper left and lower right corner, as shares of the width and height of the page. */
export interface Area {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

const wholePage: Area = { from: [0, 0], to: [1, 1] };
const pointsPerInch = 72;
const bytesPerPixel = 4;
/** `FPDF_ANNOT`, `FPDF_LCD_TEXT` and `FPDF_REVERSE_BYTE_ORDER` of fpdfview.h. */
const asForCanvas = 0x01 | 0x02 | 0x10;
const white = 0xffffffff;

/** The same pixels as in the bitmap of the whole page. */
export function bitmapOf(page: PDFiumPage, dpi: number, { from, to }: Area = wholePage): Bitmap {
  const { raw, pointer } = rawOf(page);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const pixels = (points: number) => Math.round((points * dpi) / pointsPerInch);
  const whole = [pixels(originalWidth), pixels(originalHeight)] as const;
  const [left, top] = [Math.floor(from[0] * whole[0]), Math.floor(from[1] * whole[1])];
  const [width, height] = [Math.ceil(to[0] * whole[0]) - left, Math.ceil(to[1] * whole[1]) - top];
  const buffer = raw.wasmExports.malloc(width * height * bytesPerPixel);
  const bitmap = raw['_FPDFBitmap_CreateEx']!(width, height, bytesPerPixel, buffer, width * bytesPerPixel);
  try {
    raw['_FPDFBitmap_FillRect']!(bitmap, 0, 0, width, height, white);
    raw['_FPDF_RenderPageBitmap']!(bitmap, pointer, -left, -top, ...whole, 0, asForCanvas);
    const copy = raw.HEAPU8.slice(buffer, buffer + width * height * bytesPerPixel);
    const rgba = new Uint8ClampedArray(copy.buffer);
    return { width, height, left, top, rgba };
  } finally {
    raw['_FPDFBitmap_Destroy']!(bitmap);
    raw.wasmExports.free(buffer);
  }
}

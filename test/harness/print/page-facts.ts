/** What PDFium knows of a page besides its text and its picture: font and place of each character, and the tags. */
import type { PDFiumPage } from '@hyzyla/pdfium';

/** A tag of the document with what is in it. */
export interface TagNode {
  readonly name: string;
  readonly alt: string;
  readonly children: readonly TagNode[];
}

/** Functions of PDFium that the package compiles but gives no name to. A pointer is a number, and 0 points to nothing. */
type Raw = Readonly<Record<string, (...values: number[]) => number>> & {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
};

export function rawOf(page: PDFiumPage): { readonly raw: Raw; readonly pointer: number } {
  const { module: raw, pageIdx: pointer } = page as unknown as { module: Raw; pageIdx: number };
  return { raw, pointer };
}

/** The names of the fonts in which the characters of this text are drawn. */
export function fontsOf(page: PDFiumPage, text: string): readonly string[] {
  const { raw, pointer } = rawOf(page);
  const opened = raw['_FPDFText_LoadPage']!(pointer);
  try {
    const count = raw['_FPDFText_CountChars']!(opened);
    const characters = Array.from({ length: count }, (_, index) =>
      String.fromCodePoint(raw['_FPDFText_GetUnicode']!(opened, index)),
    );
    const from = characters.join('').indexOf(text);
    if (from < 0) throw new Error(`The page has no text ${text}`);
    const names = Array.from(text, (_, index) =>
      read(raw, 'utf8', (buffer, bytes) =>
        raw['_FPDFText_GetFontInfo']!(opened, from + index, buffer, bytes, 0),
      ),
    );
    // A subset's name begins with six letters.
    return [...new Set(names.map((name) => name.replace(/^[A-Z]{6}\+/, '')))].filter((name) => name !== '');
  } finally {
    raw['_FPDFText_ClosePage']!(opened);
  }
}

/** A character that leaves ink, in points from the lower left corner of the page. */
export interface Drawn {
  readonly character: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export function drawnOf(page: PDFiumPage): readonly Drawn[] {
  const { raw, pointer } = rawOf(page);
  const opened = raw['_FPDFText_LoadPage']!(pointer);
  const bytes = Float64Array.BYTES_PER_ELEMENT;
  const buffer = raw.wasmExports.malloc(4 * bytes);
  try {
    const count = raw['_FPDFText_CountChars']!(opened);
    return Array.from({ length: count }, (_, index) => {
      const character = String.fromCodePoint(raw['_FPDFText_GetUnicode']!(opened, index));
      raw['_FPDFText_GetCharBox']!(opened, index, ...[0, 1, 2, 3].map((at) => buffer + at * bytes));
      const [left = 0, right = 0, bottom = 0, top = 0] = raw.HEAPF64.slice(
        buffer / bytes,
        buffer / bytes + 4,
      );
      return { character, left, right, bottom, top };
    }).filter(({ character }) => character.trim() !== '');
  } finally {
    raw.wasmExports.free(buffer);
    raw['_FPDFText_ClosePage']!(opened);
  }
}

/** The tags that have content on this page. */
export function tagsOf(page: PDFiumPage): readonly TagNode[] {
  const { raw, pointer } = rawOf(page);
  const tree = raw['_FPDF_StructTree_GetForPage']!(pointer);
  try {
    return childrenOf(raw, 'StructTree', tree);
  } finally {
    raw['_FPDF_StructTree_Close']!(tree);
  }
}

function childrenOf(raw: Raw, kind: 'StructTree' | 'StructElement', parent: number): TagNode[] {
  const count = raw[`_FPDF_${kind}_CountChildren`]!(parent);
  const found = Array.from({ length: Math.max(0, count) }, (_, index) =>
    raw[`_FPDF_${kind}_GetChildAtIndex`]!(parent, index),
  );
  // What is no tag is text or a picture of the page.
  return found
    .filter((tag) => tag !== 0)
    .map((tag) => ({
      name: read(raw, 'utf16le', (...room) => raw['_FPDF_StructElement_GetType']!(tag, ...room)),
      alt: read(raw, 'utf16le', (...room) => raw['_FPDF_StructElement_GetAltText']!(tag, ...room)),
      children: childrenOf(raw, 'StructElement', tag),
    }));
}

/** Asks how long a text is, then for the text. It ends with a zero. */
function read(raw: Raw, encoding: BufferEncoding, ask: (buffer: number, bytes: number) => number): string {
  const bytes = ask(0, 0);
  if (bytes === 0) return '';
  const buffer = raw.wasmExports.malloc(bytes);
  try {
    ask(buffer, bytes);
    return Buffer.from(raw.HEAPU8.slice(buffer, buffer + bytes))
      .toString(encoding)
      .replace(/\0+$/, '');
  } finally {
    raw.wasmExports.free(buffer);
  }
}

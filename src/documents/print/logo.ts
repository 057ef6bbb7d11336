/**
 * Turns a company's logo into an opaque PNG, small enough to be embedded unchanged in each PDF. We do not trust the file: it is decoded once,
 * when a person sets the logo, and never again. Some SVG filters would keep the decoder busy for hours, so it has a thread and a time limit.
 */
import { inOwnThread, OwnThreadError } from '../../shared/threads/own-thread.js';

export type LogoRefusal = 'LOGO_TOO_LARGE' | 'LOGO_UNREADABLE';

export type ReadLogo =
  { readonly ok: true; readonly png: Uint8Array } | { readonly ok: false; readonly refusal: LogoRefusal };

export const logoBytesMax = 100 * 1024;
/** The limit for each side. Even a PNG of 100 KB may decode to an image that fills the memory. */
const pixelsMax = 4_000;
/** A logo takes half a second, and a few seconds on a busy machine. */
const drawingMs = 10_000;

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export async function readLogo(file: Uint8Array, limitMs = drawingMs): Promise<ReadLogo> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > logoBytesMax) return { ok: false, refusal: 'LOGO_TOO_LARGE' };
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const svg = isPng ? svgAround(bytes) : bytes.toString('utf8');
  if (svg === undefined || embeddedPngs(svg).some(isTooLarge))
    return { ok: false, refusal: 'LOGO_UNREADABLE' };
  try {
    const png = await inOwnThread({ program: 'documents/print/logo-thread', data: svg, limitMs });
    return png instanceof Uint8Array ? { ok: true, png } : { ok: false, refusal: 'LOGO_UNREADABLE' };
  } catch (error) {
    if (!(error instanceof OwnThreadError)) throw error;
    return { ok: false, refusal: 'LOGO_UNREADABLE' };
  }
}

/** The start of each PNG that the SVG contains in the usual way. The limit on the thread's memory stops images written in other ways. */
function embeddedPngs(svg: string): Buffer[] {
  const found = svg.matchAll(/iVBORw0KGgo[A-Za-z0-9+/\s]{0,100}/g);
  return [...found].map(([base64]) => Buffer.from(base64, 'base64'));
}

/** Puts the PNG into an SVG as its only image, so that both kinds of file are drawn in the same way. Undefined for a PNG without size. */
function svgAround(png: Buffer): string | undefined {
  const { width, height } = sizeOf(png);
  if (width === 0 || height === 0) return undefined;
  const size = `width="${width}" height="${height}"`;
  const image = `<image ${size} href="data:image/png;base64,${png.toString('base64')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
}

function isTooLarge(png: Buffer): boolean {
  const { width, height } = sizeOf(png);
  return width > pixelsMax || height > pixelsMax;
}

function sizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  if (png.length < 24) return { width: 0, height: 0 };
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

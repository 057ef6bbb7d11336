/**
 * Turns a company's logo into an opaque PNG, small enough to be embedded unchanged in each PDF. We do not trust the file, so resvg (Rust in
 * WebAssembly, without scripts and network) decodes it once, when a person sets the logo, and never again.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

export type LogoRefusal = 'LOGO_TOO_LARGE' | 'LOGO_UNREADABLE';

export type ReadLogo =
  { readonly ok: true; readonly png: Uint8Array } | { readonly ok: false; readonly refusal: LogoRefusal };

/** The limit for the file as it was uploaded. */
export const logoBytesMax = 100 * 1024;
/** The limit for each side. Even a PNG of 100 KB may decode to an image that fills the memory. */
const pixelsMax = 4_000;
/** Three pixels for each point of the logo's place on the page. */
const box = { width: 450, height: 132 } as const;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let started: Promise<void> | undefined;

export async function readLogo(file: Uint8Array): Promise<ReadLogo> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > logoBytesMax) return { ok: false, refusal: 'LOGO_TOO_LARGE' };
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const svg = isPng ? svgAround(bytes) : bytes.toString('utf8');
  if (svg === undefined) return { ok: false, refusal: 'LOGO_UNREADABLE' };
  started ??= start();
  await started;
  try {
    return { ok: true, png: rendered(svg) };
  } catch {
    return { ok: false, refusal: 'LOGO_UNREADABLE' };
  }
}

async function start(): Promise<void> {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
}

/**
 * Puts the PNG into an SVG as its only image, so that both kinds of file take the same way. Undefined for a PNG without size or with too
 * many pixels.
 */
function svgAround(png: Buffer): string | undefined {
  if (png.length < 24) return undefined;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > pixelsMax || height > pixelsMax) return undefined;
  const size = `width="${width}" height="${height}"`;
  const image = `<image ${size} href="data:image/png;base64,${png.toString('base64')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
}

function rendered(svg: string): Uint8Array {
  const probe = new Resvg(svg);
  const scale = Math.min(box.width / probe.width, box.height / probe.height);
  probe.free();
  const resvg = new Resvg(svg, { background: '#ffffff', fitTo: { mode: 'zoom', value: scale } });
  const image = resvg.render();
  try {
    return opaquePng(image.width, image.height, image.pixels);
  } finally {
    image.free();
    resvg.free();
  }
}

/** Makes an 8-bit RGB PNG. The PDF library copies its pixels as they are; it would have to decode an image with transparency. */
function opaquePng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0, at = 0; y < height; y++) {
    at += 1;
    for (let x = 0; x < width; x++, at += 3)
      rows.set(rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3), at);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

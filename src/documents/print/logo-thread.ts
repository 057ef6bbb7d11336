/**
 * Draws one logo with resvg (Rust in WebAssembly, without scripts and network), and posts an opaque PNG, or undefined if it cannot read the
 * logo.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { pngSignature } from './logo.js';
import { withMemoryLimit } from './wasm-memory.js';

/** Three pixels for each point of the logo's place on the page. */
const box = { width: 450, height: 132 } as const;

/** Twice what a PNG of 4,000 pixels a side takes. An SVG may contain a larger image, written in many ways. */
const memoryMebibytes = 256;

const resvg = await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'));
await initWasm(withMemoryLimit(resvg, memoryMebibytes));
parentPort?.postMessage(drawn(workerData as string));

function drawn(svg: string): Uint8Array | undefined {
  try {
    return rendered(svg);
  } catch {
    return undefined;
  }
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

/** The PDF library copies its pixels as they are; it would have to decode an image with transparency. */
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

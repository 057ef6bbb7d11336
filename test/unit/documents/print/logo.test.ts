/** A company's logo: what is accepted, and what a PDF gets of it. */
import { crc32, deflateSync } from 'node:zlib';
import { pngSignature, readLogo } from '../../../../src/documents/print/logo.js';
import { own } from '../../../harness/own.js';
import { print } from '../../../harness/print/print.js';
import { inSomeTry } from '../../../harness/tries.js';
import { voucher31 } from '../../ecf/samples.js';

const svg = (inner: string, size = 'width="600" height="200"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`);
const red = svg('<rect width="600" height="200" fill="#cc0000"/>');

async function pngOf(file: Uint8Array): Promise<Buffer> {
  const read = await readLogo(file);
  if (!read.ok) throw new Error(read.refusal);
  return Buffer.from(read.png);
}

test('an SVG becomes an opaque PNG of bounded size', async () => {
  const png = await pngOf(red);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([396, 132]);
  // Eight bits, RGB without transparency.
  expect([...png.subarray(24, 26)]).toEqual([8, 2]);
});

test('a PNG is accepted as an SVG is, and becomes a PNG of the same size and form', async () => {
  const png = await pngOf(red);
  expect((await pngOf(png)).subarray(16, 26)).toEqual(png.subarray(16, 26));
});

test('a logo makes the PDF larger by about its own size: it is not encoded again', async () => {
  const logo = await pngOf(red);
  const growth = print(voucher31(), { look: { logo } }).length - print(voucher31()).length;
  expect(growth).toBeGreaterThan(0);
  expect(growth).toBeLessThan(logo.length + 2_000);
});

test.each([
  { name: 'empty', file: Buffer.alloc(0) },
  { name: 'a text', file: Buffer.from('hola') },
  { name: 'an SVG without size', file: svg('<rect/>', 'width="0" height="0"') },
  {
    name: 'a PNG that is cut off',
    file: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
  },
  {
    name: 'nested entities',
    file: Buffer.from('<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "&a;">]><svg>&a;</svg>'),
  },
])('$name: LOGO_UNREADABLE', async ({ file }) => {
  expect(await readLogo(file)).toEqual({ ok: false, refusal: 'LOGO_UNREADABLE' });
});

test('an SVG with a PNG inside is accepted, and drawn in a thread', async () => {
  const threads = countThreads();
  expect((await pngOf(withImage(base64Of(blackPng(4_000))))).readUInt32BE(16)).toBe(396);
  expect(threads()).toBe(1);
});

test('a PNG of 20,000 pixels a side inside an SVG is refused before a thread starts', async () => {
  const threads = countThreads();
  const file = withImage(base64Of(blackPng(20_000)));
  expect(await readLogo(file)).toEqual({ ok: false, refusal: 'LOGO_UNREADABLE' });
  expect(threads()).toBe(0);
});

/** Without the limit on the memory of WebAssembly, each of these is drawn, with more than half a gigabyte. */
test.each([
  { name: 'in hexadecimal', hrefOf: (png: Buffer) => `data:image/png,${percentEncoded(png)}` },
  { name: 'with a character reference', hrefOf: (png: Buffer) => base64Of(png).replace('iVB', 'i&#86;B') },
])('a PNG of 12,000 pixels a side inside an SVG, $name, is refused', async ({ hrefOf }) => {
  const file = withImage(hrefOf(blackPng(12_000)));
  expect(await readLogo(file, 60_000)).toEqual({ ok: false, refusal: 'LOGO_UNREADABLE' });
});

test('more than 100 KB: LOGO_TOO_LARGE', async () => {
  expect(await readLogo(Buffer.alloc(100 * 1024 + 1))).toEqual({ ok: false, refusal: 'LOGO_TOO_LARGE' });
});

test('a drawing that would take hours ends after its time, and the event loop goes on meanwhile', async () => {
  const endless = '<filter id="f"><feTurbulence numOctaves="100000" baseFrequency="0.05"/></filter>';
  const drawing = svg(`${endless}<rect width="600" height="200" filter="url(#f)"/>`);
  const turns = await inSomeTry(
    4,
    () => turnsDuring(readLogo(drawing, 1_500)),
    (ran) => ran > 5,
  );
  expect(turns).toBeGreaterThan(5);
});

/** @returns how often a timer ran meanwhile */
async function turnsDuring(reading: ReturnType<typeof readLogo>): Promise<number> {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 20);
  const read = await reading.finally(() => clearInterval(counting));
  expect(read).toEqual({ ok: false, refusal: 'LOGO_UNREADABLE' });
  return turns;
}

function withImage(href: string): Buffer {
  return svg(`<image width="600" height="200" href="${href}"/>`);
}

function base64Of(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

function percentEncoded(bytes: Buffer): string {
  return bytes.toString('hex').replaceAll(/../g, '%$&');
}

/** A PNG of one bit for each pixel, so that a few kilobytes have many pixels. */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1], 8);
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 });
  return Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** @returns how many threads started since */
function countThreads(): () => number {
  let threads = 0;
  const count = () => (threads += 1);
  process.on('worker', count);
  own('the count of threads', () => void process.off('worker', count));
  return () => threads;
}

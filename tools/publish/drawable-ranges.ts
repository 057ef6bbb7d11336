/** The characters that the font of the printed form has, for the core, which reads no files. */
import { loadFonts } from '../../src/documents/print/pdf/fonts.js';

/** `ranges`: `20-7e a0 a2-17f`, hexadecimal and ascending. */
export function drawableRanges(): string {
  const ranges: [from: number, to: number][] = [];
  for (const code of [...loadFonts().characters.keys()].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16);
  const text = ranges.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join(' ');
  return `${JSON.stringify({ ranges: text }, null, 2)}\n`;
}

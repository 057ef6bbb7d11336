/**
 * The QR code (Informe Técnico e-CF v1.0 p.35): at least 22 × 22 mm with a clear margin. Each module is a whole number of dots of a receipt
 * printer, because a printer that has to scale the code makes it unreadable. DGII asks for QR version 8, which cannot hold the usual
 * address, so the length of the address decides the version.
 */
import { encode } from 'uqr';
import { millimetres, type Canvas } from './canvas.js';

/** One dot of a printer with 203 dpi, in points. */
export const dot = 72 / 203;
/** With fewer dots per module the code would be smaller than 22 mm, or too fine for worn print heads. */
const dotsPerModule = 4;
const sideMin = 22 * millimetres;
/** The clear space on each side: four modules by the QR standard, 3 mm by DGII. */
const quietModules = 4;
const quietMin = 3 * millimetres;

export interface QrCode {
  readonly modules: readonly (readonly boolean[])[];
  readonly side: number;
  readonly quiet: number;
}

export function qrOf(address: string): QrCode {
  const { data } = encode(address, { ecc: 'M', border: 0, boostEcc: false });
  const dots = Math.max(dotsPerModule, Math.ceil(sideMin / dot / data.length));
  const module = dots * dot;
  const quiet = Math.max(quietModules * module, quietMin);
  return { modules: data, side: data.length * module, quiet };
}

export function wholeDots(length: number): number {
  return Math.ceil(length / dot) * dot;
}

export function drawQr(canvas: Canvas, { modules, side, quiet }: QrCode, x: number, y: number): void {
  const [left, top] = [wholeDots(x), wholeDots(y)];
  const module = side / modules.length;
  const clear = side + 2 * quiet;
  const runs = modules.flatMap((row, line) =>
    runsOf(row).map(
      ([from, to]) => [left + from * module, top + line * module, (to - from) * module, module] as const,
    ),
  );
  canvas.tag(
    'Figure',
    () => {
      canvas.fill([[left - quiet, top - quiet, clear, clear]], '#ffffff');
      canvas.fill(runs, '#000000');
    },
    { alt: 'Código QR para consultar el comprobante en la DGII' },
  );
}

function runsOf(row: readonly boolean[]): (readonly [from: number, to: number])[] {
  const runs: (readonly [number, number])[] = [];
  let from: number | undefined;
  for (let at = 0; at <= row.length; at++) {
    if (row[at] === true) from ??= at;
    else if (from !== undefined) {
      runs.push([from, at]);
      from = undefined;
    }
  }
  return runs;
}

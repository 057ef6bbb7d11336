/** The printed form on a warm process, and whether memory grows over many prints. */
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { parseNormalised } from '../../../../src/ecf/json/normalise.js';
import type { Ecf } from '../../../../src/ecf/model/ecf.js';
import type { Paper } from '../../../../src/documents/print/papers.js';
import { printVoucher } from '../../../../src/documents/print/print-voucher.js';
import { sampleVoucher } from '../../../demo/sample-voucher.js';
import { progress, type Measured } from '../../bench.js';
import { median } from '../../measure.js';

const issuer = { rnc: '999999992', razonSocial: 'EMPRESA DE PRUEBA SRL' };
const rounds = 41;
const warmUps = 60;
const manyPrints = 10_000;
const mebibyte = 1024 * 1024;

const tenLinesMs = 25;
const thousandLinesMs = 1_500;
/** Garbage that is not collected yet. A leak of a kilobyte per print would be 10 MB. */
const growthMiBMax = 8;

export async function print(): Promise<Measured> {
  const table = [['lines', 'paper', 'ms', 'KB']];
  for (let round = 0; round < warmUps; round++) printed(voucherOf(10), round % 2 === 0 ? 'a4' : '80mm');
  const page = row(table, 10, 'a4', rounds);
  const receipt = row(table, 10, '80mm', rounds);
  const thousand = row(table, 1_000, 'a4', 5);
  row(table, 1_000, '80mm', 5);
  row(table, 10_000, 'a4', 1);
  row(table, 10_000, '80mm', 1);
  const growthMiB = await growth();
  return {
    table,
    goals: [
      { name: 'ten lines, A4, ms', figure: page, atMost: tenLinesMs },
      { name: 'ten lines, 80 mm, ms', figure: receipt, atMost: tenLinesMs },
      { name: '1,000 lines, A4, ms', figure: thousand, atMost: thousandLinesMs },
      { name: `growth of the heap over ${manyPrints} prints, MiB`, figure: growthMiB, atMost: growthMiBMax },
    ],
  };
}

function row(table: string[][], lines: number, paper: Paper, times: number): number {
  progress(`${lines} lines, ${paper}`);
  const ecf = voucherOf(lines);
  let bytes = 0;
  const took = Array.from({ length: times }, () => {
    const startedMs = performance.now();
    bytes = printed(ecf, paper).length;
    return performance.now() - startedMs;
  });
  const ms = median(took);
  table.push([String(lines), paper, ms.toFixed(1), (bytes / 1024).toFixed(0)]);
  return ms;
}

/** Names and amounts differ from print to print. */
async function growth(): Promise<number> {
  progress(`${manyPrints} prints`);
  let first = 0;
  for (let number = 0; number < manyPrints; number++) {
    printed(voucherOf(3, number), number % 2 === 0 ? 'a4' : '80mm');
    // A document is released when the event loop turns, as it does after each print of the product.
    await nextLoopTurn();
    if (number === manyPrints / 5) first = await heapBytes();
  }
  return ((await heapBytes()) - first) / mebibyte;
}

async function heapBytes(): Promise<number> {
  // A context of its own is the way that Node documents.
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function voucherOf(lines: number, number = 1): Ecf {
  const prices = Array.from({ length: lines }, (_, index) => 20 + ((index * 7 + number) % 9_000));
  const encf = `E31${String(number).padStart(10, '0')}`;
  return parseNormalised(JSON.stringify(sampleVoucher({ encf, issuer, issuedOn: '15-06-2026', prices })));
}

function printed(ecf: Ecf, paper: Paper): Uint8Array {
  return printVoucher(ecf, {
    environment: 'production',
    state: 'accepted',
    contingency: false,
    look: {},
    paper,
    signature: { securityCode: 'a+/=Bc', fechaFirma: '15-06-2026 14:05:09' },
  });
}

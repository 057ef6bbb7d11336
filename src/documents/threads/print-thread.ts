/** A thread that prints vouchers, one after the other. Piscina calls `runJob`. It loads fonts, and nothing that checks. */
import { parseNormalised } from '../../ecf/json/normalise.js';
import { printVoucher } from '../print/print-voucher.js';
import { threadResult } from './thread-result.js';
import type { Job } from './works.js';

export function runJob({ bytes, input }: Job<'print'>): unknown {
  const content = parseNormalised(new TextDecoder().decode(bytes));
  return threadResult({ result: printVoucher(content, input), wasmBytes: 0 });
}

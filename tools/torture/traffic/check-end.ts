/** The end of a run with mixed traffic, in torture and storm. */
import type { OwnStack } from '../../own-stack/own-stack.js';
import { checkRun } from '../check/check-run.js';
import { readLedger, readRecord, workflowsLeft } from '../check/evidence.js';
import type { VoucherResult } from '../check/run-evidence.js';
import type { Traffic } from './traffic.js';

/** @param others the last answers of clients beside this traffic */
export async function checkEnd(
  stack: OwnStack,
  traffic: Traffic,
  others: readonly VoucherResult[] = [],
): Promise<string[]> {
  const left = await workflowsLeft(stack);
  await traffic.queryEveryVoucher();
  const problems = checkRun({
    ...(await readLedger(stack)),
    ...(await readRecord(stack.dataDir)),
    results: [...traffic.results(), ...others],
    numbers: traffic.numbers,
    unused: await traffic.unused(),
  });
  return left === 0 ? problems : [...problems, `WORKFLOWS-LEFT: ${left} workflows still run`];
}

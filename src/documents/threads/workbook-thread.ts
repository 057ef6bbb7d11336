/**
 * A thread that reads the workbooks of the certification process, one after the other. Piscina calls `runJob`. The thread has a lower
 * priority than the rest of the process: a workbook comes once in a while, and the vouchers of all companies come first.
 */
import { readApprovalSet } from '../workbook/approval-set.js';
import { readTestSet } from '../workbook/test-set.js';
import { lowerPriority } from '../../shared/threads/lower-priority.js';
import { threadResult } from './thread-result.js';
import type { Job, WorkbookName } from './works.js';

lowerPriority();

const readers = { readTestSet, readApprovalSet };

export async function runJob({ name, bytes, input }: Job<WorkbookName>): Promise<unknown> {
  return threadResult({ result: await readers[name](bytes, input), wasmBytes: 0 });
}

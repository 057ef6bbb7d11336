/** Workbooks of the certification process always go to a thread, however small they are. */
import { createChecker } from '../../../src/checking/checker.js';
import { readApprovalSet } from '../../../src/certification/approval-set.js';
import { readTestSet } from '../../../src/certification/test-set.js';
import { approvalSheet, testSetSheets } from '../../../tools/demo/test-set/dgii-workbooks.js';
import { companyRnc, sampleVoucher } from '../../../tools/demo/test-set/sample-set.js';
import { xlsxOf } from '../../../tools/demo/test-set/xlsx.js';
import { own } from '../../harness/own.js';

const checker = createChecker({ threadsMax: 1, inlineBelowBytes: Infinity });
own('a checker', () => checker.close());

const testSet = xlsxOf(testSetSheets([sampleVoucher(31, 1), sampleVoucher(34, 2)]));
const approvals = xlsxOf([approvalSheet([])]);

test('the result is the one of the calling thread', async () => {
  expect(checker.figures().threads).toBe(0);
  expect(await checker.readTestSet(1, testSet, companyRnc)).toEqual(readTestSet(testSet, companyRnc));
  expect(checker.figures().threads).toBe(1);
  expect(await checker.readTestSet(1, testSet, '101000001')).toEqual(readTestSet(testSet, '101000001'));
  expect(await checker.readApprovalSet(1, approvals, companyRnc)).toEqual(
    readApprovalSet(approvals, companyRnc),
  );
});

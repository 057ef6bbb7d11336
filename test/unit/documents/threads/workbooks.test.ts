/** Workbooks of the certification process always go to a thread of their own, however small they are, and no voucher waits for one. */
import { constants } from 'node:os';
import { createChecker, type CheckerOptions } from '../../../../src/documents/threads/checker.js';
import { readApprovalSet } from '../../../../src/documents/workbook/approval-set.js';
import { readTestSet } from '../../../../src/documents/workbook/test-set.js';
import { approvalSheet, testSetSheets } from '../../../../tools/demo/test-set/dgii-workbooks.js';
import { companyRnc, sampleVoucher } from '../../../../tools/demo/test-set/sample-set.js';
import { xlsxOf } from '../../../../tools/demo/test-set/xlsx.js';
import { own } from '../../../harness/own.js';
import { slowWorkbook } from '../../../harness/samples/hostile-workbooks.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';
import { sampleEcf } from '../../../harness/samples/sample-ecf.js';
import { threadPriorities } from '../../../harness/processes/thread-priorities.js';

const checkerOf = (options: Partial<CheckerOptions> = {}) => {
  const checker = createChecker({ threadsMax: 1, ...options });
  own('a checker', () => checker.close());
  return checker;
};

const testSet = xlsxOf(testSetSheets([sampleVoucher(31, 1), sampleVoucher(34, 2)]));
const approvals = xlsxOf([approvalSheet([])]);

test('a thread reads a workbook as the calling thread would', async () => {
  const checker = checkerOf({ inlineBelowBytes: Infinity });
  expect(checker.figures().threads).toBe(0);
  expect(await checker.readTestSet(1, testSet, companyRnc)).toEqual(await readTestSet(testSet, companyRnc));
  expect(checker.figures().threads).toBe(1);
  expect(await checker.readTestSet(1, testSet, '101000001')).toEqual(await readTestSet(testSet, '101000001'));
  expect(await checker.readApprovalSet(1, approvals, companyRnc)).toEqual(
    await readApprovalSet(approvals, companyRnc),
  );
});

test('no large voucher and no print waits for a workbook, not even one of the same company', async () => {
  const checker = checkerOf();
  const voucher = Buffer.from(JSON.stringify(largeVoucher({ lines: 500 })));
  const content = Buffer.from(JSON.stringify(sampleEcf({ encf: 'E310000000001' })));
  const order = {
    environment: 'certification',
    state: 'admitted',
    contingency: false,
    look: {},
    paper: 'a4',
  } as const;
  const works = () => [checker.parse(1, voucher), checker.print(1, content, order)];
  // The threads start.
  await Promise.all(works());
  let read = 0;
  const slow = slowWorkbook(400_000);
  const workbooks = [1, 2, 3].map((companyId) =>
    checker.readTestSet(companyId, slow, companyRnc).then(() => (read += 1)),
  );
  await Promise.all(works());
  expect(read).toBe(0);
  await Promise.all(workbooks);
  expect(checker.figures()).toMatchObject({ threads: 3, refused: 0 });
});

test('on Linux their thread has a lower priority than the process', async () => {
  if (process.platform !== 'linux') return;
  await checkerOf().readApprovalSet(1, approvals, companyRnc);
  const { process: own, threads } = threadPriorities();
  expect(own).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(threads).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
});

test('only a few wait, and figures count a refused one', async () => {
  const checker = checkerOf();
  const results = await Promise.allSettled(
    [1, 1, 1, 1].map((companyId) => checker.readTestSet(companyId, testSet, companyRnc)),
  );
  // One is read and two wait.
  expect(results.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected']);
  expect(results[3]).toMatchObject({ reason: { name: 'CheckerBusyError' } });
  expect(checker.figures()).toMatchObject({ refused: 1, waiting: 0 });
});

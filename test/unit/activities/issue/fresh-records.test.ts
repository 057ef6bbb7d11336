/** The records that a worker wrote a moment ago: each is given once, to the attempt that it is about. */
import { createFreshRecords } from '../../../../src/activities/issue/fresh-records.js';
import type { DocumentRecord } from '../../../../src/store/document-record.js';

const ref = { companyId: 1, environment: 'pre-certification', encf: 'E310000000001', attempt: 1 } as const;
const document = { state: 'signed' } as unknown as DocumentRecord;

test('a record is given once, and to no other attempt', () => {
  const records = createFreshRecords();
  records.put(ref, document);
  expect(records.take({ ...ref, attempt: 2 })).toBeUndefined();
  expect(records.take(ref)).toBe(document);
  expect(records.take(ref)).toBeUndefined();
});

test('200 are kept: the oldest is dropped first', () => {
  const records = createFreshRecords();
  for (let attempt = 1; attempt <= 201; attempt += 1) records.put({ ...ref, attempt }, document);
  expect(records.take(ref)).toBeUndefined();
  expect(records.take({ ...ref, attempt: 2 })).toBe(document);
});

/** The record that a step hands to the next one: once, for a moment, for the same attempt. */
import { createRecentRecords } from '../../../../src/activities/vouchers/recent-records.js';
import type { DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';

const ref = { companyId: 1, environment: 'pre-certification', encf: 'E310000000001', attempt: 1 } as const;
const document = { state: 'signed', final: false } as DocumentRecord;

test('gives a record once, and only to its own attempt', () => {
  const records = createRecentRecords();
  records.keep(ref, document);
  expect(records.take({ ...ref, attempt: 2 })).toBeUndefined();
  expect(records.take({ ...ref, companyId: 2 })).toBeUndefined();
  expect(records.take(ref)).toBe(document);
  expect(records.take(ref)).toBeUndefined();
});

test('gives no record that is older than a second', () => {
  let nowMs = 5_000;
  const records = createRecentRecords(() => nowMs);
  records.keep(ref, document);
  nowMs = 6_001;
  expect(records.take(ref)).toBeUndefined();
});

test('keeps nothing of a voucher that needs no further step', () => {
  const records = createRecentRecords();
  records.keep(ref, document);
  records.keep(ref, { ...document, state: 'accepted', final: true });
  expect(records.take(ref)).toBeUndefined();
  records.keep(ref, 'superseded');
  expect(records.take(ref)).toBeUndefined();
});

test('keeps the latest 100 records', () => {
  const records = createRecentRecords();
  for (let attempt = 1; attempt <= 101; attempt += 1) records.keep({ ...ref, attempt }, document);
  expect(records.take(ref)).toBeUndefined();
  expect(records.take({ ...ref, attempt: 2 })).toBe(document);
});

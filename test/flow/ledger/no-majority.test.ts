/**
 * An earlier try failed after it wrote the record to the primary only. The next try's insert finds that record, and its read does not,
 * because no majority has the record. The client gets an error that permits another try.
 */
import { jest } from '@jest/globals';
import { Collection, MongoServerError } from 'mongodb';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { duplicateKey } from '../../../src/ledger/mongo/guard.js';
import { admitInput, openLedger, readDocument } from '../../harness/ledger.js';

test('a voucher whose record no majority has yet is admitted later, once', async () => {
  const { store, db } = await openLedger();
  const input = admitInput();
  const insertOne = jest.spyOn(Collection.prototype, 'insertOne');
  insertOne.mockRejectedValueOnce(new MongoServerError({ message: 'E11000', code: duplicateKey }));
  await expect(store.admit(input)).rejects.toThrow(LedgerUnavailableError);
  insertOne.mockRestore();
  expect(await store.admit(input)).toMatchObject({ outcome: 'created' });
  expect(await db.collection('documents').countDocuments()).toBe(1);
});

test('the ledger reads what a majority has, and waits for a majority to write into its journal', async () => {
  const { store } = await openLedger();
  const spies = {
    insert: jest.spyOn(Collection.prototype, 'insertOne'),
    find: jest.spyOn(Collection.prototype, 'findOne'),
  };
  const input = admitInput();
  await store.admit(input);
  await readDocument(store, input);
  const [written, read] = Object.values(spies).map(({ mock }) => mock.contexts.at(-1) as Collection);
  for (const spy of Object.values(spies)) spy.mockRestore();
  expect(written?.writeConcern).toMatchObject({ w: 'majority', journal: true });
  expect(read?.readConcern?.level).toBe('majority');
});

/**
 * An earlier try wrote a record to the primary only and failed. The retry's insert finds it, but a read with majority does not: the client
 * is told to try again.
 */
import { jest } from '@jest/globals';
import { Collection, MongoServerError } from 'mongodb';
import { LedgerUnavailableError } from '../../../src/ledger/store.js';
import { duplicateKey } from '../../../src/ledger/mongo/guard.js';
import { admitInput, openLedger } from '../../harness/ledger.js';

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

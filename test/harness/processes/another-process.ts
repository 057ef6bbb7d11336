/** What another process does at the worst moment: after this one read the ledger, and just before it writes. */
import { jest } from '@jest/globals';
import { Collection } from 'mongodb';

/** Does `work` just before the next write of this kind to this collection, once. The caller restores all mocks after its test. */
export function beforeNextWrite(
  write: 'findOneAndUpdate' | 'replaceOne' | 'updateMany' | 'updateOne',
  collection: 'companies' | 'documents' | 'reservations' | 'sequences',
  work: () => Promise<unknown>,
): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const real = Collection.prototype[write] as (...args: unknown[]) => Promise<unknown>;
  let done = false;
  jest.spyOn(Collection.prototype, write).mockImplementation(async function (
    this: Collection,
    ...args: unknown[]
  ) {
    if (!done && this.collectionName === collection) {
      done = true;
      await work();
    }
    return real.apply(this, args) as never;
  });
}

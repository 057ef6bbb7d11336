/**
 * Loaded into an import of the registry (`node --import`): it stops after 60,000 rows, until Ctrl-C or until it is killed. So it is
 * under way for as long as a test needs, however quick it is.
 *
 * Plain JavaScript, because Node loads this file itself, and test/ is not built.
 */
import process from 'node:process';
import { Collection } from 'mongodb';

/** `harness/samples/registry.ts` numbers its rows from 100000000. */
const held = '100060000';

const interrupted = new Promise((resolve) => process.once('SIGINT', resolve));
/** @type {unknown} */
const insertManyOfCollection = Reflect.get(Collection.prototype, 'insertMany');
const insertMany = /** @type {(this: object, ...args: unknown[]) => Promise<unknown>} */ (
  insertManyOfCollection
);
Reflect.set(Collection.prototype, 'insertMany', insertUnlessHeld);

/**
 * @this {object}
 * @param {readonly { _id: string }[]} records
 * @param {unknown[]} more
 */
async function insertUnlessHeld(records, ...more) {
  if (records.some(({ _id }) => _id === held)) await interrupted;
  return insertMany.call(this, records, ...more);
}

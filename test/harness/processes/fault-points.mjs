/**
 * Loaded into a built role before anything else (`node --import`). Once armed, it counts the calls to the ledger and ends the
 * process with SIGKILL right before or right after one of them. It can also stop single vouchers or numbers right before or right
 * after one of their writes, until the process is killed, or kill another process at that moment. It reports the ports on which the role listens. Orders come over the
 * parent's channel.
 *
 * Plain JavaScript, because Node loads this file itself, and test/ is not built.
 */
import { Server } from 'node:net';
import process from 'node:process';
import { AggregationCursor, Collection, FindCursor } from 'mongodb';

/** @typedef {{ at: number, when: 'before' | 'after', writesOnly: boolean }} FaultPoint ends the process at the n-th call */
/** @typedef {{ hold: readonly string[], write: number, when: 'before' | 'after', kill?: number }} HoldOrder about what has one of these names */
/** @typedef {{ write: number, when: 'before' | 'after', kill?: number, seen: number, still: boolean }} Hold */
/** @typedef {(this: object, ...args: unknown[]) => Promise<unknown>} LedgerCall */

const writes = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate'];
const reads = ['findOne', 'countDocuments'];

/** @type {FaultPoint | undefined} */
let armed;
/** @type {string[]} */
let seen = [];

/**
 * By e-NCF, `_id` or reference. `still`: it has reached its moment, and none of its calls returns any more.
 * @type {Map<string, Hold>}
 */
const holds = new Map();

/**
 * @param {Hold} hold
 * @param {boolean} isWrite
 * @param {() => Promise<unknown>} call
 * @returns {Promise<unknown>} what the call returned; never returns once it stands still
 */
async function unlessHeld(hold, isWrite, call) {
  if (!hold.still && isWrite) {
    hold.seen += 1;
    if (hold.seen === hold.write) {
      const result = hold.when === 'after' ? await call() : undefined;
      if (hold.kill !== undefined) {
        process.kill(hold.kill, 'SIGKILL');
        return hold.when === 'after' ? result : call();
      }
      hold.still = true;
    }
  }
  return hold.still ? never() : call();
}

/**
 * @param {object} prototype
 * @param {string} name of one of its methods
 * @param {boolean} isWrite
 * @param {(self: object) => string} collectionOf
 */
function wrap(prototype, name, isWrite, collectionOf) {
  /** @type {LedgerCall} */
  const original = Reflect.get(prototype, name);
  /** @type {LedgerCall} */
  const wrapped = async function (...args) {
    const call = () => original.apply(this, args);
    const hold = holdOf(args[0]);
    if (hold !== undefined) return unlessHeld(hold, isWrite, call);
    if (armed === undefined || (armed.writesOnly && !isWrite)) return call();
    const { at, when } = armed;
    const n = seen.push(`${collectionOf(this)}.${name}`);
    if (n === at && when === 'before') await die();
    const result = await call();
    if (n === at && when === 'after') await die();
    return result;
  };
  Reflect.set(prototype, name, wrapped);
}

/**
 * @param {unknown} subject the first argument of most calls: a filter, a document, or several documents
 * @returns {Hold | undefined}
 */
function holdOf(subject) {
  if (holds.size === 0 || typeof subject !== 'object' || subject === null) return undefined;
  if (Array.isArray(subject)) return subject.map(holdOf).find((hold) => hold !== undefined);
  const { encf, _id, ref } = /** @type {Record<string, unknown>} */ (subject);
  return [encf, _id, ref].map((name) => holds.get(String(name))).find((hold) => hold !== undefined);
}

/** Does not return: nothing in this process runs after it. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  return never();
}

/** @returns {Promise<never>} */
function never() {
  return new Promise(() => undefined);
}

/** @param {object} self */
const ofCollection = (self) => (self instanceof Collection ? self.collectionName : '');
/** @param {object} self */
const ofCursor = (self) =>
  `${(self instanceof FindCursor || self instanceof AggregationCursor) && self.namespace.collection}.find`;
for (const name of writes) wrap(Collection.prototype, name, true, ofCollection);
for (const name of reads) wrap(Collection.prototype, name, false, ofCollection);
for (const cursor of [FindCursor, AggregationCursor]) wrap(cursor.prototype, 'toArray', false, ofCursor);

/** @type {Set<number>} */
const ports = new Set();
/** @type {unknown} */
const listenOfServer = Reflect.get(Server.prototype, 'listen');
const listen = /** @type {(this: Server, ...args: unknown[]) => Server} */ (listenOfServer);
Reflect.set(Server.prototype, 'listen', listenAndNote);

/**
 * @this {Server}
 * @param {unknown[]} args
 */
function listenAndNote(...args) {
  this.once('listening', () => {
    const address = this.address();
    if (typeof address === 'object' && address !== null) ports.add(address.port);
  });
  return listen.apply(this, args);
}

process.on('message', (message) => {
  const order = /** @type {'ports' | 'report' | 'held' | HoldOrder | FaultPoint} */ (message);
  process.send?.(answerTo(order));
});
// The channel must not keep a role alive after its stop signal.
process.channel?.unref();

/** @param {'ports' | 'report' | 'held' | HoldOrder | FaultPoint} order */
function answerTo(order) {
  if (order === 'ports') return [...ports];
  if (order === 'report') return seen;
  if (order === 'held') return [...holds].filter(([, { still }]) => still).map(([name]) => name);
  if ('hold' in order) {
    const { hold: names, ...at } = order;
    const hold = { ...at, seen: 0, still: false };
    for (const name of names) holds.set(name, hold);
    return 'armed';
  }
  seen = [];
  armed = order;
  return 'armed';
}

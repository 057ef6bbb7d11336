/**
 * Loaded into a built role before anything else (`node --import`). Once armed, it counts the calls to the ledger and ends the
 * process with SIGKILL right before or right after one of them. It can also stop single vouchers right before or right after
 * one of their writes, until the process is killed. It reports the ports on which the role listens. Orders come over the
 * parent's channel.
 */
import { Server } from 'node:net';
import process from 'node:process';
import { AggregationCursor, Collection, FindCursor } from 'mongodb';

const writes = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate'];
const reads = ['findOne', 'countDocuments'];

/** @type {{ at: number, when: 'before' | 'after', writesOnly: boolean } | undefined} */
let armed;
/** @type {string[]} */
let seen = [];

/** By e-NCF. `still`: the voucher has reached its moment, and none of its calls returns any more. */
/** @type {Map<string, { write: number, when: 'before' | 'after', seen: number, still: boolean }>} */
const holds = new Map();

/** @returns what the call returned; never returns for a stopped voucher */
async function unlessHeld(hold, isWrite, call) {
  if (!hold.still && isWrite) {
    hold.seen += 1;
    if (hold.seen === hold.write) {
      if (hold.when === 'after') await call();
      hold.still = true;
    }
  }
  return hold.still ? new Promise(() => {}) : call();
}

function wrap(prototype, name, isWrite, collectionOf) {
  const original = prototype[name];
  prototype[name] = async function (...args) {
    const hold = holds.get(args[0]?.encf);
    if (hold !== undefined) return unlessHeld(hold, isWrite, () => original.apply(this, args));
    const counts = armed !== undefined && (isWrite || !armed.writesOnly);
    if (!counts) return original.apply(this, args);
    const { at, when } = armed;
    const n = seen.push(`${collectionOf(this)}.${name}`);
    if (n === at && when === 'before') await die();
    const result = await original.apply(this, args);
    if (n === at && when === 'after') await die();
    return result;
  };
}

/** Does not return: nothing in this process runs after it. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

for (const name of writes) wrap(Collection.prototype, name, true, ({ collectionName }) => collectionName);
for (const name of reads) wrap(Collection.prototype, name, false, ({ collectionName }) => collectionName);
for (const cursor of [FindCursor, AggregationCursor])
  wrap(cursor.prototype, 'toArray', false, ({ namespace }) => `${namespace.collection}.find`);

/** @type {Set<number>} */
const ports = new Set();
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  this.once('listening', () => ports.add(this.address()?.port));
  return listen.apply(this, args);
};

process.on('message', (order) => {
  if (order === 'ports') return process.send([...ports]);
  if (order === 'report') return process.send(seen);
  if (order === 'held')
    return process.send([...holds].filter(([, { still }]) => still).map(([encf]) => encf));
  if (order.hold !== undefined) {
    const { hold: encf, write, when } = order;
    holds.set(encf, { write, when, seen: 0, still: false });
    return process.send('armed');
  }
  seen = [];
  armed = order;
  return process.send('armed');
});
// The channel must not keep a role alive after its stop signal.
process.channel?.unref();

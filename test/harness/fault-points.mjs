/**
 * Loaded into a built role before anything else (`node --import`): counts the calls to the ledger from the moment it is armed,
 * and ends the process with SIGKILL right before or right after one of them; tells on which ports the role listens. Orders
 * come over the channel of the parent.
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

function wrap(prototype, name, isWrite, collectionOf) {
  const original = prototype[name];
  prototype[name] = async function (...args) {
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

/** Nothing of this process runs after it. */
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
  seen = [];
  armed = order;
  return process.send('armed');
});
// The channel must not keep a role alive that was told to stop.
process.channel?.unref();

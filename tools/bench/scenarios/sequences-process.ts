/** One of several processes that compete for numbers. It follows its parent's orders, and reports when it is done. */
import { openWorld } from './sequences-world.mjs';
import { throughput, timed } from '../measure.mjs';

const [database] = process.argv.slice(2);
// Not an argument, because every user of the machine could see it: it has a password.
const world = await openWorld(process.env.MONGODB_URI, database);
process.on('message', async ({ what, companyId, clients, count }) => {
  if (what === 'stop') {
    await world.close();
    process.disconnect();
    return;
  }
  let slowestMs = 0;
  const one = async () => {
    slowestMs = Math.max(slowestMs, await timed(() => world[what](companyId)));
  };
  await throughput(one, clients, count);
  process.send({ slowestMs });
});
process.send('ready');

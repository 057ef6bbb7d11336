/** One of several processes that want the same numbers. Does what it is told by its parent, and says when it is done. */
import { openWorld } from './sequences-world.mjs';
import { throughput, timed } from './measure.mjs';

const [uri, database] = process.argv.slice(2);
const world = await openWorld(uri, database);
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

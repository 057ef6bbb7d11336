/** One of several processes that want the same numbers. Does what it is told by its parent, and says when it is done. */
import { openWorld } from './sequences-world.mjs';
import { throughput } from './measure.mjs';

const [uri, database] = process.argv.slice(2);
const world = await openWorld(uri, database);
process.on('message', async ({ what, companyId, clients, count }) => {
  if (what === 'stop') {
    await world.close();
    process.disconnect();
    return;
  }
  await throughput(() => world[what](companyId), clients, count);
  process.send('done');
});
process.send('ready');

/** One of several processes that compete for numbers. Each message names a load; the process runs it and then reports. */
import { mongoUriOfParent, report } from '../child.js';
import { throughput, timed } from '../measure.js';
import { openWorld, type World } from './sequences-world.js';

const [database = '', clients, count] = process.argv.slice(2);
const world = await openWorld(mongoUriOfParent(), database);
process.on('message', (load) => void run(load === 'next' ? world.next : world.raw));
process.once('disconnect', () => void world.close());
await report({ ready: 1 });

async function run(work: World['next']): Promise<void> {
  let slowestMs = 0;
  const one = async () => {
    slowestMs = Math.max(slowestMs, await timed(work));
  };
  await throughput(one, Number(clients), Number(count));
  await report({ slowestMs });
}

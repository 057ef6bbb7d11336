/** A bell ends the pause of a round, and no ring is lost. */
import { createBell } from '../../../../src/activities/rounds/bell.js';

const never = 600_000;
const running = new AbortController().signal;

test('a bell that rings during the pause ends it', async () => {
  const bell = createBell(0);
  const pause = bell.pause(never, running);
  bell.ring();
  await pause;
});

test('a bell that rang before the pause ends it, once', async () => {
  const bell = createBell(0);
  bell.ring();
  await bell.pause(never, running);
  const stop = new AbortController();
  const next = bell.pause(never, stop.signal);
  stop.abort();
  await expect(next).rejects.toThrow('abort');
});

test('a bell that does not ring leaves the pause as it is', async () => {
  await createBell(never).pause(1, running);
});

test('a worker that stops ends the pause, also while the bell gathers', async () => {
  const bell = createBell(never);
  bell.ring();
  const stop = new AbortController();
  const pause = bell.pause(never, stop.signal);
  stop.abort();
  await expect(pause).rejects.toThrow('abort');
});

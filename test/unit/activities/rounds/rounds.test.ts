/** What a worker does in rounds: pauses only when there is nothing more, survives a failing round, and stops at once. */
import { startRounds } from '../../../../src/activities/rounds/rounds.js';
import { createLog } from '../../../../src/shared/log.js';

const log = createLog({ role: 'test', level: 'silent' });
/** Longer than a test may take: a test that waits for it fails. */
const neverMs = 600_000;

test('while there is more to do, rounds follow without a pause', async () => {
  let count = 0;
  await new Promise<void>((resolve) => {
    const stop = startRounds({
      name: 'test',
      intervalMs: neverMs,
      log,
      round: () => {
        count += 1;
        if (count === 3) void stop().then(resolve);
        return Promise.resolve(true);
      },
    });
  });
  expect(count).toBe(3);
});

test('a round that fails is followed by the next one', async () => {
  let count = 0;
  await new Promise<void>((resolve) => {
    const stop = startRounds({
      name: 'test',
      intervalMs: 1,
      log,
      round: () => {
        count += 1;
        if (count < 3) return Promise.reject(new Error('in vain'));
        void stop().then(resolve);
        return Promise.resolve(false);
      },
    });
  });
  expect(count).toBe(3);
});

test('stop does not wait for a pause to end', async () => {
  const stop = startRounds({
    name: 'test',
    intervalMs: neverMs,
    log,
    round: () => Promise.resolve(false),
  });
  await stop();
});

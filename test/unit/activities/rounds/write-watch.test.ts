/** The worker's watch over the ledger's writes: while none is confirmed its age grows and it fails; the next one ends that. */
import { startWriteWatch } from '../../../../src/activities/rounds/write-watch.js';
import { own } from '../../../harness/own.js';
import { recordingLog, type LogLine } from '../../../harness/recording-log.js';
import { until } from '../../../harness/until.js';

test('fails while the ledger confirms no writes, and no longer after the next one', async () => {
  let held = true;
  const lines: LogLine[] = [];
  const watch = startWriteWatch({
    store: { checkWrites: () => (held ? Promise.reject(new Error('held')) : Promise.resolve()) },
    clock: () => new Date(),
    log: recordingLog(lines),
    intervalMs: 200,
  });
  own('the watch', () => watch.stop());
  // A worker starts only after it has written to the ledger.
  expect(watch.failing()).toBe(false);
  await until('it fails', () => Promise.resolve(watch.failing()));
  expect(watch.ageMs()).toBeGreaterThan(500);
  expect(lines).toContainEqual({
    level: 'warn',
    line: { err: expect.any(Error), message: 'a round failed: a write to the ledger' },
  });
  held = false;
  await until('it is well again', () => Promise.resolve(!watch.failing() && watch.ageMs() < 500));
});

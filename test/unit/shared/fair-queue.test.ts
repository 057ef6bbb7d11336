/** Whose turn comes next, and who loses a slot in a full queue. */
import { createFairQueue, QueueFullError, type FairQueueLimits } from '../../../src/shared/fair-queue.js';

const limits = { runningMax: 1, waitingMax: 6, waitingOfOneMax: 4 };

/** Work that the test ends, and a record of the order in which the tasks began. */
function createRecorder(asked: FairQueueLimits = limits) {
  let clockMs = 0;
  const queue = createFairQueue<string>(asked, () => clockMs);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const submit = (key: string) =>
    queue.run(key, () => {
      began.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends the oldest running task after it took `ms`. */
  const endOne = async (ms = 10) => {
    await new Promise((resolve) => setImmediate(resolve));
    clockMs += ms;
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, submit, endOne };
}

test('a single task of another key goes before the second one of a busy key', async () => {
  const { began, submit, endOne } = createRecorder();
  const all = ['hog', 'hog', 'hog', 'other'].map((key) => submit(key));
  for (const _ of all) await endOne();
  await Promise.all(all);
  expect(began).toEqual(['hog', 'other', 'hog', 'hog']);
});

test('keys share the time, not the number of tasks', async () => {
  const { began, submit, endOne } = createRecorder();
  const all = ['slow', 'slow', 'slow', 'quick', 'quick', 'quick'].map((key) => submit(key));
  await endOne(100);
  for (const _ of all.slice(1)) await endOne(began.at(-1) === 'slow' ? 100 : 1);
  await Promise.all(all);
  expect(began).toEqual(['slow', 'quick', 'quick', 'quick', 'slow', 'slow']);
});

test('a key that sends one task after the other does not pass for new each time', async () => {
  const { began, submit, endOne } = createRecorder();
  const all = [submit('office'), submit('guess')];
  await endOne(10);
  await endOne(100);
  all.push(submit('office'), submit('guess'), submit('newcomer'), submit('newcomer'));
  for (let i = 0; i < 4; i++) await endOne();
  await Promise.all(all);
  expect(began).toEqual(['office', 'guess', 'office', 'newcomer', 'newcomer', 'guess']);
});

test('a key has a limit of its own', async () => {
  const { submit, endOne } = createRecorder();
  const kept = Array.from({ length: 5 }, () => submit('hog'));
  await expect(submit('hog')).rejects.toEqual(new QueueFullError(true));
  await expect(submit('hog')).rejects.toHaveProperty('ownDoing', true);
  for (const _ of kept) await endOne();
  await Promise.all(kept);
});

test('in a full queue a newcomer displaces the newest task of the key that waits most', async () => {
  const { began, submit, endOne } = createRecorder();
  const kept = [submit('a'), ...['a', 'a', 'a'].map((key) => submit(key)), submit('b'), submit('b')];
  const displaced = submit('a');
  const refused = expect(displaced).rejects.toBeInstanceOf(QueueFullError);
  kept.push(submit('newcomer'));
  await refused;
  for (const _ of kept) await endOne();
  await Promise.all(kept);
  expect(began.filter((key) => key === 'newcomer')).toHaveLength(1);
});

test('a task that comes while earlier ones of its key are being refused gets a slot', async () => {
  const { began, submit, endOne } = createRecorder({ runningMax: 1, waitingMax: 2, waitingOfOneMax: 2 });
  const first = submit('first');
  const refused = [submit('a'), submit('a'), submit('b')].map((task) => expect(task).rejects.toThrow());
  const between = new Promise<Promise<void>>((resolve) => queueMicrotask(() => resolve(submit('a'))));
  const last = submit('c');
  await Promise.all(refused);
  for (let i = 0; i < 3; i++) await endOne();
  await Promise.all([first, last]);
  expect(began.sort()).toEqual(['a', 'c', 'first']);
  await between;
});

test('a key with as many tasks as the others displaces nobody', async () => {
  const { submit, endOne } = createRecorder({ runningMax: 1, waitingMax: 2, waitingOfOneMax: 2 });
  const kept = [submit('a'), submit('a'), submit('b')];
  await expect(submit('b')).rejects.toBeInstanceOf(QueueFullError);
  for (const _ of kept) await endOne();
  await Promise.all(kept);
});

test('long tasks of one key leave a slot for others', async () => {
  const { began, submit, endOne } = createRecorder({ ...limits, runningMax: 3, reservesForOthers: true });
  const all = ['hog', 'hog', 'hog', 'hog', 'other'].map((key) => submit(key));
  await endOne();
  expect(began).toEqual(['hog', 'hog', 'hog', 'other']);
  for (const _ of all) await endOne();
  await Promise.all(all);
});

test('a refusal where nobody may wait blames only a key that runs at least the average', async () => {
  const { submit, endOne } = createRecorder({ runningMax: 4, waitingMax: 0, waitingOfOneMax: 0 });
  const kept = ['hog', 'hog', 'hog', 'other'].map((key) => submit(key));
  await expect(submit('hog')).rejects.toHaveProperty('ownDoing', true);
  await expect(submit('other')).rejects.toHaveProperty('ownDoing', false);
  await expect(submit('newcomer')).rejects.toHaveProperty('ownDoing', false);
  for (const _ of kept) await endOne();
  await Promise.all(kept);
});

test('work that fails frees its slot', async () => {
  const queue = createFairQueue<string>(limits);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
});

test('a key with all tasks that it may run waits, although others may run', async () => {
  const { began, submit, endOne } = createRecorder({ ...limits, runningMax: 2, runningOfOneMax: 1 });
  const all = ['hog', 'hog', 'other'].map((key) => submit(key));
  await endOne();
  expect(began).toEqual(['hog', 'other', 'hog']);
  for (const _ of all) await endOne();
  await Promise.all(all);
});

/** Callers that wait for the same thing share one poll, and each one keeps its own deadline. */
import { createSharedPolls } from '../../../src/api/processes/shared-polls.js';

/** Polls that the test ends: by a result, or as Temporal does at the deadline. */
function openPolls() {
  const polls: { readonly endsAt: number; resolve(state: string): void; reject(error: Error): void }[] = [];
  const poll = (endsAt: number) =>
    new Promise<string>((resolve, reject) => {
      polls.push({ endsAt, resolve, reject });
    });
  return { polls, poll };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const late = new Error('the deadline is over');
const far = Date.now() + 600_000;

test('callers with the same key share one poll, and those with another key do not', async () => {
  const { polls, poll } = openPolls();
  const pollFor = createSharedPolls<string>();
  const waits = Array.from({ length: 200 }, () => pollFor('one', far, poll));
  const other = pollFor('other', far, poll);
  expect(polls).toHaveLength(2);
  polls[0]?.resolve('accepted');
  polls[1]?.resolve('rejected');
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['accepted']));
  expect(await other).toBe('rejected');
});

test('a caller gives up at its own deadline, and one with a longer deadline gets its answer', async () => {
  const { polls, poll } = openPolls();
  const pollFor = createSharedPolls<string>();
  const short = Date.now() + 20;
  const first = pollFor('one', short, poll);
  const second = pollFor('one', far, poll);
  expect(await first).toBeUndefined();
  polls[0]?.reject(late);
  await nextTurn();
  expect(polls.map(({ endsAt }) => endsAt)).toEqual([short, far]);
  polls[1]?.resolve('accepted');
  expect(await second).toBe('accepted');
});

test('the poll ends at the longest deadline, and the next caller begins another one', async () => {
  const { polls, poll } = openPolls();
  const pollFor = createSharedPolls<string>();
  const first = pollFor('one', far, poll);
  const second = pollFor('one', far - 1, poll);
  polls[0]?.reject(late);
  await expect(first).rejects.toBe(late);
  await expect(second).rejects.toBe(late);
  const third = pollFor('one', far, poll);
  expect(polls).toHaveLength(2);
  polls[1]?.resolve('accepted');
  expect(await third).toBe('accepted');
});

test('nobody hears of a poll that fails after all callers gave up', async () => {
  const { polls, poll } = openPolls();
  const pollFor = createSharedPolls<string>();
  expect(await pollFor('one', Date.now() + 1, poll)).toBeUndefined();
  polls[0]?.reject(late);
  await nextTurn();
  expect(polls).toHaveLength(1);
});

/** What one key may hold of something limited, and what is always left for the next one. */
import { createFairSemaphore } from '../../../src/shared/fair-semaphore.js';

test('one alone gets three quarters; what it gives back is free again', () => {
  const semaphore = createFairSemaphore<string>(1000);
  expect(semaphore.tryAcquire('a', 750)).toBe(true);
  expect(semaphore.tryAcquire('a', 1)).toBe(false);
  semaphore.release('a', 750);
  expect(semaphore.inUse).toBe(0);
  expect(semaphore.tryAcquire('a', 750)).toBe(true);
});

test('a newcomer gets a place although another holds all it may', () => {
  const semaphore = createFairSemaphore<string>(1000);
  while (semaphore.tryAcquire('hog', 1));
  expect(semaphore.tryAcquire('newcomer', 100)).toBe(true);
  expect(semaphore.tryAcquire('hog', 1)).toBe(false);
});

test('never hands out more than there is, however many come', () => {
  const semaphore = createFairSemaphore<number>(100);
  for (let key = 0; key < 1000; key += 1) while (semaphore.tryAcquire(key, 1));
  expect(semaphore.inUse).toBeLessThanOrEqual(100);
  expect(semaphore.inUse).toBeGreaterThan(95);
});

test('distinguishes a key that holds too much from a newcomer that finds no room', () => {
  const semaphore = createFairSemaphore<number>(100);
  for (let key = 0; key < 20; key += 1) while (semaphore.tryAcquire(key, 1));
  expect(semaphore.tryAcquire(0, 2)).toBe(false);
  expect(semaphore.usesAverage(0)).toBe(true);
  expect(semaphore.tryAcquire(99, 40)).toBe(false);
  expect(semaphore.usesAverage(99)).toBe(false);
});

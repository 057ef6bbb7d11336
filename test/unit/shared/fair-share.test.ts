/** What one key may hold of something limited, and what is always left for the next one. */
import { createFairShare } from '../../../src/shared/fair-share.js';

test('one alone gets three quarters; what it gives back is free again', () => {
  const share = createFairShare<string>(1000);
  expect(share.take('a', 750)).toBe(true);
  expect(share.take('a', 1)).toBe(false);
  share.giveBack('a', 750);
  expect(share.held).toBe(0);
  expect(share.take('a', 750)).toBe(true);
});

test('a newcomer gets a place although another holds all it may', () => {
  const share = createFairShare<string>(1000);
  while (share.take('hog', 1));
  expect(share.take('newcomer', 100)).toBe(true);
  expect(share.take('hog', 1)).toBe(false);
});

test('never hands out more than there is, however many come', () => {
  const share = createFairShare<number>(100);
  for (let key = 0; key < 1000; key += 1) while (share.take(key, 1));
  expect(share.held).toBeLessThanOrEqual(100);
  expect(share.held).toBeGreaterThan(95);
});

test('distinguishes a key that holds too much from a newcomer that finds no room', () => {
  const share = createFairShare<number>(100);
  for (let key = 0; key < 20; key += 1) while (share.take(key, 1));
  expect(share.take(0, 2)).toBe(false);
  expect(share.holdsItsPart(0)).toBe(true);
  expect(share.take(99, 40)).toBe(false);
  expect(share.holdsItsPart(99)).toBe(false);
});

/** Each receiver has few places in a worker, so a slow one leaves the slots to the others. */
import { createReceiverPlaces } from '../../../../src/activities/buyers/receiver-places.js';

test('a receiver has four places, and a place that was given back is free', () => {
  const places = createReceiverPlaces();
  const take = (rnc: string) => places.take('production', rnc);
  const taken = [1, 2, 3, 4].map(() => take('131880681'));
  expect(taken).not.toContain(undefined);
  expect(take('131880681')).toBeUndefined();
  expect(take('101000001')).toBeDefined();
  expect(places.take('pre-certification', '131880681')).toBeDefined();
  taken[0]?.();
  expect(take('131880681')).toBeDefined();
  expect(take('131880681')).toBeUndefined();
});

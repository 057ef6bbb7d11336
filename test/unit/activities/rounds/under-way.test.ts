/** What a round has begun and does not wait for. */
import { createUnderWay } from '../../../../src/activities/rounds/under-way.js';

/** Works that end when the test says so. */
function openWorks() {
  const ends = new Map<string, () => void>();
  const work = (id: string) => () => new Promise<void>((resolve) => ends.set(id, resolve));
  return { work, end: (id: string) => ends.get(id)?.() };
}

test('works that are under way take room, and a company has its share of it', async () => {
  const underWay = createUnderWay({ most: 3, mostOfCompany: 2 });
  const { work, end } = openWorks();
  underWay.begin('a', 1, work('a'));
  expect(underWay.fullCompanies()).toEqual([]);
  underWay.begin('b', 1, work('b'));
  underWay.begin('c', 2, work('c'));
  expect({ room: underWay.room(), full: underWay.fullCompanies() }).toEqual({ room: 0, full: [1] });
  expect([underWay.has('a'), underWay.has('d')]).toEqual([true, false]);
  end('a');
  await underWay.oneEnded(60_000, new AbortController().signal);
  expect({ room: underWay.room(), full: underWay.fullCompanies() }).toEqual({ room: 1, full: [] });
  expect(underWay.has('a')).toBe(false);
  end('b');
  end('c');
  await underWay.ended();
  expect(underWay.room()).toBe(3);
});

test('the wait for one of them ends when the worker stops, and after its limit', async () => {
  const underWay = createUnderWay({ most: 3, mostOfCompany: 2 });
  const { work, end } = openWorks();
  underWay.begin('a', 1, work('a'));
  const stopping = new AbortController();
  const waits = underWay.oneEnded(60_000, stopping.signal);
  stopping.abort();
  await waits;
  await underWay.oneEnded(1, new AbortController().signal);
  expect(underWay.has('a')).toBe(true);
  end('a');
  await underWay.ended();
});

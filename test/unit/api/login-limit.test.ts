/** After too many failures a try is refused again without reading the ledger, because somebody who guesses tries again at once. */
import { jest } from '@jest/globals';
import { createLoginLimit } from '../../../src/api/auth/login-limit.js';

const tried = (network: string) => ({
  usuario: 'integracion',
  rnc: '999999992',
  client: { network, shared: false },
});

/** A ledger where this user has so many failures, and an account of its reads. */
function ledgerWith(failures: number) {
  const reads: (readonly string[])[] = [];
  const store = {
    counted: (ids: readonly string[]) => {
      reads.push(ids);
      // The first two say whether the user logged in here before.
      return Promise.resolve(ids.map((_, index) => (index < 2 ? 0 : failures)));
    },
    count: () => Promise.resolve(0),
  };
  const limits = { userFailuresMax: 10, addressFailuresMax: 0, everywhereFailuresMax: 0 };
  let now = new Date('2026-11-23T12:00:00Z');
  const limit = createLoginLimit(store, limits, () => now);
  return { reads, limit, setNow: (at: string) => (now = new Date(at)) };
}
const check = jest.fn(() => Promise.resolve('user'));
beforeEach(() => check.mockClear());

test('after the limit every login gets the same refusal, and its password is not checked', async () => {
  const { reads, limit } = ledgerWith(10);
  const refused = { code: 'TOO_MANY_REQUESTS', detail: { retryAfterSeconds: 15 * 60 } };
  const guess = () => expect(limit.guard(tried('203.0.113.1'), check)).rejects.toMatchObject(refused);
  await guess();
  await Promise.all([guess(), guess()]);
  expect(reads).toHaveLength(1);
  expect(check).not.toHaveBeenCalled();
});

test('another network has a count of its own', async () => {
  const { reads, limit } = ledgerWith(10);
  for (const network of ['203.0.113.1', '203.0.113.2'])
    await expect(limit.guard(tried(network), check)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(reads).toHaveLength(2);
});

test('after the quarter of an hour the ledger is asked again', async () => {
  const { reads, limit, setNow } = ledgerWith(10);
  await expect(limit.guard(tried('203.0.113.1'), check)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  setNow('2026-11-23T12:15:00Z');
  await expect(limit.guard(tried('203.0.113.1'), check)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(reads).toHaveLength(2);
});

/**
 * After too many failures a try is refused again without reading the ledger, because somebody who guesses tries again at once. After too many
 * passwords of one company the next ones are checked with a low priority.
 */
import { jest } from '@jest/globals';
import { createLoginLimit } from '../../../src/api/session/login-limit.js';
import { triedBy } from '../../../src/api/session/web/login-parts.js';

const tried = (network: string) => ({
  usuario: 'integracion',
  rnc: '999999992',
  owner: '999999992',
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

describe('passwords', () => {
  /** Counts as the ledger does. `writes`: the counters in the order of their writes. */
  function countingLimit() {
    const counts = new Map<string, number>();
    const writes: string[] = [];
    const store = {
      counted: (ids: readonly string[]) => Promise.resolve(ids.map((id) => counts.get(id) ?? 0)),
      count: (id: string, by: number) => {
        writes.push(id);
        counts.set(id, (counts.get(id) ?? 0) + by);
        return Promise.resolve(counts.get(id) ?? 0);
      },
    };
    let now = new Date('2026-11-23T12:00:00Z');
    const off = { userFailuresMax: 0, addressFailuresMax: 0, everywhereFailuresMax: 0 };
    const limit = createLoginLimit(store, off, () => now);
    /** @returns whether the password was checked at the priority of the process */
    const login = async (usuario: string, owner: string) => {
      let wasQuick = false;
      await limit.guard({ ...tried('203.0.113.1'), usuario, owner, rnc: owner }, (quick) => {
        wasQuick = quick;
        return Promise.resolve('user');
      });
      return wasQuick;
    };
    return { limit, login, writes, setNow: (at: string) => (now = new Date(at)) };
  }

  test('are quick where the user logged in before, until its company logs in too often', async () => {
    const { login, setNow } = countingLimit();
    // Its users count together.
    const users = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    for (const user of users) expect(await login(user, '1')).toBe(false);
    for (const user of [...users, ...users]) expect(await login(user, '1')).toBe(true);
    expect(await login('user-1', '1')).toBe(false);
    await login('user-1', '2');
    expect(await login('user-1', '2')).toBe(true);
    setNow('2026-11-23T12:15:00Z');
    expect(await login('user-1', '1')).toBe(true);
  });

  test('stay quick, however many codes of the second factor the person gives', async () => {
    const { limit } = countingLimit();
    const { client } = tried('203.0.113.1');
    const give = (kind: 'password' | 'code') =>
      limit.guard(triedBy('ana@demo.example', kind, client), (quick) =>
        Promise.resolve(quick ? 'quick' : 'slow'),
      );
    expect(await give('password')).toBe('slow');
    for (let code = 0; code < 101; code += 1) await give('code');
    expect(await give('password')).toBe('quick');
  });

  test('are counted while they are checked, so a right one waits for no write', async () => {
    const { limit, login, writes } = countingLimit();
    await login('user-1', '1');
    writes.length = 0;
    const asked = { ...tried('203.0.113.1'), usuario: 'user-1', owner: '1', rnc: '1' };
    let during: readonly string[] = [];
    await limit.guard(asked, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      during = [...writes];
      return 'user';
    });
    expect(during).toEqual([expect.stringMatching(/^login-often:/)]);
    expect(writes).toEqual(during);
  });
});

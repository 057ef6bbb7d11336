/** Limits on the calls of one company and on failed logins. They apply over all api processes, and only for a time. */
import type { LimitsConfig } from '../../src/api/deps.js';
import { LedgerUnavailableError } from '../../src/ledger/unavailable.js';
import { FakeStore } from '../api/fake-store.js';
import { clave, startApi, voucher, type Api, type ApiChange } from '../api/harness.js';
import { versions } from '../harness/http/versions.js';

const started: Api[] = [];
const start = async (change: ApiChange): Promise<Api> => {
  const api = await startApi({}, change);
  started.push(api);
  return api;
};
afterEach(() => Promise.all(started.splice(0).map((api) => api.close())));

const good = { usuario: 'integracion', clave, rnc: '999999992' };
const bad = { ...good, clave: 'otra' };
const validate = '/api/v2/dgii-ecf/validate';

/** Adds users u0, u1 … whose passwords are cheap to check. A try with an unknown name takes 0.2 s of the processor. */
function addUsers({ store }: Api, count: number): void {
  const known = store.users[0]!;
  store.users.push(...Array.from({ length: count }, (_, i) => ({ ...known, usuario: `u${i}` })));
}

/** Two api processes on one ledger, with the same clock time. */
async function two(change: Partial<LimitsConfig>): Promise<readonly [Api, Api]> {
  const store = new FakeStore();
  const pair = [await start({ ...change, store }), await start({ ...change, store })] as const;
  pair[1].nowMs = pair[0].nowMs;
  return pair;
}

describe.each(versions)('failed logins, $version', ({ login }) => {
  const failing = (api: Api, change: object = {}) => api.call('POST', login, { body: { ...bad, ...change } });

  test('at the limit all processes refuse logins, even with the right password, and give the seconds to wait', async () => {
    const [first, second] = await two({ userFailuresMax: 3, addressFailuresMax: 0 });
    for (const api of [first, second, first]) expect((await failing(api)).status).toBe(401);
    for (const body of [bad, good]) {
      const answer = await second.call('POST', login, { body });
      expect([answer.status, answer.body.data.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      const seconds = Number(answer.headers['retry-after']);
      expect(seconds > 0 && seconds <= 15 * 60).toBe(true);
      second.nowMs += seconds * 1000;
      expect((await second.call('POST', login, { body: good })).status).toBe(200);
      second.nowMs -= seconds * 1000;
    }
  });

  test('of one user do not count for another user, or for the same name in another company', async () => {
    const api = await start({ userFailuresMax: 1, addressFailuresMax: 0 });
    await failing(api);
    expect((await failing(api)).status).toBe(429);
    expect((await failing(api, { rnc: '999999982' })).status).toBe(401);
    expect((await failing(api, { usuario: 'otro' })).status).toBe(401);
  });

  test('of an unknown user count like those of a known user', async () => {
    const api = await start({ userFailuresMax: 2, addressFailuresMax: 0 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await failing(api, { usuario: 'nadie' })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  test('of many users from one address have a limit too', async () => {
    const api = await start({ userFailuresMax: 0, addressFailuresMax: 3 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await failing(api, { usuario: `u${i}` })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test('in a burst stay within the limit', async () => {
    const api = await start({ userFailuresMax: 3, addressFailuresMax: 0 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => failing(api)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });

  test('do not include successes: a client may log in before each call', async () => {
    const api = await start({ userFailuresMax: 2, addressFailuresMax: 2 });
    for (let i = 0; i < 4; i++) expect((await api.call('POST', login, { body: good })).status).toBe(200);
    expect([...api.store.counters.keys()].filter((id) => id.startsWith('login:'))).toEqual([]);
  });

  test('are counted without user names', async () => {
    const api = await start({});
    await failing(api);
    await api.call('POST', login, { body: good });
    // From here on the place is known, so the password is checked quickly, and that is counted too.
    await api.call('POST', login, { body: good });
    expect(api.store.counters.size).toBe(5);
    expect([...api.store.counters.keys()].join()).not.toMatch(/integracion|999999992|127\.0\.0\.1/);
  });

  test.each<{ name: string; trustProxy: ApiChange['trustProxy']; forwarded: readonly string[] }>([
    { name: 'forged', trustProxy: false, forwarded: ['203.0.113.1', '203.0.113.2', '203.0.113.3'] },
    {
      name: 'forged entries before the one that the proxy adds',
      trustProxy: ['loopback'],
      forwarded: ['203.0.113.1, 198.51.100.7', '203.0.113.2, 198.51.100.7', '198.51.100.7'],
    },
    {
      name: 'forged entries, with the proxy declared by number',
      trustProxy: 1,
      forwarded: ['203.0.113.1, 198.51.100.7', '203.0.113.2,198.51.100.7', '198.51.100.7'],
    },
    {
      name: 'different ports',
      trustProxy: ['127.0.0.0/8'],
      forwarded: ['198.51.100.7:1', '198.51.100.7:2', '198.51.100.7'],
    },
    {
      name: 'spellings of one IPv4 address',
      trustProxy: ['loopback'],
      forwarded: ['198.51.100.7', '::ffff:198.51.100.7', '[::FFFF:c633:6407]:9'],
    },
    {
      name: 'addresses of one /64',
      trustProxy: ['loopback'],
      forwarded: ['2001:db8:1:2::1', '[2001:db8:1:2:ffff::]:443', '2001:0DB8:0001:0002:a:b:c:d'],
    },
    { name: 'nonsense', trustProxy: ['loopback'], forwarded: ['x', '1.2.3', 'unknown'] },
  ])('X-Forwarded-For does not give more tries: $name', async ({ trustProxy, forwarded }) => {
    const api = await start({ ...(trustProxy !== undefined && { trustProxy }), userFailuresMax: 2 });
    const statuses: number[] = [];
    for (const address of forwarded) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await api.call('POST', login, { body: bad, headers })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  const from = (api: Api, address: string, body: object) =>
    api.call('POST', login, { body, headers: { 'x-forwarded-for': address } }).then(({ status }) => status);

  test('of clients behind a declared proxy are limited for each client', async () => {
    const api = await start({ trustProxy: ['loopback'], userFailuresMax: 1, addressFailuresMax: 1 });
    expect(await from(api, '203.0.113.1', bad)).toBe(401);
    expect(await from(api, '203.0.113.1', good)).toBe(429);
    expect(await from(api, '203.0.113.2', good)).toBe(200);
  });

  test('of one user behind an undeclared proxy do not lock out others; one warning names TRUST_PROXY', async () => {
    const api = await start({ userFailuresMax: 2, addressFailuresMax: 3 });
    addUsers(api, 10);
    for (let i = 0; i < 10; i++)
      expect(await from(api, '203.0.113.1', { ...bad, usuario: `u${i}` })).toBe(401);
    expect(await from(api, '203.0.113.2', good)).toBe(200);
    const warnings = api.log.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ line }) => line['message'])).toEqual([expect.stringContaining('TRUST_PROXY')]);
  });

  test('of all clients of an undeclared proxy have one common limit', async () => {
    const api = await start({ addressFailuresMax: 1 });
    addUsers(api, 21);
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push(await from(api, '203.0.113.1', { ...bad, usuario: `u${i}` }));
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  test('of one user from many addresses lock out new addresses, but not one where it logged in before', async () => {
    const api = await start({ trustProxy: ['loopback'], userFailuresMax: 2, everywhereFailuresMax: 3 });
    expect(await from(api, '203.0.113.9', good)).toBe(200);
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      expect(await from(api, address, bad)).toBe(401);
    expect([await from(api, '203.0.113.4', bad), await from(api, '203.0.113.4', good)]).toEqual([429, 429]);
    expect(await from(api, '203.0.113.9', good)).toBe(200);
    // That address still has its own limit.
    expect([await from(api, '203.0.113.9', bad), await from(api, '203.0.113.9', bad)]).toEqual([401, 401]);
    expect(await from(api, '203.0.113.9', good)).toBe(429);
    // Other users, and the same name in another company, are not affected.
    expect(await from(api, '203.0.113.4', { ...good, rnc: '999999982' })).toBe(200);
  });

  test('from one address do not lock out a user that logged in there before', async () => {
    const api = await start({ addressFailuresMax: 2 });
    expect((await api.call('POST', login, { body: good })).status).toBe(200);
    for (const usuario of ['u1', 'u2']) expect((await failing(api, { usuario })).status).toBe(401);
    expect((await api.call('POST', login, { body: { ...good, rnc: '999999982' } })).status).toBe(429);
    expect((await api.call('POST', login, { body: good })).status).toBe(200);
  });

  test.each([
    { days: 29, status: 200 },
    { days: 61, status: 429 },
  ])('an address is remembered for 30 to 60 days: $days days later → $status', async ({ days, status }) => {
    const api = await start({ trustProxy: ['loopback'], everywhereFailuresMax: 1 });
    expect(await from(api, '203.0.113.9', good)).toBe(200);
    api.nowMs += days * 86_400_000;
    expect(await from(api, '203.0.113.1', bad)).toBe(401);
    expect(await from(api, '203.0.113.9', good)).toBe(status);
  });
});

describe('calls of a company', () => {
  const call = (api: Api, companyId = 1) =>
    api.call('POST', validate, { token: api.tokenOf(companyId), body: voucher() });
  const statusesOf = (answers: readonly { status: number }[]) => {
    const passed = answers.filter(({ status }) => status === 200).length;
    return { passed, refused: answers.filter(({ status }) => status === 429).length };
  };

  test('beyond the common limit of all processes are refused until the window ends', async () => {
    const [first, second] = await two({ callsPerMinute: 120 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => call(i % 2 === 0 ? first : second)),
    );
    expect(statusesOf(answers)).toEqual({ passed: 20, refused: 20 });
    const { status, headers, body } = await call(first);
    expect([status, body.data.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const seconds = Number(headers['retry-after']);
    expect(seconds > 0 && seconds <= 10).toBe(true);
    expect((await call(first, 2)).status).toBe(200);
    first.nowMs += seconds * 1000;
    expect((await call(first)).status).toBe(200);
  });

  test('share one request to the ledger, and need no request once the limit is reached', async () => {
    const api = await start({ callsPerMinute: 6_000 });
    let asked = 0;
    const count = api.store.count.bind(api.store);
    api.store.count = (id, by) => {
      asked++;
      return count(id, by);
    };
    for (let i = 0; i < 50; i++) expect((await call(api)).status).toBe(200);
    expect(asked).toBeLessThanOrEqual(2);
    api.store.counters.forEach((_, id) => api.store.counters.set(id, 1_000));
    let refused = 0;
    for (let i = 0; i < 200 && refused < 20; i++) if ((await call(api)).status === 429) refused++;
    expect([refused, asked <= 4]).toEqual([20, true]);
  });

  test('are not refused when they cannot be counted', async () => {
    const api = await start({ callsPerMinute: 60 });
    api.store.count = () => Promise.reject(new LedgerUnavailableError());
    for (let i = 0; i < 15; i++) expect((await call(api)).status).toBe(200);
  });

  test('with a bad token count for no company', async () => {
    const api = await start({ callsPerMinute: 6 });
    for (let i = 0; i < 5; i++)
      expect((await api.call('POST', validate, { token: 'x', body: voucher() })).status).toBe(401);
    expect((await call(api)).status).toBe(200);
  });
});

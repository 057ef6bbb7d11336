/** Tells the simulator what to do wrong, and tells it again after a restart, which makes it forget. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** Longer than the simulator is down in any round. */
const limitMs = 120_000;
const pauseMs = 100;

const wellBehaved = {
  faults: [],
  plan: null,
  resultDelayMs: 0,
  resultPolls: 0,
  maintenance: [],
  tokenSeconds: 3_600,
};

const verdicts = {
  'rejected-free': { outcome: 'rejected', secuenciaUtilizada: false },
  'rejected-spent': { outcome: 'rejected', secuenciaUtilizada: true },
  conditional: { outcome: 'conditionally-accepted' },
};

/** @param {string} url of the simulator */
export function createDgiiDesk(url) {
  let round = wellBehaved;
  const ordered = new Map();
  /** What rounds had to see, by action. */
  const ensured = new Map();
  /** Requests that each fault met, in the simulator's lives before this one. */
  const before = new Map();
  let now = {};
  const orders = () => ({
    rejectEncfs: Array.from(ordered.values(), ({ order, ...about }) => ({ ...about, ...verdicts[order] })),
  });

  return {
    /** What the plan has for a round, and of the rounds before it what met nobody yet. */
    async begin({ maintenanceMs, faults, ...settings }) {
      await look();
      for (const fault of faults) ensured.set(fault.action, fault);
      const from = Date.now();
      const window = { from: new Date(from).toISOString(), to: new Date(from + maintenanceMs).toISOString() };
      const unmet = [...ensured.values()].filter(({ action }) => met(action) === 0);
      round = {
        ...{ ...wellBehaved, ...settings },
        faults: [...unmet, ...faults.filter((fault) => !unmet.includes(fault))],
        maintenance: maintenanceMs === 0 ? [] : [window],
      };
      await put(round);
    },
    /** Before a restart, which makes it forget what it counted. */
    async count() {
      await look();
      for (const [action, times] of Object.entries(now))
        before.set(action, (before.get(action) ?? 0) + times);
      now = {};
    },
    /** How many requests each fault met, by action. */
    async met() {
      await look();
      return Object.fromEntries(
        [...new Set([...ensured.keys(), ...before.keys(), ...Object.keys(now)])]
          .sort()
          .map((action) => [action, met(action)]),
      );
    },
    async wellAgain() {
      round = wellBehaved;
      await put(round);
    },
    /** Also what was ordered before it forgot. */
    tellAgain: () => put({ ...round, ...orders() }),
    /** Of one issuer's voucher: the number alone may be another's as well. */
    async set(rnc, encf, order) {
      ordered.set(`${rnc}:${encf}`, { rnc, encf, order });
      await put(orders());
    },
    async clear(rnc, encf) {
      ordered.delete(`${rnc}:${encf}`);
      await put(orders());
    },
  };

  function met(action) {
    return (before.get(action) ?? 0) + (now[action] ?? 0);
  }

  async function look() {
    now = (await ask('counts')).faults;
  }

  async function put(settings) {
    await ask('settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
  }

  /** Again and again, until the simulator is there. */
  async function ask(path, options) {
    const end = Date.now() + limitMs;
    for (;;) {
      const { status, text } = await request(`${url}/_simulator/${path}`, options).then(
        async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }),
        (error) => ({ text: String(error) }),
      );
      if (status === 200) return JSON.parse(text);
      // Our own mistake: trying again would not help.
      if (status === 400 || Date.now() > end) throw new Error(`The simulator, asked for ${path}: ${text}`);
      await sleep(pauseMs);
    }
  }
}

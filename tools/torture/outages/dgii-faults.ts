/** Gives the simulator its faults, and gives them again after a restart, because the simulator then forgets them. */
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
  /** The faults that rounds must meet, by action. */
  const ensured = new Map();
  /** Requests that each fault met before the simulator's last restart. */
  const before = new Map();
  let now = {};
  const orders = () => ({
    rejectEncfs: Array.from(ordered.values(), ({ order, ...about }) => ({ ...about, ...verdicts[order] })),
  });

  return {
    /** Sets the plan's faults for a round, and those of earlier rounds that no request has met yet. */
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
    /** Saves the simulator's counts before a restart, which resets them. */
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
    /** Also repeats the orders from before the restart. */
    tellAgain: () => put({ ...round, ...orders() }),
    /** The RNC is needed too: another issuer may use the same number. */
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

  /** Retries until the simulator answers. */
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

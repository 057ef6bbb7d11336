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
  const orders = () => ({
    rejectEncfs: Array.from(ordered, ([encf, order]) => ({ encf, ...verdicts[order] })),
  });

  return {
    /** What the plan has for a round. */
    async begin({ maintenanceMs, ...settings }) {
      const now = Date.now();
      const window = { from: new Date(now).toISOString(), to: new Date(now + maintenanceMs).toISOString() };
      round = { ...wellBehaved, ...settings, maintenance: maintenanceMs === 0 ? [] : [window] };
      await put(round);
    },
    async wellAgain() {
      round = wellBehaved;
      await put(round);
    },
    /** Also what was ordered before it forgot. */
    tellAgain: () => put({ ...round, ...orders() }),
    async set(encf, order) {
      ordered.set(encf, order);
      await put(orders());
    },
    async clear(encf) {
      ordered.delete(encf);
      await put(orders());
    },
  };

  async function put(settings) {
    const end = Date.now() + limitMs;
    for (;;) {
      const answer = await tryPut(settings);
      if (answer === 'done') return;
      if (Date.now() > end) throw new Error(`The simulator did not take its settings: ${answer}`);
      await sleep(pauseMs);
    }
  }

  async function tryPut(settings) {
    try {
      const response = await request(`${url}/_simulator/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      });
      const text = await response.body.text();
      if (response.statusCode === 400) throw new SettingsError(text);
      return response.statusCode === 200 ? 'done' : text;
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      return String(error);
    }
  }
}

/** Our own mistake: trying again would not help. */
class SettingsError extends Error {}

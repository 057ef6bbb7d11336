/** Gives the simulator its faults, and gives them again after a restart, because the simulator then forgets them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Fault } from '../../simulator/faults.js';
import type { Settings } from '../../simulator/settings.js';
import type { OrderedVerdict } from '../../simulator/settings.js';
import type { PlannedBuyer } from '../plan/buyer-plan.js';
import { busiestService, type DgiiPlan } from '../plan/dgii-plan.js';
import type { OrderedOutcome } from '../plan/voucher-plan.js';

/** Longer than the simulator is down in any round. */
const limitMs = 120_000;
const pauseMs = 100;

/** A buyer's absent members have their defaults. */
type Changes = Partial<Omit<Settings, 'buyers'>> & { readonly buyers?: readonly PlannedBuyer[] };

const wellBehaved: Changes = {
  faults: [],
  plan: null,
  resultDelayMs: 0,
  resultPolls: 0,
  maintenance: [],
  tokenSeconds: 3_600,
};

const verdicts: Readonly<Record<OrderedOutcome, Omit<OrderedVerdict, 'encf' | 'rnc'>>> = {
  'rejected-free': { outcome: 'rejected', secuenciaUtilizada: false },
  'rejected-spent': { outcome: 'rejected', secuenciaUtilizada: true },
  conditional: { outcome: 'conditionally-accepted' },
};

type FaultCounts = Readonly<Record<string, number>>;

export type DgiiFaults = ReturnType<typeof createDgiiFaults>;

export function createDgiiFaults(url: string, buyers: readonly PlannedBuyer[] = []) {
  let round: Changes = { ...wellBehaved, buyers };
  const ordered = new Map<string, OrderedVerdict>();
  const ensured = new Map<string, Fault>();
  /** Counts up to the simulator's last restart, and since then. */
  const before = new Map<string, number>();
  let now: FaultCounts = {};
  const orders = () => ({ rejectEncfs: [...ordered.values()] });
  const met = (action: string) => (before.get(action) ?? 0) + (now[action] ?? 0);

  return {
    /**
     * Faults of earlier rounds that no request has met yet are set again, for the service that is called most often.
     */
    async begin({ maintenanceMs, faults, ...settings }: DgiiPlan): Promise<void> {
      await readCounts();
      for (const fault of faults) ensured.set(fault.action, fault);
      const unmet = [...ensured.values()].filter(({ action }) => met(action) === 0);
      round = {
        ...wellBehaved,
        ...settings,
        buyers,
        faults: [
          ...unmet.flatMap((fault) => (faults.includes(fault) ? fault : withBusiest(fault))),
          ...faults.filter((fault) => !unmet.includes(fault)),
        ],
        maintenance: maintenanceMs === 0 ? [] : [windowOf(maintenanceMs)],
      };
      await change(round);
    },
    /** Saves the simulator's counts before a restart, which resets them. */
    async saveCounts(): Promise<void> {
      await readCounts();
      for (const [action, times] of Object.entries(now))
        before.set(action, (before.get(action) ?? 0) + times);
      now = {};
    },
    /** Repeats faults and orders after a restart. */
    repeatSettings: () => change({ ...round, ...orders() }),
    async counts(): Promise<FaultCounts> {
      await readCounts();
      const actions = new Set([...ensured.keys(), ...before.keys(), ...Object.keys(now)]);
      return Object.fromEntries([...actions].sort().map((action) => [action, met(action)]));
    },
    async end(): Promise<void> {
      round = { ...wellBehaved, buyers };
      await change(round);
    },
    /** The RNC is needed too: another issuer may use the same number. */
    async order(rnc: string, encf: string, outcome: OrderedOutcome): Promise<void> {
      ordered.set(`${rnc}:${encf}`, { rnc, encf, ...verdicts[outcome] });
      await change(orders());
    },
    /** DGII has given this verdict. The simulator learns it with the next order. */
    forgetOrder: (rnc: string, encf: string) => void ordered.delete(`${rnc}:${encf}`),
    async cancelOrder(rnc: string, encf: string): Promise<void> {
      ordered.delete(`${rnc}:${encf}`);
      await change(orders());
    },
  };

  async function readCounts(): Promise<void> {
    const counts = JSON.parse(await ask('counts')) as { readonly faults: FaultCounts };
    now = counts.faults;
  }

  async function change(settings: Changes): Promise<void> {
    await ask('settings', settings);
  }

  async function ask(path: 'counts' | 'settings', settings?: Changes): Promise<string> {
    const end = Date.now() + limitMs;
    for (;;) {
      const { status, text } = await askOnce(`${url}/_simulator/${path}`, settings);
      if (status === 200) return text;
      // The fault is in this program, so another try would fail too.
      if (status === 400 || Date.now() > end) throw new Error(`The simulator, asked for ${path}: ${text}`);
      await sleep(pauseMs);
    }
  }
}

function withBusiest(fault: Fault): Fault[] {
  const service = busiestService(fault.action);
  return service === undefined || service === fault.service ? [fault] : [fault, { ...fault, service }];
}

async function askOnce(url: string, settings: Changes | undefined) {
  const change = {
    method: 'PUT' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  };
  try {
    const { statusCode, body } = await request(url, settings === undefined ? {} : change);
    return { status: statusCode, text: await body.text() };
  } catch (error) {
    return { status: undefined, text: String(error) };
  }
}

function windowOf(ms: number) {
  const from = Date.now();
  return { from: new Date(from).toISOString(), to: new Date(from + ms).toISOString() };
}

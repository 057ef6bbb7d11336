/** What a test asks the simulator to do wrong, and how long its judgement takes. Settable while it runs. */
import type { OrderedVerdict } from './judge.js';
import { serviceNames, type ServiceName } from './services.js';

/**
 * `accept-then-drop`: handled and recorded, then the connection is cut without an answer. `drop-before-reading`: cut at
 * once, nothing is received. `hold`: handled, the answer waits for `POST /_simulator/release`. `slow`: handled, the answer
 * comes after `slowMs`. The others answer so and handle nothing.
 */
export const faultActions = [
  'accept-then-drop',
  'drop-before-reading',
  'hold',
  'slow',
  'status-500',
  'status-503-html',
  'bare-400-html',
  'unauthorized',
] as const;

export type FaultAction = (typeof faultActions)[number];

export interface Fault {
  readonly service: ServiceName;
  readonly action: FaultAction;
  /** How many requests it meets. */
  readonly times: number;
  readonly slowMs?: number;
  /** Only requests about this e-NCF; not with `drop-before-reading`, which happens before the e-NCF is known. */
  readonly encf?: string;
}

/** How `consultatrackids` says that it knows nothing: sources differ (web services §3.3). */
export const unknownTrackIdsForms = ['empty-array', 'no-encontrado'] as const;

export interface Settings {
  readonly resultDelayMs: number;
  readonly faults: readonly Fault[];
  readonly rejectEncfs: readonly OrderedVerdict[];
  readonly unknownTrackIds: (typeof unknownTrackIdsForms)[number];
}

/** Longer waits are no test any more. */
export const delayMsMax = 24 * 60 * 60 * 1000;
const slowMsMax = 120_000;
export const slowMsDefault = 10_000;
const faultsMax = 1000;
const timesMax = 1_000_000;

export interface SettingsHolder {
  readonly current: Settings;
  /** Members given replace the present ones. @returns the fault of the change, and changes nothing then. */
  change(body: unknown): string | undefined;
  /** Uses up one of the faults that meet this request, the first one set; undefined when there is none. */
  take(service: ServiceName, moment: 'before-reading' | 'after-reading', encf?: string): Fault | undefined;
}

export function createSettings(initial: Pick<Settings, 'resultDelayMs'>): SettingsHolder {
  let current: Settings = { ...initial, faults: [], rejectEncfs: [], unknownTrackIds: 'empty-array' };
  let left = new Map<Fault, number>();

  return {
    get current() {
      return current;
    },
    change(body) {
      const read = readSettings(body);
      if (typeof read === 'string') return read;
      current = { ...current, ...read };
      if (read.faults !== undefined) left = new Map(read.faults.map((fault) => [fault, fault.times]));
      return undefined;
    },
    take(service, moment, encf) {
      for (const [fault, times] of left) {
        if (fault.service !== service || times <= 0) continue;
        if ((fault.action === 'drop-before-reading') !== (moment === 'before-reading')) continue;
        if (fault.encf !== undefined && fault.encf !== encf) continue;
        left.set(fault, times - 1);
        return fault;
      }
      return undefined;
    },
  };
}

function readSettings(body: unknown): Partial<Settings> | string {
  if (!isObject(body)) return 'settings must be an object';
  const unknown = Object.keys(body).find(
    (key) => !['resultDelayMs', 'faults', 'rejectEncfs', 'unknownTrackIds'].includes(key),
  );
  if (unknown !== undefined) return `unknown setting: ${unknown}`;
  const { resultDelayMs, faults, rejectEncfs, unknownTrackIds } = body;
  if (resultDelayMs !== undefined && !isCount(resultDelayMs, delayMsMax))
    return 'resultDelayMs must be milliseconds';
  if (unknownTrackIds !== undefined && !unknownTrackIdsForms.some((form) => form === unknownTrackIds))
    return `unknownTrackIds must be one of ${unknownTrackIdsForms.join(', ')}`;
  if (faults !== undefined && !(Array.isArray(faults) && faults.length <= faultsMax))
    return 'faults must be an array';
  const faultError = (faults as unknown[] | undefined)
    ?.map(faultProblem)
    .find((problem) => problem !== undefined);
  if (faultError !== undefined) return faultError;
  if (rejectEncfs !== undefined && !(Array.isArray(rejectEncfs) && rejectEncfs.length <= faultsMax))
    return 'rejectEncfs must be an array';
  const ordered = (rejectEncfs as unknown[] | undefined)?.map(readOrdered);
  if (ordered?.some((one) => one === undefined) === true)
    return 'rejectEncfs holds e-NCFs or objects with encf';
  return {
    ...(resultDelayMs === undefined ? {} : { resultDelayMs }),
    ...(unknownTrackIds === undefined
      ? {}
      : { unknownTrackIds: unknownTrackIds as Settings['unknownTrackIds'] }),
    ...(faults === undefined ? {} : { faults: (faults as Fault[]).map((fault) => ({ ...fault })) }),
    ...(ordered === undefined ? {} : { rejectEncfs: ordered.filter((one) => one !== undefined) }),
  };
}

function faultProblem(fault: unknown): string | undefined {
  if (!isObject(fault)) return 'a fault must be an object';
  const { service, action, times, slowMs, encf } = fault;
  if (!serviceNames.some((name) => name === service)) return `unknown service: ${String(service)}`;
  if (!faultActions.some((name) => name === action)) return `unknown action: ${String(action)}`;
  if (!isCount(times, timesMax)) return 'times must be a count';
  if (slowMs !== undefined && !isCount(slowMs, slowMsMax)) return `slowMs must be at most ${slowMsMax}`;
  if (encf !== undefined && typeof encf !== 'string') return 'encf must be text';
  if (encf !== undefined && action === 'drop-before-reading')
    return 'drop-before-reading cannot know the e-NCF';
  return undefined;
}

function readOrdered(value: unknown): OrderedVerdict | undefined {
  if (typeof value === 'string') return { encf: value };
  if (!isObject(value) || typeof value['encf'] !== 'string') return undefined;
  const { outcome, codigo, valor, secuenciaUtilizada } = value;
  if (outcome !== undefined && outcome !== 'rejected' && outcome !== 'conditionally-accepted')
    return undefined;
  return {
    encf: value['encf'],
    ...(outcome === undefined ? {} : { outcome }),
    ...(typeof codigo === 'number' ? { codigo } : {}),
    ...(typeof valor === 'string' ? { valor } : {}),
    ...(typeof secuenciaUtilizada === 'boolean' ? { secuenciaUtilizada } : {}),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

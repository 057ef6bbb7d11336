/**
 * What DGII does wrong on request: faults listed one by one (`faults`), or drawn from a seed (`plan`) to be repeatable.
 */
import { createHash } from 'node:crypto';
import { serviceNames, type ServiceName } from './http/services.js';
import { approvalTexts, type ApprovalFault } from './services/approval-texts.js';
import { isCount, isObject } from './values.js';

/** Refuses an approval with one of DGII's official texts, and does not record it. */
const approvalFaults = Object.fromEntries(
  (Object.keys(approvalTexts) as ApprovalFault[]).map((action) => [
    action,
    { moment: 'instead', services: ['aprobacion'] } as const,
  ]),
) as Record<ApprovalFault, { readonly moment: 'instead'; readonly services: readonly ['aprobacion'] }>;

/** An action without `services` fits all of them. */
export const faultTable = {
  /** Cuts the connection at once: nothing is received. */
  'drop-before-reading': { moment: 'before-reading' },
  'status-500': { moment: 'instead' },
  'status-503-html': { moment: 'instead' },
  'status-429': { moment: 'instead' },
  'bare-400-html': { moment: 'instead' },
  'status-400-problem': { moment: 'instead' },
  /** Refuses a valid token: 401. */
  unauthorized: { moment: 'instead' },
  /** "Ha ocurrido un error validando…", code 004: no verdict. */
  'transient-004': { moment: 'instead', services: ['recepcionfc', 'resultado', 'consultarfce'] },
  /** Answers as if nothing had arrived yet. */
  'not-found': {
    moment: 'within',
    services: ['resultado', 'trackids', 'estado', 'consultarfce'],
  },
  ...approvalFaults,
  'accept-then-drop': { moment: 'after' },
  'accept-then-500': { moment: 'after' },
  'accept-then-504-html': { moment: 'after' },
  /** Handles the request, sends half of the answer, then cuts the connection. */
  'accept-then-truncate': { moment: 'after' },
  /** Handles the request; the answer waits for `POST /_simulator/release`. */
  hold: { moment: 'after' },
  /** Handles the request; the answer comes after `slowMs`. */
  slow: { moment: 'after' },
  /** Receives the post twice, as when a proxy repeats a request: two trackIds. */
  'receive-twice': { moment: 'within', services: ['recepcion'] },
  'receive-twice-answer-second': { moment: 'within', services: ['recepcion'] },
} as const satisfies Record<string, FaultEntry>;

interface FaultEntry {
  readonly moment: 'before-reading' | 'instead' | 'within' | 'after';
  readonly services?: readonly ServiceName[];
}

export type FaultAction = keyof typeof faultTable;
export const faultActions = Object.keys(faultTable) as readonly FaultAction[];

export interface Fault {
  readonly service: ServiceName;
  readonly action: FaultAction;
  readonly times: number;
  readonly slowMs?: number;
  /** Only requests about this e-NCF. Not possible with `drop-before-reading`, which happens before the e-NCF is known. */
  readonly encf?: string;
}

/** Random faults: with the same seed, request n of a service always gets the same fault. */
export interface Plan {
  readonly seed: number;
  /** Share of requests with a fault, in thousandths: 0 to 1000. */
  readonly perMille: number;
  /** Default: all but `hold`. */
  readonly actions?: readonly FaultAction[];
  /** Default: all. */
  readonly services?: readonly ServiceName[];
  readonly slowMs?: number;
}

const slowMsMax = 120_000;
export const slowMsDefault = 10_000;
const faultsMax = 1000;
const timesMax = 1_000_000;
const thousand = 1000;

export interface FaultDesk {
  setFaults(faults: readonly Fault[]): void;
  setPlan(plan: Plan | null): void;
  /** Call once for each request, before anything else. @returns the fault that the plan has for it. */
  planned(service: ServiceName): Fault | undefined;
  /** Uses up the first listed fault that fits this request; undefined when none fits. */
  take(service: ServiceName, moment: 'before-reading' | 'later', encf?: string): Fault | undefined;
}

export function createFaultDesk(): FaultDesk {
  let left = new Map<Fault, number>();
  let plan: Plan | null = null;
  let counted = new Map<ServiceName, number>();

  return {
    setFaults(faults) {
      left = new Map(faults.map((fault) => [fault, fault.times]));
    },
    setPlan(given) {
      plan = given;
      counted = new Map();
    },
    planned(service) {
      if (plan === null) return undefined;
      const n = counted.get(service) ?? 0;
      counted.set(service, n + 1);
      return drawn(plan, service, n);
    },
    take(service, moment, encf) {
      for (const [fault, times] of left) {
        if (fault.service !== service || times <= 0) continue;
        if ((faultTable[fault.action].moment === 'before-reading') !== (moment === 'before-reading'))
          continue;
        if (fault.encf !== undefined && fault.encf !== encf) continue;
        left.set(fault, times - 1);
        return fault;
      }
      return undefined;
    },
  };
}

/** Pure: the fault depends only on (seed, service, n). */
export function drawn(plan: Plan, service: ServiceName, n: number): Fault | undefined {
  if (plan.services?.includes(service) === false) return undefined;
  const dice = createHash('sha256').update(`${plan.seed}:${service}:${n}`).digest();
  if (dice.readUInt32BE(0) % thousand >= plan.perMille) return undefined;
  const possible = (plan.actions ?? faultActions.filter((action) => action !== 'hold')).filter((action) =>
    fits(action, service),
  );
  const action = possible[dice.readUInt32BE(4) % Math.max(possible.length, 1)];
  if (action === undefined) return undefined;
  const slowMs = dice.readUInt32BE(8) % ((plan.slowMs ?? slowMsDefault) + 1);
  return { service, action, times: 1, slowMs };
}

function fits(action: FaultAction, service: ServiceName): boolean {
  const { services }: FaultEntry = faultTable[action];
  return services === undefined || services.includes(service);
}

/** @returns the faults, or a text that says what is wrong. */
export function readFaults(value: unknown): readonly Fault[] | string {
  if (!Array.isArray(value) || value.length > faultsMax) return 'faults must be an array';
  for (const fault of value as unknown[]) {
    const problem = faultProblem(fault);
    if (problem !== undefined) return problem;
  }
  return (value as Fault[]).map((fault) => ({ ...fault }));
}

function faultProblem(fault: unknown): string | undefined {
  if (!isObject(fault)) return 'a fault must be an object';
  const { service, action, times, slowMs, encf } = fault;
  const named = serviceNames.find((name) => name === service);
  const known = faultActions.find((name) => name === action);
  if (named === undefined) return `unknown service: ${String(service)}`;
  if (known === undefined) return `unknown action: ${String(action)}`;
  if (!fits(known, named)) return `${known} is no fault of ${named}`;
  if (!isCount(times, timesMax)) return 'times must be a count';
  if (slowMs !== undefined && !isCount(slowMs, slowMsMax)) return `slowMs must be at most ${slowMsMax}`;
  if (encf !== undefined && typeof encf !== 'string') return 'encf must be text';
  if (encf !== undefined && known === 'drop-before-reading')
    return 'drop-before-reading cannot know the e-NCF';
  return undefined;
}

/** @returns the plan, or a text that says what is wrong; null ends the present plan. */
export function readPlan(value: unknown): Plan | null | string {
  if (value === null) return null;
  if (!isObject(value)) return 'plan must be an object or null';
  const { seed, perMille, actions, services, slowMs } = value;
  if (!isCount(seed, Number.MAX_SAFE_INTEGER)) return 'plan.seed must be a whole number';
  if (!isCount(perMille, thousand)) return 'plan.perMille must be 0 to 1000';
  if (slowMs !== undefined && !isCount(slowMs, slowMsMax)) return `plan.slowMs must be at most ${slowMsMax}`;
  if (actions !== undefined && !namesOnly(actions, faultActions))
    return 'plan.actions holds an unknown action';
  if (services !== undefined && !namesOnly(services, serviceNames))
    return 'plan.services holds an unknown service';
  return {
    seed,
    perMille,
    ...(actions === undefined ? {} : { actions: actions as FaultAction[] }),
    ...(services === undefined ? {} : { services: services as ServiceName[] }),
    ...(slowMs === undefined ? {} : { slowMs }),
  };
}

function namesOnly(value: unknown, known: readonly string[]): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && known.includes(name));
}

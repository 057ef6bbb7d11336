/** What DGII does wrong in one round of a run. */
import type { Dice } from '../../bench/dice.js';
import { isApprovalFault } from '../../simulator/services/approval-texts.js';
import type { ServiceName } from '../../simulator/http/services.js';
import {
  faultActions as simulated,
  faultTable,
  type Fault,
  type FaultAction,
  type Plan as RandomFaults,
} from '../../simulator/faults.js';

export interface DgiiPlan {
  readonly faults: readonly Fault[];
  readonly plan: RandomFaults;
  readonly resultDelayMs: number;
  readonly resultPolls: number;
  /** A maintenance window that opens with the round; 0 for none. */
  readonly maintenanceMs: number;
  readonly tokenSeconds: number;
}

/** Deliveries are listed more often, because a fault does the most harm there. */
const calledServices: readonly ServiceName[] = [
  ...(['recepcion', 'recepcionfc', 'recepcion', 'recepcionfc', 'recepcion', 'recepcionfc'] as const),
  ...(['resultado', 'trackids', 'consultarfce', 'semilla', 'validarsemilla'] as const),
  ...(['aprobacion', 'estado'] as const),
];

/** After these texts the same approval may succeed; the others refuse it for good. */
const passingTexts: readonly FaultAction[] = [
  ...(['approval-not-delegated', 'approval-voucher-unknown', 'approval-try-again'] as const),
];

/** Every fault of these services except `hold`, which waits for a manual release, and except final refusals of approvals. */
export const faultActions = simulated.filter(
  (action) =>
    action !== 'hold' &&
    servicesOf(action).length > 0 &&
    (!isApprovalFault(action) || passingTexts.includes(action)),
);

/** Longer than the service waits for DGII (service-settings.ts), so that some answers come too late. */
const slowMsMax = 7_500;

export function dgiiPlan(dice: Dice, ensured: readonly FaultAction[]): DgiiPlan {
  return {
    faults: ensured.map((action) => ({
      service: dice.pick(servicesOf(action)),
      action,
      times: dice.between(1, 3),
      ...(action === 'slow' ? { slowMs: dice.between(200, slowMsMax) } : {}),
    })),
    plan: {
      seed: dice.between(0, 2 ** 31),
      perMille: dice.pick([50, 150, 300, 500]),
      actions: faultActions,
      slowMs: slowMsMax,
    },
    resultDelayMs: dice.pick([0, 0, 300, 2_500]),
    resultPolls: dice.pick([0, 0, 1, 4]),
    maintenanceMs: dice.chance(0.2) ? dice.between(1_000, 4_000) : 0,
    tokenSeconds: dice.pick([3_600, 3_600, 5]),
  };
}

/** A voucher of every round calls these, most often the first one. Only approvals call the last one. */
const busiest: readonly ServiceName[] = ['resultado', 'recepcion', 'aprobacion'];

export function busiestService(action: FaultAction): ServiceName | undefined {
  return busiest.find((service) => servicesOf(action).includes(service));
}

/** Within this many rounds some voucher or approval meets every fault that a round has, even in the shortest run. */
const roundsToMeet = 5;

export function faultsToMeet(rounds: readonly { readonly dgii: DgiiPlan }[]): FaultAction[] {
  const early = rounds.slice(0, Math.max(0, rounds.length - roundsToMeet));
  return early.flatMap(({ dgii }) => dgii.faults.map(({ action }) => action));
}

function servicesOf(action: FaultAction): readonly ServiceName[] {
  const entry = faultTable[action];
  const fitting: readonly ServiceName[] = 'services' in entry ? entry.services : calledServices;
  return calledServices.filter((service) => fitting.includes(service));
}

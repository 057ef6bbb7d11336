/** Checks what a run really tested: an outage while no voucher was under way, or a fault that met no request, tested nothing. */
import { nameOf, type OutageKind } from '../plan/outage-kinds.js';

/** Workers are killed in addition to the rounds' outages. */
export const workerKill = 'worker kill';

export interface Coverage {
  readonly planned: readonly OutageKind[];
  /** By outage: how many vouchers were under way, each time it struck. */
  readonly met: Readonly<Record<string, readonly number[]>>;
  /** By action: how many requests DGII's fault met. */
  readonly faults: Readonly<Record<string, number>>;
  /** The actions that had enough rounds to meet a request. */
  readonly faultsToMeet: readonly string[];
  /** How often a company was refused a number because it is suspended. */
  readonly suspended: number;
  readonly delivered: number;
  readonly supplied: number;
  readonly approvedAtDgii: number;
  readonly approvedAtIssuers: number;
  readonly approvals: number;
}

/** @returns violations, each a sentence that begins with its code */
export function coverageGaps({ planned, met, faults, faultsToMeet, ...counts }: Coverage): string[] {
  const wanted = [...new Set([...planned.map(nameOf), workerKill])];
  return [
    ...wanted
      .filter((name) => (met[name] ?? []).every((vouchers) => vouchers === 0))
      .map((name) => `MET-NOTHING: ${name} struck while no voucher was under way`),
    ...(Object.values(faults).every((requests) => requests === 0)
      ? ["MET-NOTHING: none of DGII's faults met a request"]
      : []),
    ...[...new Set(faultsToMeet)]
      .filter((action) => (faults[action] ?? 0) === 0)
      .map((action) => `MET-NOTHING: DGII's fault ${action} met no request`),
    ...(counts.suspended === 0 ? ['MET-NOTHING: no company was refused a number as suspended'] : []),
    ...(counts.delivered === 0 ? ['MET-NOTHING: no voucher was delivered to a buyer'] : []),
    ...(counts.approvedAtDgii === 0 ? ['MET-NOTHING: no approval of ours was delivered to DGII'] : []),
    ...(counts.approvedAtIssuers === 0
      ? ['MET-NOTHING: no approval of ours was delivered to an issuer']
      : []),
    ...(counts.approvals === 0 ? ['MET-NOTHING: no approval of a buyer was received'] : []),
    ...(counts.supplied === 0 ? ['MET-NOTHING: no voucher of a supplier was received'] : []),
  ];
}

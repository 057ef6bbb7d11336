/**
 * The simulation of the certification (steps 4 and 5): how many vouchers of each kind DGII wants, and which ones the company has issued with
 * its own data. DGII shows only its own counters, so the service counts what DGII accepted since a day that the person chooses.
 */
import { documentStates } from '../../ecf/model/document-states.js';
import { amountOf } from '../../ecf/model/amounts.js';
import { goesAsSummary } from '../../ecf/model/consumer-threshold.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { SimulationVoucher } from '../../ledger/certification/simulation-vouchers.js';
import type { Store } from '../../ledger/ledger.js';

interface KindEntry {
  /** `32-summary`: below 250,000.00. DGII gets a summary of it. `32-full`: from that amount up. */
  readonly kind: string;
  readonly ecfType: EcfType;
  readonly needed: number;
}

/** In the order of DGII's screen (Proceso de Certificación para ser Emisor Electrónico, July 2025, p.11). */
export const simulationKinds = [
  { kind: '31', ecfType: 31, needed: 4 },
  { kind: '32-full', ecfType: 32, needed: 2 },
  { kind: '33', ecfType: 33, needed: 1 },
  { kind: '34', ecfType: 34, needed: 2 },
  { kind: '41', ecfType: 41, needed: 2 },
  { kind: '43', ecfType: 43, needed: 2 },
  { kind: '44', ecfType: 44, needed: 2 },
  { kind: '45', ecfType: 45, needed: 2 },
  { kind: '46', ecfType: 46, needed: 2 },
  { kind: '47', ecfType: 47, needed: 2 },
  { kind: '32-summary', ecfType: 32, needed: 4 },
] as const satisfies readonly KindEntry[];

export type SimulationKind = (typeof simulationKinds)[number]['kind'];

/** A person sees a few vouchers beyond those that DGII wants, such as rejected ones. */
const listedBeyondNeeded = 6;

export interface KindCount extends KindEntry {
  readonly kind: SimulationKind;
  readonly accepted: number;
  /** Newest first. Accepted vouchers are never left out in favour of others. */
  readonly vouchers: readonly SimulationVoucher[];
  readonly more: boolean;
}

export async function simulationOf(
  { store }: { readonly store: Pick<Store, 'findSimulationVouchers'> },
  companyId: number,
  from: Date,
): Promise<readonly KindCount[]> {
  const types = [...new Set(simulationKinds.map(({ ecfType }) => ecfType))];
  const found = await Promise.all(
    types.map((ecfType) => store.findSimulationVouchers({ companyId, ecfType, from })),
  );
  return countKinds(found.flat());
}

/** @param vouchers of each type newest first */
export function countKinds(vouchers: readonly SimulationVoucher[]): readonly KindCount[] {
  return simulationKinds.map((entry) => {
    const own = vouchers.filter((voucher) => kindOf(voucher) === entry.kind);
    const accepted = own.filter(isAccepted);
    const places = entry.needed + listedBeyondNeeded;
    const others = own.filter((one) => !isAccepted(one)).slice(0, Math.max(0, places - accepted.length));
    const listed = new Set([...accepted.slice(0, places), ...others]);
    return {
      ...entry,
      accepted: accepted.length,
      vouchers: own.filter((one) => listed.has(one)),
      more: own.length > listed.size,
    };
  });
}

function kindOf({ tipoeCF, montoTotal }: SimulationVoucher): string {
  if (tipoeCF !== 32) return String(tipoeCF);
  return goesAsSummary(tipoeCF, amountOf(montoTotal)) ? '32-summary' : '32-full';
}

/** DGII does not start the simulation again for a conditional acceptance. So it counts, and a person corrects it before production. */
export function isAccepted({ state }: Pick<SimulationVoucher, 'state'>): boolean {
  return documentStates[state].accepted === 1;
}

/**
 * The accepted vouchers: first the newest of each kind, then the second of each kind, and so on. If not all of them fit into a file, each
 * kind is in it all the same, because DGII asks for one printed form of each.
 */
export function acceptedInTurn(kinds: readonly KindCount[]): readonly SimulationVoucher[] {
  const accepted = kinds.map(({ vouchers }) => vouchers.filter(isAccepted));
  const rounds = Math.max(0, ...accepted.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    accepted.flatMap((ofKind) => ofKind.slice(round, round + 1)),
  ).flat();
}

/** Which vouchers of the simulation count: those that DGII accepted, also with conditions. */
import { documentStates } from '../../../ecf/model/document-states.js';
import type { SimulationKind, SimulationVoucher } from '../../api/answers.js';

export function isAccepted({ state }: Pick<SimulationVoucher, 'state'>): boolean {
  return documentStates[state].accepted === 1;
}

/** Vouchers of one kind beyond what DGII wants do not count for another kind. */
export function totalsOf(kinds: readonly SimulationKind[]) {
  return {
    needed: kinds.reduce((sum, { needed }) => sum + needed, 0),
    accepted: kinds.reduce((sum, { needed, accepted }) => sum + Math.min(needed, accepted), 0),
  };
}

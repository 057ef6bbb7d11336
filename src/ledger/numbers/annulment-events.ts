/** The events of a request to DGII to void numbers. */
import type { EventEntry } from '../events/event-record.js';
import { annulmentEstados, type RangeAnnulmentRecord } from './range-annulment-record.js';

/** Returns undefined if the change needs no event. */
export function annulmentEvent(
  { _id, companyId, environment, state: was, deliveryCount, count }: RangeAnnulmentRecord,
  { state = was, final = false }: Partial<Pick<RangeAnnulmentRecord, 'state' | 'final'>>,
  at: Date,
): EventEntry | undefined {
  const uncertain = state === 'uncertain' && was !== 'uncertain';
  if (!final && !uncertain) return undefined;
  return {
    companyId,
    environment,
    // DGII may leave the answer to a later delivery open too.
    key: `${_id}:${deliveryCount}:${final ? 'finished' : 'uncertain'}`,
    type: final ? 'annulment.finished' : 'annulment.uncertain',
    at,
    data: { annulmentId: _id, environment, estado: annulmentEstados[state], solicitados: count },
  };
}

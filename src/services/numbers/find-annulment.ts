/** An annulment and the results of its numbers, in the words that clients and people read. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Store } from '../../ledger/ledger.js';
import {
  annulmentEstados,
  type NumberResult,
  type RangeAnnulmentRecord,
} from '../../ledger/numbers/range-annulment-record.js';

export interface AnnulmentView {
  readonly annulmentId: string;
  readonly estado: (typeof annulmentEstados)[RangeAnnulmentRecord['state']];
  readonly solicitados: number;
  readonly nota: string;
  readonly fecha: string;
}

export function annulmentView(record: RangeAnnulmentRecord): AnnulmentView {
  const { _id: annulmentId, state, count, note, requestedAt } = record;
  return {
    annulmentId,
    estado: annulmentEstados[state],
    solicitados: count,
    nota: note,
    fecha: requestedAt.toISOString(),
  };
}

export const numberEstados = {
  locked: 'pendiente',
  annulled: 'anulado',
  refused: 'rechazado',
  uncertain: 'incierto',
} as const satisfies Record<NumberResult['outcome'], string>;

export interface AnnulmentKey {
  readonly id: string;
  readonly companyId: number;
  /** If present, an annulment of another environment is not found. */
  readonly environment?: Environment;
}

export async function findAnnulment(
  { store }: { readonly store: Pick<Store, 'findRangeAnnulment'> },
  { id, companyId, environment }: AnnulmentKey,
): Promise<RangeAnnulmentRecord | undefined> {
  const record = await store.findRangeAnnulment(id);
  if (record?.companyId !== companyId) return undefined;
  return environment === undefined || environment === record.environment ? record : undefined;
}

/** The result of each number, in as few ranges as possible. Numbers that no worker has locked yet are `locked` too: both are pending. */
export async function annulmentNumbers(
  { store }: { readonly store: Pick<Store, 'annulmentRequested' | 'annulmentResults'> },
  record: RangeAnnulmentRecord,
): Promise<readonly NumberResult[]> {
  if (record.state !== 'requested') return store.annulmentResults(record);
  const asked = await store.annulmentRequested(record);
  return asked.map((range) => ({ ...range, outcome: 'locked' as const }));
}

/** Shared by the steps of a range annulment: read the record, change it by compare-and-set, and name the next step. */
import { encfsOf, rangesOf, readRange } from '../../ecf/annulment/encf-ranges.js';
import type { Locker } from '../../ledger/numbers/annulment-locks.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { AnnulmentChanges } from '../../ledger/numbers/range-annulments.js';
import type { AnnulmentNext, AnnulmentStep } from '../../workflows/contract/numbers.js';
import type { ActivityDeps } from '../deps.js';
import { nextCheckAfter } from '../vouchers/ledger-steps.js';

export interface StepInput {
  readonly record: RangeAnnulmentRecord;
  readonly pauseMs: number;
}

export async function loadAnnulment(deps: ActivityDeps, id: string): Promise<RangeAnnulmentRecord> {
  const record = await deps.store.findRangeAnnulment(id);
  if (record === undefined) throw new Error(`No annulment ${id} in the ledger`);
  return record;
}

/** Records what the step did. If another process changed the record first, the result is that process's record. */
export async function recordChanges(
  deps: ActivityDeps,
  record: RangeAnnulmentRecord,
  changes: AnnulmentChanges,
  remove: readonly ('dueAt' | 'asked')[] = [],
): Promise<AnnulmentStep> {
  const now = deps.clock();
  const due = remove.includes('dueAt') ? {} : { dueAt: nextCheckAfter(deps, 0) };
  const changed = await deps.store.changeRangeAnnulment(
    record,
    { ...due, ...changes },
    { remove: ['waiting', ...remove], now },
  );
  return resultOf(changed ?? (await loadAnnulment(deps, record._id)));
}

/** Records what the annulment waits for. It is due again after `pauseMs`. */
export async function recordWaiting(
  deps: ActivityDeps,
  { record, pauseMs }: StepInput,
  waiting: string,
  changes: AnnulmentChanges = {},
): Promise<AnnulmentStep> {
  const now = deps.clock();
  const changed = await deps.store.changeRangeAnnulment(
    record,
    { ...changes, waiting, dueAt: nextCheckAfter(deps, pauseMs) },
    { now },
  );
  return { ...resultOf(changed ?? (await loadAnnulment(deps, record._id))), waits: true };
}

function nextOf({ state, final, dueAt: due, resend }: RangeAnnulmentRecord): AnnulmentNext {
  if (final || due === undefined) return 'end';
  switch (state) {
    case 'requested':
      return 'lock';
    case 'locked':
    case 'signed':
    case 'sending':
      return 'send';
    case 'uncertain':
      return resend === true ? 'send' : 'ask';
    default:
      return 'settle';
  }
}

const texts: Readonly<Record<RangeAnnulmentRecord['state'], string>> = {
  requested: 'Pedida',
  locked: 'Números reservados',
  signed: 'Firmada',
  sending: 'Entrega en curso',
  uncertain: 'Sin respuesta clara de la DGII',
  annulled: 'Anulados',
  partly: 'Anulados en parte',
  refused: 'Ninguno anulado',
};

export function resultOf(record: RangeAnnulmentRecord): AnnulmentStep {
  const { state, waiting } = record;
  const text = waiting === undefined ? texts[state] : `${texts[state]}: espera (${waiting})`;
  return { text, state, next: nextOf(record), waits: false };
}

export function lockerOf(deps: ActivityDeps, record: RangeAnnulmentRecord, note = record.note): Locker {
  const { _id: id, companyId, environment } = record;
  return { id, companyId, environment, note, now: deps.clock() };
}

export type Outcome = Pick<NumberResult, 'outcome' | 'reason'>;

/** Each number with its outcome, in ascending order. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export async function readOutcomes(deps: ActivityDeps, record: RangeAnnulmentRecord): Promise<Outcomes> {
  return outcomesOf(await deps.store.annulmentResults(record));
}

function outcomesOf(results: readonly NumberResult[]): Outcomes {
  const entries = results.flatMap(({ desde, hasta, outcome, reason }) => {
    const run = readRange({ desde, hasta });
    if (run === undefined) throw new Error('A stored range is invalid');
    const each: Outcome = { outcome, ...(reason && { reason }) };
    return [...encfsOf(run)].map((encf) => [encf, each] as const);
  });
  return new Map(entries);
}

/** The outcomes as ranges, as few as possible. */
export function resultsOf(outcomes: Outcomes): NumberResult[] {
  const same = (one: string, next: string) => {
    const [a, b] = [outcomes.get(one), outcomes.get(next)];
    return a?.outcome === b?.outcome && a?.reason === b?.reason;
  };
  return rangesOf(outcomes.keys(), same).map((range) => {
    const { outcome, reason } = outcomes.get(range.desde) ?? { outcome: 'uncertain' as const };
    return { ...range, outcome, ...(reason && { reason }) };
  });
}

export function numbersWith(outcomes: Outcomes, wanted: (one: Outcome) => boolean): string[] {
  return [...outcomes].filter(([, one]) => wanted(one)).map(([encf]) => encf);
}

export function withOutcome(outcomes: Outcomes, encfs: Iterable<string>, outcome: Outcome): Outcomes {
  const changed = new Map(outcomes);
  for (const encf of encfs) changed.set(encf, outcome);
  return changed;
}

export function stateOf(outcomes: Outcomes): 'uncertain' | 'annulled' | 'partly' | 'refused' {
  const all = [...outcomes.values()].map(({ outcome }) => outcome);
  if (all.includes('uncertain') || all.includes('locked')) return 'uncertain';
  if (all.every((outcome) => outcome === 'annulled')) return 'annulled';
  return all.includes('annulled') ? 'partly' : 'refused';
}

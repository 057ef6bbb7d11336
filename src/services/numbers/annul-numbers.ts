/** Requests to DGII to void numbers: what a client or a person may ask for, and how a person ends an uncertain request. */
import { randomUUID } from 'node:crypto';
import { checkRanges, type RangesFault } from '../../ecf/annulment/check-ranges.js';
import { rangeOf, rangesOf, type EncfRange, type SerialRun } from '../../ecf/annulment/encf-ranges.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Store } from '../../ledger/ledger.js';
import { annulmentsUnderWayMax, type NewRangeAnnulment } from '../../ledger/numbers/range-annulments.js';
import { isNote } from '../../ledger/numbers/numbers.js';
import type { NumberResult, RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';

/**
 * Numbers of one company's annulments under way: two of the largest requests. A worker writes a lock for each number, so without a limit one
 * company could keep the ledger busy for minutes.
 */
const numbersUnderWayMax = 20_000;

export interface AnnulmentOrder {
  readonly company: Pick<Company, 'companyId' | 'environment' | 'rnc'>;
  readonly ranges: readonly EncfRange[];
  readonly by: string;
  readonly note: string;
  /** After this time a worker starts the annulment, if nothing else has started it. */
  readonly firstCheckMs: number;
}

export type AnnulmentRequested =
  /** `reused`: an earlier request for exactly these numbers is open or voided some or all of them, and `record` is that request. */
  | { readonly outcome: 'requested'; readonly record: RangeAnnulmentRecord; readonly reused: boolean }
  /** DGII offers no annulment in certification. */
  | Refused<'ANNULMENT_NOT_OFFERED' | 'NOTE_INVALID'>
  /** The company has too many annulments under way. Nothing was stored; it may ask again when some of them have ended. */
  | Refused<'TOO_MANY_ANNULMENTS'>
  /** `mensaje` names the range and says what is wrong with it. */
  | Refused<RangesFault['code'], Omit<RangesFault, 'code'>>;

/**
 * Requests the annulment. A process must let each company make one request after the other: two at the same moment would both find the same
 * room under the limit.
 */
export async function requestAnnulment(
  { store, clock }: Ledger<'putRangeAnnulment' | 'findSameRequest' | 'annulmentsUnderWay'>,
  { company, ranges, by, note, firstCheckMs }: AnnulmentOrder,
): Promise<AnnulmentRequested> {
  const { companyId, environment, rnc } = company;
  if (environment === 'certification') return refused('ANNULMENT_NOT_OFFERED');
  if (!isNote(note)) return refused('NOTE_INVALID');
  const checked = checkRanges(ranges);
  if (!checked.ok) {
    const { code, ...facts } = checked.fault;
    return refused(code, facts);
  }
  const wanted: NewRangeAnnulment = {
    _id: randomUUID(),
    companyId,
    environment,
    rnc,
    by,
    note: note.trim() || 'Anulación pedida a la DGII',
    requestedAt: clock(),
    count: checked.count,
    ranges: checked.ranges,
    firstCheckMs,
  };
  // A client that did not get its answer asks again. The first request is still the right answer, unless it voided nothing.
  const before = await store.findSameRequest(wanted);
  if (before !== undefined) return { outcome: 'requested', record: before, reused: true };
  const { requests, numbers } = await store.annulmentsUnderWay(companyId);
  if (requests >= annulmentsUnderWayMax || numbers + checked.count > numbersUnderWayMax)
    return refused('TOO_MANY_ANNULMENTS');
  return { outcome: 'requested', record: await store.putRangeAnnulment(wanted), reused: false };
}

export interface AnnulmentView {
  readonly annulmentId: string;
  readonly estado: 'pendiente' | 'anulado' | 'parcial' | 'rechazado' | 'incierto';
  readonly solicitados: number;
  readonly nota: string;
  readonly fecha: string;
}

const estados: Readonly<Record<RangeAnnulmentRecord['state'], AnnulmentView['estado']>> = {
  requested: 'pendiente',
  locked: 'pendiente',
  signed: 'pendiente',
  sending: 'pendiente',
  uncertain: 'incierto',
  annulled: 'anulado',
  partly: 'parcial',
  refused: 'rechazado',
};

/** An annulment as clients and people see it. */
export function annulmentView(record: RangeAnnulmentRecord): AnnulmentView {
  const { _id: annulmentId, state, count, note, requestedAt } = record;
  return {
    annulmentId,
    estado: estados[state],
    solicitados: count,
    nota: note,
    fecha: requestedAt.toISOString(),
  };
}

/** The result of a number, in the words that clients and people read. */
export const numberEstados = {
  locked: 'pendiente',
  annulled: 'anulado',
  refused: 'rechazado',
  uncertain: 'incierto',
} as const satisfies Record<NumberResult['outcome'], string>;

interface AnnulmentKey {
  readonly id: string;
  readonly companyId: number;
  /** If present, an annulment of another environment is not found. */
  readonly environment?: Environment;
}

/** Undefined: the company has no such annulment. */
export async function findAnnulment(
  { store }: { readonly store: Pick<Store, 'findRangeAnnulment'> },
  { id, companyId, environment }: AnnulmentKey,
): Promise<RangeAnnulmentRecord | undefined> {
  const record = await store.findRangeAnnulment(id);
  if (record?.companyId !== companyId) return undefined;
  return environment === undefined || environment === record.environment ? record : undefined;
}

/**
 * The result of each number, in as few ranges as possible. Numbers that no worker has locked yet are reported as `locked` too: both are
 * pending.
 */
export async function annulmentNumbers(
  { store }: { readonly store: Pick<Store, 'annulmentRequested' | 'annulmentResults'> },
  record: RangeAnnulmentRecord,
): Promise<readonly NumberResult[]> {
  if (record.state !== 'requested') return store.annulmentResults(record);
  const asked = await store.annulmentRequested(record);
  return asked.map((range) => ({ ...range, outcome: 'locked' as const }));
}

/** How many deliveries have ended. This is what a person names who records what DGII's virtual office shows after them. */
export function endedDeliveries({
  state,
  deliveryCount,
}: Pick<RangeAnnulmentRecord, 'state' | 'deliveryCount'>): number {
  return state === 'sending' ? deliveryCount - 1 : deliveryCount;
}

export interface AnnulmentFinding {
  readonly annulled: boolean;
  /** How many deliveries had ended when the person looked at DGII's virtual office. Only `annulled: false` needs it. */
  readonly deliveries?: number | undefined;
  readonly by: string;
  readonly note: string;
}

type AnnulmentConfirmed =
  | { readonly outcome: 'done'; readonly record: RangeAnnulmentRecord }
  | Refused<'ANNULMENT_NOT_FOUND' | 'ANNULMENT_NOT_UNCERTAIN' | 'NOTE_INVALID'>
  /** A delivery is under way, or one has ended that the person has not seen. */
  | Refused<'CHANGED_MEANWHILE'>;

/** Records what DGII's virtual office shows for the uncertain numbers. A worker then marks those numbers. */
export async function confirmAnnulment(
  { store, clock }: Ledger<'findRangeAnnulment' | 'annulmentResults' | 'changeRangeAnnulment'>,
  key: AnnulmentKey,
  finding: AnnulmentFinding,
): Promise<AnnulmentConfirmed> {
  if (finding.note.trim() === '' || !isNote(finding.note)) return refused('NOTE_INVALID');
  const record = await findAnnulment({ store }, key);
  if (record === undefined) return refused('ANNULMENT_NOT_FOUND');
  if (record.state === 'sending') return refused('CHANGED_MEANWHILE');
  if (record.state !== 'uncertain') return refused('ANNULMENT_NOT_UNCERTAIN');
  // A later delivery may have voided what the person found free. It changes nothing about numbers that were void before it.
  if (!finding.annulled && record.deliveryCount !== finding.deliveries) return refused('CHANGED_MEANWHILE');
  const results = (await store.annulmentResults(record)).map((one): NumberResult => {
    const { desde, hasta } = one;
    if (one.outcome !== 'uncertain') return one;
    if (finding.annulled) return { desde, hasta, outcome: 'annulled' };
    return { desde, hasta, outcome: 'refused', reason: 'CONFIRMED_NOT_ANNULLED' };
  });
  const annulled = results.filter(({ outcome }) => outcome === 'annulled').length;
  const state = annulled === 0 ? 'refused' : annulled === results.length ? 'annulled' : 'partly';
  const now = clock();
  const confirmed = { by: finding.by, note: finding.note, at: now };
  const changed = await store.changeRangeAnnulment(
    record,
    { state, results, confirmed, dueAt: now },
    { now, remove: ['waiting'] },
  );
  return changed === undefined ? refused('CHANGED_MEANWHILE') : { outcome: 'done', record: changed };
}

/** In these states DGII has received nothing. A delivery that certainly did not arrive returns the request to `signed`. */
const unsentStates: readonly RangeAnnulmentRecord['state'][] = ['requested', 'locked', 'signed'];

/** A try fails only if a worker locks or signs at the same moment, which happens once or twice per request. */
const cancelTriesMax = 5;

export function isUnsent({ state }: Pick<RangeAnnulmentRecord, 'state'>): boolean {
  return unsentStates.includes(state);
}

type AnnulmentCancelled =
  | { readonly outcome: 'done'; readonly record: RangeAnnulmentRecord }
  /** `ANNULMENT_SENT`: DGII has the request or may have it, or the annulment is over. */
  | Refused<'ANNULMENT_NOT_FOUND' | 'ANNULMENT_SENT' | 'NOTE_INVALID' | 'CHANGED_MEANWHILE'>;

/**
 * Ends a request before it is sent. A worker writes its delivery ahead with a compare-and-set on the same record, so only one of the two
 * succeeds. Afterwards a worker gives the numbers back.
 */
export async function cancelAnnulment(
  {
    store,
    clock,
  }: Ledger<'findRangeAnnulment' | 'changeRangeAnnulment' | 'annulmentRequested' | 'annulmentResults'>,
  key: AnnulmentKey,
  { by, note }: { readonly by: string; readonly note: string },
): Promise<AnnulmentCancelled> {
  if (!isNote(note)) return refused('NOTE_INVALID');
  for (let tries = 0; tries < cancelTriesMax; tries += 1) {
    const record = await findAnnulment({ store }, key);
    if (record === undefined) return refused('ANNULMENT_NOT_FOUND');
    if (record.cancelled !== undefined) return { outcome: 'done', record };
    if (!isUnsent(record)) return refused('ANNULMENT_SENT');
    const results = (await annulmentNumbers({ store }, record)).map(
      ({ desde, hasta, outcome, reason }): NumberResult =>
        outcome === 'locked'
          ? { desde, hasta, outcome: 'refused', reason: 'CANCELLED' }
          : { desde, hasta, outcome, ...(reason && { reason }) },
    );
    const now = clock();
    const changed = await store.changeRangeAnnulment(
      record,
      { state: 'refused', results, cancelled: { by, note: note.trim(), at: now }, dueAt: now },
      { now, remove: ['waiting'] },
    );
    if (changed !== undefined) return { outcome: 'done', record: changed };
  }
  return refused('CHANGED_MEANWHILE');
}

interface AnnulmentCandidates {
  /** Numbers that were handed out and never sent. */
  readonly unused: readonly EncfRange[];
  /** Numbers that DGII granted and that were never handed out. */
  readonly remaining: readonly EncfRange[];
  /** True if there are more unused numbers than these. */
  readonly more: boolean;
}

/** For each authorization, the most closed numbers that are read: numbers that were voided or locked and never handed out. */
const closedMax = 10_000;

/** The run without its closed numbers. `closed` is in ascending order. */
function withoutClosed(closed: readonly number[], { type, from, to }: SerialRun): EncfRange[] {
  const left: EncfRange[] = [];
  let next = from;
  for (const n of [...closed, to + 1]) {
    if (next < n) left.push(rangeOf({ type, from: next, to: n - 1 }));
    next = n + 1;
  }
  return left;
}

/**
 * Numbers that a company may want to void. A number that was handed out after `reservedBefore` is left out, because it may still be sent.
 */
export async function annulmentCandidates(
  { store }: { readonly store: Pick<Store, 'unused' | 'listAuthorizations' | 'highestOf' | 'findClosed'> },
  { companyId, environment }: Pick<Company, 'companyId' | 'environment'>,
  reservedBefore: Date,
): Promise<AnnulmentCandidates> {
  const page = await store.unused({ companyId, environment, reservedBefore, limit: 1_000 });
  const authorizations = await store.listAuthorizations(companyId, environment);
  const remaining: EncfRange[] = [];
  for (const authorization of authorizations) {
    const { ecfType: type, first, to } = authorization;
    const sequence = { companyId, environment, ecfType: type };
    const highest = await store.highestOf(sequence, authorization);
    const from = (highest ?? first - 1) + 1;
    if (from > to) continue;
    const closed = await store.findClosed(sequence, { from, to }, closedMax);
    // Only the numbers up to the last closed one that was read are certain. A later call offers the numbers after it.
    const end = closed.length < closedMax ? to : (closed.at(-1) ?? to);
    remaining.push(...withoutClosed(closed, { type, from, to: end }));
  }
  return { unused: rangesOf(page.numbers.map(({ encf }) => encf)), remaining, more: page.next !== undefined };
}
